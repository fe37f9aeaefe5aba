//! Memory for the texts that were read and are not yet checked.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So many bytes of texts, and no more, but for one text alone.
pub(super) struct Room {
    most: usize,
    taken: Mutex<usize>,
    changed: Condvar,
}

/// What a text takes of the room; given back when it is dropped.
pub(super) struct Reservation {
    room: Arc<Room>,
    bytes: usize,
}

impl Room {
    pub(super) fn new(most: usize) -> Arc<Room> {
        Arc::new(Room { most, taken: Mutex::new(0), changed: Condvar::new() })
    }

    /// Waits until there is a place for so many bytes; `waiting` is called before.
    pub(super) fn place(self: &Arc<Room>, bytes: usize, waiting: impl FnOnce()) -> Reservation {
        let is_full = |taken: &mut usize| *taken > 0 && taken.saturating_add(bytes) > self.most;
        if is_full(&mut self.taken()) {
            waiting();
        }
        let mut taken =
            self.changed.wait_while(self.taken(), is_full).unwrap_or_else(PoisonError::into_inner);
        *taken += bytes;
        Reservation { room: self.clone(), bytes }
    }

    fn taken(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        *self.room.taken() -= self.bytes;
        self.room.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::Room;

    #[test]
    fn who_comes_late_waits() {
        let room = Room::new(10);
        // More than there is, but alone.
        let large = room.place(20, || panic!("nobody is there"));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| room.place(1, || {}));
            thread::sleep(Duration::from_millis(50));
            assert!(!waiting.is_finished());
            drop(large);
            let small = waiting.join().unwrap();
            let other = room.place(9, || panic!("there is room"));
            assert_eq!(*room.taken(), 10);
            drop((small, other));
        });
        assert_eq!(*room.taken(), 0);
    }
}
