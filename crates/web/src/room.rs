//! Room for connections, so that no client takes that of the others.
//!
//! As long as there is room everybody gets in. Where there is none, whoever has fewer connections than
//! another takes the place of the newest of whoever has most; whoever has most itself waits until one ends.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// So many wait at most; more are turned away.
const MOST_WAITING: usize = 64;

/// See the module.
#[derive(Debug)]
pub(crate) struct Room {
    most: usize,
    taken: Mutex<Taken>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Taken {
    /// How many places.
    places: usize,
    waiting: usize,
    /// Those that ever were.
    numbers: u64,
    /// Those of each client, the newest last, with what ends them.
    of: HashMap<IpAddr, BTreeMap<u64, Arc<Notify>>>,
}

/// A place, as long as it lives.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    client: IpAddr,
    number: u64,
    lost: Arc<Notify>,
}

impl Room {
    pub(crate) fn new(most: usize) -> Arc<Room> {
        Arc::new(Room { most, taken: Mutex::default(), freed: Notify::new() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a client, at once if there is one for it; `None` if too many wait already.
    pub(crate) async fn enter(self: Arc<Room>, client: IpAddr) -> Option<Place> {
        loop {
            if let Some(place) = self.try_enter(client) {
                return Some(place);
            }
            let _waiting = Waiting::begin(&self)?;
            self.freed.notified().await;
        }
    }

    fn try_enter(self: &Arc<Room>, client: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        if taken.places >= self.most {
            let own = taken.of.get(&client).map_or(0, BTreeMap::len);
            let (_, largest) = taken.of.iter_mut().max_by_key(|(_, places)| places.len())?;
            if largest.len() <= own + 1 {
                return None;
            }
            // Its place is the new one's.
            largest.pop_last()?.1.notify_one();
        } else {
            taken.places += 1;
        }
        let (number, lost) = (taken.numbers, Arc::<Notify>::default());
        taken.numbers += 1;
        taken.of.entry(client).or_default().insert(number, lost.clone());
        Some(Place { room: self.clone(), client, number, lost })
    }
}

impl Place {
    /// Ends when another client gets the place.
    pub(crate) async fn lost(&self) {
        self.lost.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.room.taken();
        let Some(places) = taken.of.get_mut(&self.client) else { return };
        let was_ours = places.remove(&self.number).is_some();
        if places.is_empty() {
            taken.of.remove(&self.client);
        }
        if was_ours {
            taken.places -= 1;
            drop(taken);
            self.room.freed.notify_one();
        }
    }
}

/// Counts whoever waits, however that ends.
struct Waiting<'a>(&'a Room);

impl Waiting<'_> {
    fn begin(room: &Room) -> Option<Waiting<'_>> {
        let mut taken = room.taken();
        if taken.waiting >= MOST_WAITING {
            return None;
        }
        taken.waiting += 1;
        Some(Waiting(room))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.taken().waiting -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        [192, 0, 2, number].into()
    }

    #[tokio::test]
    async fn whoever_has_most_makes_room_for_whoever_has_less() {
        let room = Room::new(3);
        let greedy: Vec<Place> = (0..3).map(|_| room.try_enter(client(1)).unwrap()).collect();
        // It gets no more of its own,
        assert!(room.try_enter(client(1)).is_none());
        // and makes room for another: the newest goes.
        let other = room.try_enter(client(2)).unwrap();
        greedy[2].lost().await;
        drop(greedy);
        assert_eq!(room.taken().places, 1);
        drop(other);
        let taken = room.taken();
        assert_eq!((taken.places, taken.of.len()), (0, 0));
    }

    #[tokio::test]
    async fn one_place_each_is_nobodys_to_take() {
        let room = Room::new(2);
        let both = [1, 2].map(|number| room.try_enter(client(number)).unwrap());
        assert!(room.try_enter(client(3)).is_none());
        let waits = tokio::spawn(room.clone().enter(client(3)));
        tokio::task::yield_now().await;
        drop(both);
        assert!(waits.await.unwrap().is_some());
        assert_eq!(room.taken().places, 0);
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let room = Room::new(1);
        let place = room.try_enter(client(1));
        let waiting: Vec<_> =
            (0..MOST_WAITING).map(|_| tokio::spawn(room.clone().enter(client(1)))).collect();
        while room.taken().waiting < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        assert!(room.clone().enter(client(1)).await.is_none());
        drop(place);
        for waits in waiting {
            assert!(waits.await.unwrap().is_some());
        }
    }
}
