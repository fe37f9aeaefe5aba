
/// Which slip is awake.
#[doc(hidden)]
pub mod mutants {
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

    /// The number of the slip that is awake; 0 for none, and the two largest as named below.
    pub static AWAKE: AtomicU32 = AtomicU32::new(UNKNOWN);
    /// The environment has not been asked.
    const UNKNOWN: u32 = u32::MAX;
    /// Who asks is written down.
    const WATCHED: u32 = u32::MAX - 1;

    static SEEN: [AtomicBool; 20_000] = [const { AtomicBool::new(false) }; 20_000];
    static FILE: LazyLock<std::fs::File> = LazyLock::new(|| {
        let path = std::env::var_os("MUTANTS_SEEN").unwrap();
        std::fs::File::options().append(true).create(true).open(path).unwrap()
    });

    /// Whether a slip is awake.
    #[inline]
    pub fn on(number: u32) -> bool {
        let awake = AWAKE.load(Relaxed);
        awake == number || awake >= WATCHED && !SEEN[number as usize].load(Relaxed) && slow(number)
    }

    #[cold]
    fn slow(number: u32) -> bool {
        if AWAKE.load(Relaxed) == UNKNOWN {
            let named = std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap());
            AWAKE.store(if std::env::var_os("MUTANTS_SEEN").is_some() { WATCHED } else { named }, Relaxed);
            return on(number);
        }
        if !SEEN[number as usize].swap(true, Relaxed) {
            (&*FILE).write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        false
    }
}
