//! scratch
#![allow(clippy::print_stdout)]
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let wanted = match a[2].parse::<u8>() { Ok(n) => chess_arbiter_tables::material::up_to(n), Err(_) => vec![a[2].parse().unwrap()] };
    for c in wanted {
    let t = std::time::Instant::now();
        let v = chess_arbiter_tables::verify::verify(a[1].as_ref(), c, None, 0, &Default::default(), &Default::default()).unwrap();
        println!("{c} {v:?} {:?} {:.0} ns", t.elapsed(), t.elapsed().as_nanos() as f64 / v.entries as f64);
    }
}
