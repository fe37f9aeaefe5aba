use super::*;
use crate::board::Color;
use crate::format::fen;
use crate::moves::Past;
use crate::reach::facts::mobility::Mobility;
use crate::reach::facts::needs::Needs;
use crate::reach::proof_game::chance::Chance;
use crate::reach::proof_game::script::Script;
use crate::rules::Standard;

/// Positions with many promoted pieces, with pawns that have gone far from home, and with few men lost.
const POSITIONS: [&str; 8] = [
    "1Q3bR1/1N2bRr1/2kpN1b1/Q2r1B1b/2b1K1p1/1nb1B3/Rp1P1N1P/n1r5 b - - 0 1",
    "2rQq1R1/1R1pP1bq/K1bn1Nbr/1P2Q1q1/5r1B/3PqQ2/B5P1/1k3n1R b - - 0 1",
    "3krB2/B2p1B1K/N1b5/B3Br1R/nB3N2/1NR1Rbb1/3n2N1/1nqn1n2 b - - 0 1",
    "2n1b3/1N1Pp1q1/pn1b2pn/1B5Q/3k1B2/1PN2r1R/P1bp2P1/KN2B1r1 w - - 0 1",
    "q2b2R1/k2r1Bpr/NRKN2Pn/3R3b/1pPb2BN/3Qq1R1/8/B1nr1Q2 w - - 0 1",
    "6R1/1rk4p/n4b2/rbN2q2/Q1n1B1NQ/1bNpb1P1/Rr1BKR2/3n1Q2 w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r4rk1/pp3ppp/2p5/3pP3/3P4/P1P5/2P2PPP/R4RK1 w - - 0 20",
];

fn past(position: &str) -> Past {
    Past::from(&fen::parse::<Standard>(position).unwrap())
}

fn columns(past: &Past) -> Columns {
    let mobility = Mobility::of(past);
    let needs = Color::BOTH.map(|color| Needs::of(&past.board, color, &mobility).unwrap());
    Columns::new(past, needs).unwrap()
}

/// Visits plans of a position, for various assignments and seeds.
fn plans(past: &Past, mut visit: impl FnMut(Vec<PawnStep>)) {
    let columns = columns(past);
    let mut assignments = 0;
    columns.search(10_000, &mut |assignment| {
        for seed in 0..6 {
            let effort = PlanBounds { nodes: 300, until: None };
            if let Planned::Steps(steps) = plan_of(&past.board, &columns, assignment, effort, seed) {
                visit(steps);
            }
        }
        assignments += 1;
        assignments == 6
    });
}

#[test]
fn pawns_can_do_what_is_planned() {
    for position in POSITIONS {
        let past = past(position);
        let mut count = 0;
        plans(&past, |steps| {
            count += 1;
            assert!(Script::new(&steps, &past).is_ok(), "{position} {steps:?}");
        });
        assert!(count > 0, "{position}");
    }
}

#[test]
fn pawns_can_do_it_in_another_order() {
    let mut chance = Chance::new(1);
    for position in POSITIONS {
        let past = past(position);
        plans(&past, |steps| {
            for order in [
                StepOrder::Planned,
                StepOrder::ByPawn,
                StepOrder::SideBySide,
                StepOrder::Any,
                StepOrder::Promotions,
            ] {
                let other = reordered(&steps, order, &mut chance);
                assert_eq!(other.len(), steps.len());
                assert!(Script::new(&other, &past).is_ok(), "{position} {order:?} {other:?}");
            }
        });
    }
}

#[test]
fn captures_come_first() {
    let past = past(POSITIONS[0]);
    let is_capture = |step: &PawnStep| !matches!(step, PawnStep::Push { .. });
    let mut earlier = 0;
    plans(&past, |steps| {
        let other = reordered(&steps, StepOrder::ByPawn, &mut Chance::new(1));
        let last = |steps: &[PawnStep]| steps.iter().rposition(is_capture);
        assert!(last(&other) <= last(&steps));
        earlier += usize::from(last(&other) < last(&steps));
    });
    assert!(earlier > 0);
}
