//! scratch
#![allow(clippy::print_stdout)]
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let wanted = match a[2].parse::<u8>() {
        Ok(n) => chess_arbiter_tables::material::up_to(n),
        Err(_) => vec![a[2].parse().unwrap()],
    };
    let t = std::time::Instant::now();
    chess_arbiter_tables::build::build(
        a[1].as_ref(),
        wanted,
        &Default::default(),
        &Default::default(),
        &Default::default(),
        |f| {
            let n: u64 = f.classes.iter().map(|(_, c)| c.classes.iter().sum::<u64>()).sum();
            println!(
                "{} {n} {:?} {:.0} ns {:?}",
                f.classes[0].0,
                f.time,
                f.time.as_nanos() as f64 / n as f64,
                f.classes[0].1.longest()
            );
        },
    )
    .unwrap();
    println!("{:?}", t.elapsed());
}
