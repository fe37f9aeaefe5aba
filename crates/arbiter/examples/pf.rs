use chess_arbiter::{
    format::fen,
    moves::{perft, perft_portable},
    rules::Standard,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = fen::position::<Standard>(&a[1]).unwrap();
    let d: u32 = a[2].parse().unwrap();
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let n = if a.len() > 3 { perft_portable(&p, d) } else { perft(&p, d) };
        let e = t.elapsed();
        println!("{n} {:?} {:.1} M/s", e, n as f64 / e.as_secs_f64() / 1e6);
    }
}
