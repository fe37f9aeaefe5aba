//! The order of service, at times that the tests tell.

use super::*;

const THREADS: usize = 3;
const SLOTS: usize = 2;

fn caller(client: u8) -> Caller {
    Caller { client: [192, 0, 2, client].into(), used: Arc::default() }
}

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// Threads that work on jobs of which the length is known here alone: millisecond by millisecond.
struct Machine {
    schedule: Schedule<Wanted>,
    now: u64,
    /// With what is left of them.
    threads: Vec<(u64, Wanted, u64)>,
    leaving: Vec<u64>,
    done: Vec<Finished>,
}

#[derive(Clone, Copy, Debug)]
struct Wanted {
    client: u8,
    length: u64,
    asked: u64,
}

#[derive(Clone, Copy, Debug)]
struct Finished {
    client: u8,
    took: u64,
}

impl Machine {
    fn new(most: usize) -> Machine {
        let schedule = Schedule::new(SLOTS, true, most);
        Machine { schedule, now: 0, threads: Vec::new(), leaving: Vec::new(), done: Vec::new() }
    }

    fn ask(&mut self, client: u8, size: Size, length: u64) -> bool {
        self.ask_as(&caller(client), client, size, length)
    }

    fn ask_as(&mut self, caller: &Caller, client: u8, size: Size, length: u64) -> bool {
        let wanted = Wanted { client, length, asked: self.now };
        self.schedule.add(ms(self.now), caller.clone(), size, wanted).is_ok()
    }

    fn step(&mut self) {
        let now = ms(self.now);
        self.leaving.extend(self.schedule.overdue(now));
        for (number, wanted, left) in std::mem::take(&mut self.threads) {
            if left == 0 {
                self.schedule.end(now, number);
                let Wanted { client, asked, .. } = wanted;
                self.done.push(Finished { client, took: self.now - asked });
            } else if self.leaving.contains(&number) {
                self.leaving.retain(|leaving| *leaving != number);
                self.schedule.put_back(now, number, wanted);
            } else {
                self.threads.push((number, wanted, left));
            }
        }
        while self.threads.len() < THREADS {
            let Some((number, wanted)) = self.schedule.next(now) else { break };
            self.threads.push((number, wanted, wanted.length));
        }
        self.threads.iter_mut().for_each(|(_, _, left)| *left -= 1);
        self.now += 1;
        let long = self.schedule.working.iter().filter(|working| working.stage == Stage::Long).count();
        assert!(long <= SLOTS && self.schedule.waiting.len() <= self.schedule.most + THREADS);
    }

    fn run(&mut self, time: u64) {
        (0..time).for_each(|_| self.step());
    }

    /// How long those of a client took, the longest last.
    fn took(&self, client: u8) -> Vec<u64> {
        let mut took: Vec<u64> =
            self.done.iter().filter(|done| done.client == client).map(|done| done.took).collect();
        took.sort_unstable();
        took
    }
}

#[test]
fn whoever_had_least_is_next() {
    let mut schedule = Schedule::new(1, false, 10);
    let (one, other) = (caller(1), caller(2));
    for job in ["one a", "one b", "one c"] {
        schedule.add(ms(0), one.clone(), Size::Unknown, job).unwrap();
    }
    let (number, job) = schedule.next(ms(0)).unwrap();
    assert_eq!(job, "one a");
    schedule.add(ms(50), other.clone(), Size::Unknown, "other a").unwrap();
    schedule.add(ms(50), other, Size::Unknown, "other b").unwrap();
    assert!(schedule.next(ms(60)).is_none(), "the only slot is taken");
    schedule.end(ms(100), number);
    let mut order = Vec::new();
    let mut now = 100;
    while let Some((number, job)) = schedule.next(ms(now)) {
        order.push(job);
        now += 60;
        schedule.end(ms(now), number);
    }
    // It had its hundred milliseconds; after that they take turns.
    assert_eq!(order, ["other a", "one b", "other b", "one c"]);
    // When there is nothing to do all are equal again.
    assert!(schedule.used.is_empty(), "{:?}", schedule.used);
}

#[test]
fn searches_of_one_client_do_not_make_another_wait() {
    let mut machine = Machine::new(256);
    for _ in 0..6 {
        assert!(machine.ask(1, Size::Unknown, 12_000));
    }
    machine.run(5_000);
    machine.ask(2, Size::Brief, 5);
    machine.ask(3, Size::Unknown, 80);
    machine.run(400);
    assert!(machine.took(2)[0] <= 10 && machine.took(3)[0] <= 90, "{:?}", machine.done);
    // A long search of somebody else gets one of the two slots; all are done in the end.
    machine.ask(2, Size::Unknown, 12_000);
    machine.run(14_000);
    assert_eq!(machine.took(2).len(), 2, "{:?}", machine.done);
    machine.run(60_000);
    assert_eq!(machine.took(1).len(), 6, "{:?}", machine.done);
}

#[test]
fn eight_hostile_clients_and_a_good_one() {
    // Each from an address of its own, with more searches without end than there is room for; and all from
    // one address, that of the good one too, a connection for each request: then not with more.
    for one_address in [false, true] {
        let mut machine = Machine::new(64);
        let mut answered = 0;
        for round in 0..60_000 {
            for hostile in 1..=8 {
                let address = if one_address { 9 } else { hostile };
                let is_full = machine.schedule.waiting.len() >= 56;
                if !is_full || !one_address && round % 50 == 0 {
                    machine.ask_as(&caller(address), hostile, Size::Unknown, 60_000);
                }
            }
            if round % 200 == 0 && machine.ask(9, Size::Brief, 10) {
                answered += 1;
            }
            machine.step();
        }
        machine.run(1_000);
        let took = machine.took(9);
        let p99 = took.get(took.len() * 99 / 100).copied();
        assert!(p99.is_some_and(|p99| p99 <= 400), "{one_address}: {p99:?}");
        let least = if one_address { 200 } else { 300 };
        assert!(took.len() >= least && took.len() + 3 >= answered, "{} of {answered}", took.len());
    }
}

#[test]
fn a_full_queue_is_shared() {
    let mut schedule = Schedule::new(1, true, 4);
    let add = |schedule: &mut Schedule<u32>, client, job| {
        schedule.add(ms(0), caller(client), Size::Unknown, job).map(|(_, gone)| gone)
    };
    for job in 0..4 {
        assert_eq!(add(&mut schedule, 1, job), Ok(None));
    }
    assert_eq!(add(&mut schedule, 1, 4), Err(4), "its own fault");
    // The last one that waits goes for others, until both have as many.
    assert_eq!(add(&mut schedule, 2, 5), Ok(Some(3)));
    assert_eq!(add(&mut schedule, 2, 6), Ok(Some(2)));
    assert_eq!(add(&mut schedule, 2, 7), Err(7));
    assert_eq!(add(&mut schedule, 3, 8), Ok(Some(6)));
    assert_eq!(schedule.waiting().copied().collect::<Vec<_>>(), [0, 1, 5, 8]);
}

#[test]
fn who_leaves_is_forgotten() {
    let mut schedule = Schedule::new(1, true, 4);
    let (first, _) = schedule.add(ms(0), caller(1), Size::Unknown, 'a').unwrap();
    let (second, _) = schedule.add(ms(0), caller(1), Size::Long, 'b').unwrap();
    assert_eq!((schedule.take(first), schedule.take(first)), (Some('a'), None));
    assert_eq!(schedule.next(ms(1)), Some((second, 'b')));
    assert_eq!(schedule.take(second), None);
    assert!(schedule.overdue(ms(10_000)).is_empty(), "nobody waits for its slot");
    schedule.end(ms(10_000), second);
    assert!(schedule.next(ms(10_001)).is_none() && schedule.next_look().is_none());
}
