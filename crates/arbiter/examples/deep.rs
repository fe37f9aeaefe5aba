use chess_arbiter::{format::fen, rules::Simplified, win::*};
fn main() {
    let max: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let text = std::fs::read_to_string("../shared/cases/win/simplified_deep.tsv").unwrap();
    let mut worst = std::time::Duration::ZERO;
    for l in text.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<_> = l.split('\t').collect();
        let k: u32 = f[1][1..].parse().unwrap_or(0);
        if f[1].starts_with('W') || f[1].starts_with('L') { if k > max { continue; } }
        let p = fen::position::<Simplified>(f[0]).unwrap();
        let mut s = Solver::new(Limits { time: Some(std::time::Duration::from_secs(20)), ..Limits::default() });
        let a = if f[1].starts_with('N') { s.within(&p, if k == 0 { 9 } else { k.min(max) }) } else { s.shortest(&p) };
        let ok = match a { Answer::Win{plies,..} => f[1] == format!("W{plies}"), Answer::Lost{plies} => f[1] == format!("L{plies}"), Answer::NoWin{..} => f[1].starts_with('N'), _ => false };
        worst = worst.max(s.effort().time);
        println!("{} {} {:?} {:?} {}", if ok {"ok  "} else if matches!(a, Answer::Undecided{..}) {"und "} else {"BAD "}, l, a, s.effort().time, s.effort().nodes);
    }
    println!("{worst:?}");
}
