use chess_arbiter::format::fen;
use chess_arbiter::moves::Past;
use chess_arbiter::reach::statics::{self, kernel::Kernel};
use chess_arbiter::rules::Standard;
fn main() {
    let limit: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let verbose = std::env::args().nth(2).is_some();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let Ok(setup) = fen::parse::<Standard>(line.split('\t').next().unwrap()) else { continue };
        let past = Past::from(&setup);
        if statics::instant(&past).is_some() {
            continue;
        }
        let t = std::time::Instant::now();
        let base = statics::refute(&past);
        let t0 = t.elapsed();
        let Some(k) = Kernel::new(&past) else {
            println!("none {line}");
            continue;
        };
        let t = std::time::Instant::now();
        let r = k.search(limit as usize);
        println!(
            "{:?} {:?} caps {} tight {} {:?} us {} {:?}",
            base,
            r,
            k.captures(),
            k.is_tight(),
            t0,
            t.elapsed().as_micros(),
            line.split(' ').next()
        );
        let _ = verbose;
    }
}
