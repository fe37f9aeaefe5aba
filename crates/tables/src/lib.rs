//! The 4×4 games solved completely, by retrograde analysis, class of material by class of material.

#![deny(unsafe_code)]

mod codes;
mod conversions;
pub mod index;
pub mod material;
pub mod moves;
pub mod retrograde;
mod store;
pub mod tiny;

#[cfg(test)]
mod try_out {
    use super::*;
    use chess_arbiter::rules::*;
    use std::sync::Arc;
    use std::collections::BTreeMap;

    #[test]
    #[ignore]
    fn try_out() {
        let name = std::env::var("CLASS").unwrap_or("QRNvQRN".into());
        let mut all: BTreeMap<material::Class, Arc<conversions::Solved<Simplified>>> = BTreeMap::new();
        for class in material::plan([name.parse().unwrap()]) {
            let t = std::time::Instant::now();
            let mut r = retrograde::Retrograde::<Simplified>::new(class, |c| all.get(&c).cloned());
            let t1 = t.elapsed();
            let work = Default::default();
            let mut first = None;
            while r.step(&work).unwrap() { first.get_or_insert(t.elapsed()); }
            let total: u64 = r.halves.iter().map(|h| u64::from(h.index.len())).sum();
            let e = t.elapsed();
            for h in r.halves {
                let mut hist = [0_u64; 256];
                h.store.bytes(0..h.store.words()).for_each(|b| hist[store_settle(b)] += 1);
                let mut sym = [0_u64; 256];
                h.index.symmetric().for_each(|i| sym[store_settle(h.store.get(i))] += 1);
                let pos: Vec<u64> = (0..256).map(|i| hist[i] * 8 - 4 * sym[i]).collect();
                let quiet: u64 = pos[2..].iter().sum();
                let all_pos: u64 = pos.iter().sum();
                let longest_win = (2..125).rev().find(|i| i % 2 == 1 && hist[*i] > 0);
                let longest_loss = (2..125).rev().find(|i| i % 2 == 0 && hist[*i] > 0);
                eprintln!("{} n={} quiet {:.1}% win {:?} loss {:?} never {:.2}% of all {:.2}% of quiet", h.index.class(), h.index.len(), 100.0 * quiet as f64 / all_pos as f64, longest_win, longest_loss, 100.0 * pos[255] as f64 / all_pos as f64, 100.0 * pos[255] as f64 / quiet as f64);
                let values = h.store.bytes(0..h.store.words()).map(store::settled).collect();
                all.insert(h.index.class(), Arc::new(conversions::Solved { index: h.index, values }));
            }
            eprintln!("   {:?} setup {:?} first {:?} = {:.0} ns a class", e, t1, first, e.as_nanos() as f64 / total as f64);
        }
        fn store_settle(b: u8) -> usize { if b >= 125 { 255 } else { b as usize } }
    }
}
