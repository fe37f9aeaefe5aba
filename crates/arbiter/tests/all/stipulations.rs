//! Directmates, stalemates, selfmates and reflexmates against their plain definition, written once more for
//! the moves of another library.

use crate::common;

use std::collections::BTreeSet;

use chess_arbiter::attacks::{Portable, attacks};
use chess_arbiter::board::{Board, Color, Man, Move, Role, Setup, Square};
use chess_arbiter::certificate::{Claim, Evidence, Strategies};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Gardner, LosAlamos, Pawnless, Standard};
use chess_arbiter::win::solution::{Attack, Wanted};
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Moves, Plies, ProblemSolver, Solvable, Solve, SolveMates, WinAnswer};
use chess_arbiter_check::board::{Board as Checked, RuleSet};
use chess_arbiter_check::check;
use common::{Chance, cases, random_position};
use shakmaty::{CastlingMode, Chess, Position as _};

/// The attacker is to move and reaches the aim within `n` moves.
pub(crate) fn reaches(aim: Aim, at: &Chess, n: u32) -> bool {
    n > 0 && !obliged(aim, at) && successors(at).any(|next| is_reached(aim, &next, n - 1))
}

/// A reflexmate is over where the attacker could mate.
fn obliged(aim: Aim, at: &Chess) -> bool {
    aim == Aim::Reflexmate && successors(at).any(|next| next.is_checkmate())
}

/// The defender is to move, the attacker has `left` moves.
fn is_reached(aim: Aim, at: &Chess, left: u32) -> bool {
    if at.legal_moves().is_empty() {
        return match aim {
            Aim::Mate => at.is_checkmate(),
            Aim::Stalemate => at.is_stalemate(),
            _ => false,
        };
    }
    match aim {
        Aim::Selfmate => successors(at).all(|next| next.is_checkmate() || reaches(aim, &next, left)),
        Aim::Reflexmate if successors(at).any(|next| next.is_checkmate()) => true,
        _ => left > 0 && successors(at).all(|next| reaches(aim, &next, left)),
    }
}

fn successors(at: &Chess) -> impl Iterator<Item = Chess> {
    let at = at.clone();
    at.legal_moves().into_iter().map(move |mv| at.clone().play(mv).expect("it is legal"))
}

pub(crate) fn keys(aim: Aim, at: &Chess, n: u32) -> BTreeSet<String> {
    if obliged(aim, at) {
        return BTreeSet::new();
    }
    let reached = |mv: &shakmaty::Move| is_reached(aim, &at.clone().play(*mv).unwrap(), n - 1);
    let text = |mv: shakmaty::Move| mv.to_uci(CastlingMode::Standard).to_string();
    at.legal_moves().into_iter().filter(reached).map(text).collect()
}

pub(crate) fn theirs(position: &Position<Standard>) -> Option<Chess> {
    let text = fen::write::<Standard>(&position.to_setup());
    let fen: shakmaty::fen::Fen = text.parse().ok()?;
    // Three men that check at once and the like are impossible to them, and left out.
    fen.into_position(CastlingMode::Standard).ok()
}

/// A few men, the kings near the edge and near one another, so that much is mate and stalemate.
pub(crate) fn small_position(chance: &mut Chance, most: usize) -> Option<Position<Standard>> {
    let mut setup = Setup::new(Board::default(), chance.pick(&Color::BOTH));
    let mut put = |chance: &mut Chance, man: Man| {
        let (files, ranks) = if man.role == Role::King { (3, 3) } else { (5, 5) };
        let square = Square::at(chance.below(files) as u8, chance.below(ranks) as u8);
        if setup.board.man_at(square).is_none() {
            setup.board.put(square, man);
        }
    };
    for color in Color::BOTH {
        put(chance, Man { color, role: Role::King });
    }
    for _ in 0..1 + chance.below(most) {
        let color = chance.pick(&Color::BOTH);
        let role =
            chance.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        put(chance, Man { color, role });
    }
    Position::new(&setup, Policy::Movable).ok()
}

/// A position from which one with the defender to move, that has to mate, arises in so many plies; with other
/// men beside, that may spoil it.
fn position_before_a_selfmate(chance: &mut Chance, ends: &[&str], plies: u32) -> Option<Position<Standard>> {
    let mut setup = fen::position::<Standard>(chance.pick(ends)).unwrap().to_setup();
    for _ in 0..chance.below(3) {
        let square = Square::at(chance.below(8) as u8, 1 + chance.below(6) as u8);
        if setup.board.man_at(square).is_none() {
            let color = chance.pick(&Color::BOTH);
            let role = chance.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
            setup.board.put(square, Man { color, role });
        }
    }
    let mut at = Position::new(&setup, Policy::Movable).ok()?;
    for _ in 0..plies {
        // A move taken back is one made by the other side, if it takes nothing and is none of a pawn.
        let mut setup = at.to_setup();
        setup.turn = !setup.turn;
        at = (0..20).find_map(|_| {
            let pieces = at.board().color(setup.turn) - at.board().role(Role::Pawn);
            let squares: Vec<Square> = pieces.into_iter().collect();
            let to = chance.pick(&squares);
            let man = at.board().man_at(to)?;
            let reach = attacks::<Standard, Portable>(man.role, man.color, to, at.board().occupied());
            let squares: Vec<Square> = (reach - at.board().occupied()).into_iter().collect();
            if squares.is_empty() {
                return None;
            }
            let mut before = setup;
            before.board.remove(to);
            before.board.put(chance.pick(&squares), man);
            Position::new(&before, Policy::Movable).ok()
        })?;
    }
    Some(at)
}

pub(crate) fn solver(aim: Aim) -> ProblemSolver<Standard> {
    ProblemSolver::new(aim, Limits { memory: 16 << 20, ..Limits::default() })
}

/// Everything that is asked of a position, against the definition.
fn compare(solver: &mut ProblemSolver<Standard>, aim: Aim, position: &Position<Standard>, most: u32) -> u32 {
    let Some(chess) = theirs(position) else { return 0 };
    let text = fen::write::<Standard>(&position.to_setup());
    let fewest = (1..=most).find(|&n| reaches(aim, &chess, n));
    let expected = match fewest {
        Some(n) => WinAnswer::Win { plies: aim.plies(Moves(n)), shortest: true },
        None => WinAnswer::NoWin { plies: aim.plies(Moves(most)) },
    };
    let answer = solver.within(position, aim.plies(Moves(most)));
    // Never is more than was asked.
    if answer != WinAnswer::Never || fewest.is_some() {
        assert_eq!(answer, expected, "{aim:?} {text}");
    }
    let certificate = solver.certificate(position, answer).unwrap().expect("it is decided").to_json();
    let accepted = check(&certificate).unwrap_or_else(|why| panic!("{}: {text}: {why}", aim.sign()));
    assert_eq!(accepted.aim, aim.name());
    for n in 1..=most {
        let ours = solver.keys(position, Moves(n)).unwrap();
        let ours: BTreeSet<String> = ours.into_iter().map(|mv| uci::write(position, mv)).collect();
        assert_eq!(ours, keys(aim, &chess, n), "keys of {}{n}: {text}", aim.sign());
        let first = solver.mating_move(position, Moves(n)).unwrap();
        assert_eq!(first.is_some(), !ours.is_empty(), "{}{n}: {text}", aim.sign());
        assert!(first.is_none_or(|mv| ours.contains(&uci::write(position, mv))));
    }
    if let Some(n) = fewest {
        let line = solver.line(position, answer).unwrap();
        assert_eq!(Plies(line.len() as u32), aim.plies(Moves(n)), "{}: {text}", aim.sign());
        let end = line.iter().fold(*position, |at, &mv| at.play(mv));
        let end = theirs(&end).unwrap();
        assert!(if aim == Aim::Stalemate { end.is_stalemate() } else { end.is_checkmate() });
    }
    fewest.unwrap_or(0)
}

#[test]
fn every_answer_agrees_with_the_definition() {
    let mut chance = Chance(15);
    let ends = ends();
    let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
    let rounds = if std::env::var_os("ARBITER_LONG").is_some() { 40_000 } else { 400 };
    for aim in Aim::ALL {
        let mut solver = solver(aim);
        let mut fewest = [0; 4];
        for _ in 0..rounds {
            if let Some(position) = small_position(&mut chance, 6) {
                fewest[compare(&mut solver, aim, &position, 2) as usize] += 1;
            }
        }
        for _ in 0..rounds / 8 {
            if let Some(position) = small_position(&mut chance, 3) {
                fewest[compare(&mut solver, aim, &position, 3) as usize] += 1;
            }
        }
        for (plies, rounds) in [(1, rounds / 4), (3, rounds), (5, rounds / 20)] {
            for _ in 0..rounds {
                if let Some(position) = position_before_a_selfmate(&mut chance, &ends, plies) {
                    fewest[compare(&mut solver, aim, &position, plies.div_ceil(2)) as usize] += 1;
                }
            }
        }
        assert!(fewest[..3].iter().all(|&count| count > 0), "{aim:?}: {fewest:?}");
    }
}

/// Whether what follows a move of the attacker, to reach the aim within `moves` with it, is true and whole.
fn follows(aim: Aim, root: &Position<Standard>, attack: &Attack, moves: u32) {
    let after = root.play(attack.mv);
    let text = format!("{}{moves} {root} {}", aim.sign(), attack.mv);
    let theirs = |at: &Position<Standard>| theirs(at).unwrap();
    assert!(is_reached(aim, &theirs(&after), moves - 1), "{text}");
    let threats: Vec<Move> = attack.threats.iter().map(|threat| threat.mv).collect();
    let mates = |mv: &Move| theirs(&after.play(*mv)).is_checkmate();
    let replies = legal_moves(&after);
    let has_to_mate = aim == Aim::Reflexmate && replies.iter().any(mates);
    for reply in replies {
        let next = after.play(reply);
        let told = attack.defences.iter().find(|defence| defence.mv == reply);
        let told = told.map(|told| told.continuations.as_slice());
        if aim.is_selfmate() && mates(&reply) {
            assert_eq!(told.map(<[Attack]>::len), Some(0), "{text} {reply}");
            continue;
        }
        if has_to_mate {
            assert!(told.is_none(), "{text} {reply}");
            continue;
        }
        let soonest = (1..moves).find(|&n| reaches(aim, &theirs(&next), n)).expect("it is a solution");
        let best = keys(aim, &theirs(&next), soonest);
        let Some(continuations) = told else {
            let threatened = |mv: &Move| best.contains(&uci::write(&next, *mv));
            assert!(threats.iter().any(threatened), "left out, but no threat answers it: {text} {reply}");
            continue;
        };
        let moves: BTreeSet<String> =
            continuations.iter().map(|attack| uci::write(&next, attack.mv)).collect();
        assert_eq!(moves, best, "{text} {reply}");
        for attack in continuations.iter().filter(|_| soonest > 1 || aim.is_selfmate()) {
            follows(aim, &next, attack, soonest);
        }
    }
}

fn ends() -> Vec<String> {
    cases("win/selfmates.fen").lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
}

/// Positions with a solution in so many moves, as the solver says.
pub(crate) fn solvable(aim: Aim, moves: u32, most: usize) -> Vec<Position<Standard>> {
    let (mut chance, mut found) = (Chance(u64::from(moves)), Vec::new());
    let (ends, mut solver) = (ends(), solver(aim));
    let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
    for _ in 0..20_000 {
        let position = if aim.is_selfmate() {
            position_before_a_selfmate(&mut chance, &ends, 2 * moves - 1)
        } else {
            small_position(&mut chance, 5)
        };
        let Some(position) = position.filter(|position| theirs(position).is_some()) else { continue };
        let answer = solver.within(&position, aim.plies(Moves(moves)));
        if answer == (WinAnswer::Win { plies: aim.plies(Moves(moves)), shortest: true }) {
            found.push(position);
            if found.len() == most {
                break;
            }
        }
    }
    found
}

#[test]
fn solutions_agree_with_the_definition() {
    for aim in Aim::ALL {
        for moves in 1..=2 {
            let positions = solvable(aim, moves, 8);
            assert!(positions.len() > 1, "{aim:?}");
            for position in positions {
                let wanted = Wanted { tries: 1, set_play: true, ..Wanted::default() };
                let solution = solver(aim).solution(&position, Moves(moves), &wanted).unwrap();
                assert!(!solution.keys.is_empty() && solution.complete && solution.aim == aim);
                for key in solution.keys.iter().filter(|_| moves > 1 || aim.is_selfmate()) {
                    follows(aim, &position, key, moves);
                }
                for attempt in &solution.tries {
                    let after = position.play(attempt.attack.mv);
                    let refutes = |&mv: &Move| {
                        let next = theirs(&after.play(mv)).unwrap();
                        !(reaches(aim, &next, moves - 1) || aim.is_selfmate() && next.is_checkmate())
                    };
                    let refutations: Vec<Move> = legal_moves(&after).into_iter().filter(refutes).collect();
                    assert_eq!(refutations, attempt.refutations, "{position} {}", attempt.attack.mv);
                }
            }
        }
    }
}

#[test]
fn mutated_certificates_are_refused() {
    let mut seen = [0; 4];
    for aim in Aim::ALL {
        for position in solvable(aim, 2, 4) {
            let plies = aim.plies(Moves(2));
            let answer = WinAnswer::Win { plies, shortest: true };
            let certificate = solver(aim).certificate(&position, answer).unwrap().unwrap();
            let refused = |change: &dyn Fn(&mut Claim, &mut Strategies)| {
                let mut mutant = certificate.clone();
                let Evidence::Strategies(strategies) = &mut mutant.evidence else { panic!("{position}") };
                change(&mut mutant.claim, strategies);
                check(&mutant.to_json()).is_err()
            };
            let Evidence::Strategies(whole) = &certificate.evidence else { panic!("{position}") };
            assert!(!refused(&|_, _| {}));
            let strategy = whole.strategy.as_ref().unwrap();
            for (i, node) in strategy.iter().enumerate() {
                seen[0] += 1;
                assert!(
                    refused(&|_, mutant| drop(mutant.strategy.as_mut().unwrap().remove(i))),
                    "{position}"
                );
                let shorter = |_: &mut Claim, mutant: &mut Strategies| {
                    mutant.strategy.as_mut().unwrap()[i].1 -= 2;
                };
                // A node may say more than is needed only where it is.
                seen[1] += u32::from(node.1 > 2 && refused(&shorter));
            }
            for other in Aim::ALL.into_iter().filter(|&other| other != aim) {
                let change = |claim: &mut Claim, _: &mut Strategies| {
                    let Claim::Win { aim, .. } = claim else { panic!("{position}") };
                    *aim = other.name().map(String::from);
                };
                // Where the defender cannot but mate, a selfmate is a reflexmate.
                let alike = aim.is_selfmate() && other.is_selfmate();
                assert!(alike || refused(&change), "{position} {aim:?} {other:?}");
                seen[3] += 1;
            }
            let fewer = |claim: &mut Claim, _: &mut Strategies| {
                let Claim::Win { plies: Some(plies), .. } = claim else { panic!("{position}") };
                *plies -= 1;
            };
            assert!(refused(&fewer), "{position}");
        }
    }
    for aim in Aim::ALL {
        let mut chance = Chance(3);
        let positions = (0..200).filter_map(|_| small_position(&mut chance, 5));
        let plies = aim.plies(Moves(2));
        let not = |position: &Position<Standard>| {
            solver(aim).within(position, plies) == WinAnswer::NoWin { plies } && theirs(position).is_some()
        };
        for position in positions.filter(not).take(4) {
            let certificate =
                solver(aim).certificate(&position, WinAnswer::NoWin { plies }).unwrap().unwrap();
            let Evidence::Strategies(Strategies { refutation: Some(nodes), .. }) = &certificate.evidence
            else {
                panic!("{position}")
            };
            for i in (0..nodes.len()).filter(|&i| nodes[i].2.is_some()) {
                let mut mutant = certificate.clone();
                let Evidence::Strategies(Strategies { refutation: Some(nodes), .. }) = &mut mutant.evidence
                else {
                    panic!("{position}")
                };
                nodes.remove(i);
                assert!(check(&mutant.to_json()).is_err(), "{position} {aim:?} {i}");
                seen[2] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// The same definition over the moves of the checker, which knows all rule sets.
fn reached(aim: Aim, at: &Checked, left: u32) -> bool {
    let replies = at.playable_moves();
    if replies.is_empty() {
        let wanted = match aim {
            Aim::Mate => true,
            Aim::Stalemate => false,
            _ => return false,
        };
        return at.is_attacked(at.turn) == wanted;
    }
    let mates = |mv: &chess_arbiter_check::moves::Move| at.wins(mv);
    match aim {
        Aim::Reflexmate if replies.iter().any(mates) => true,
        Aim::Selfmate => {
            replies.iter().all(|mv| at.wins(mv) || !first_moves(aim, &at.play(mv), left).is_empty())
        }
        _ => left > 0 && replies.iter().all(|mv| !first_moves(aim, &at.play(mv), left).is_empty()),
    }
}

/// The keys, as far as the first one matters, within so many moves.
fn first_moves(aim: Aim, at: &Checked, moves: u32) -> Vec<String> {
    let all = at.playable_moves();
    if moves == 0 || aim == Aim::Reflexmate && all.iter().any(|mv| at.wins(mv)) {
        return Vec::new();
    }
    let keys = all.into_iter().filter(|mv| reached(aim, &at.play(mv), moves - 1));
    keys.map(|mv| mv.to_string()).collect()
}

fn agrees_with_the_checker<R: Solvable>(chance: &mut Chance, found: &mut u32) {
    for aim in Aim::ALL {
        let mut solver = R::problem_solver(aim, Limits::default()).expect("won by checkmate");
        for round in 0..160 {
            let position = random_position::<R>(chance);
            let men = position.board().occupied().len();
            let moves = if men < 9 && round % 4 == 0 { 2 } else { 1 };
            let text = fen::write_key::<R>(&position.to_setup());
            let board = Checked::parse(RuleSet::from_name(R::NAME).unwrap(), &text).unwrap();
            let expected: BTreeSet<String> = first_moves(aim, &board, moves).into_iter().collect();
            let keys = solver.mates().unwrap().keys(&position, Moves(moves)).unwrap();
            let keys: BTreeSet<String> = keys.into_iter().map(|mv| uci::write(&position, mv)).collect();
            assert_eq!(keys, expected, "{}{moves} {text} ({})", aim.sign(), R::NAME);
            let answer = solver.within(&position, aim.plies(Moves(moves)));
            assert_eq!(matches!(answer, WinAnswer::Win { .. }), !keys.is_empty(), "{} {text}", aim.sign());
            let certificate = solver.certificate(&position, answer).unwrap().unwrap();
            check(&certificate.to_json()).unwrap_or_else(|why| panic!("{} {text}: {why}", aim.sign()));
            *found += u32::from(!keys.is_empty());
        }
    }
}

#[test]
fn every_rule_set_agrees_with_the_checker() {
    let (mut chance, mut found) = (Chance(8), 0);
    agrees_with_the_checker::<Standard>(&mut chance, &mut found);
    agrees_with_the_checker::<Pawnless>(&mut chance, &mut found);
    agrees_with_the_checker::<Gardner>(&mut chance, &mut found);
    agrees_with_the_checker::<LosAlamos>(&mut chance, &mut found);
    assert!(found > 50, "{found}");
}

#[test]
fn a_limit_leaves_what_is_proved() {
    let position = Position::initial();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let answer = ProblemSolver::new(Aim::Selfmate, limits).within(&position, Plies(20));
    let WinAnswer::Undecided { no_win_within, win_within: None, limit } = answer else { panic!("{answer}") };
    assert!(no_win_within > Plies(0) && limit == chess_arbiter::win::Reached::Nodes, "{answer}");
}

/// The keys in a solution by Popeye: lines like `1.Sc3*b5 + !`. Castling does not arise here.
fn keys_by_popeye(solution: &str) -> BTreeSet<String> {
    let key = |line: &str| {
        let mv = line.trim().strip_prefix("1.")?.strip_suffix(" !")?.split(' ').next()?;
        let (mv, promotion) = mv.split_once('=').unwrap_or((mv, ""));
        let squares = mv.trim_start_matches(['K', 'Q', 'R', 'B', 'S']).replace(['-', '*'], "");
        Some(squares.get(..4)?.to_string() + &promotion.to_lowercase().replace('s', "n"))
    };
    solution.lines().filter_map(key).collect()
}

#[test]
#[ignore = "needs Popeye, whose path POPEYE gives"]
fn keys_agree_with_popeye() {
    let path = std::env::var("POPEYE").expect("POPEYE names the program");
    let (mut chance, ends, mut seen) = (Chance(31), ends(), 0);
    let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
    let file = std::env::temp_dir().join(format!("arbiter-{}.inp", std::process::id()));
    for round in 0..400 {
        let aim = chance.pick(&Aim::ALL);
        let moves = 1 + round % 3;
        let position = position_before_a_selfmate(&mut chance, &ends, 2 * moves - 1);
        // White begins.
        let Some(position) = position.filter(|position| position.turn() == Color::White) else { continue };
        let board = fen::write::<Standard>(&position.to_setup());
        // Its knights are S.
        let board = board.split(' ').next().unwrap().replace('n', "s").replace('N', "S");
        let problem = format!("Stipulation {}{moves}\nForsyth {board}\nOption NoBoard", aim.sign());
        std::fs::write(&file, format!("BeginProblem\n{problem}\nEndProblem\n")).unwrap();
        let said = std::process::Command::new(&path).arg(&file).output().unwrap().stdout;
        let ours = solver(aim).keys(&position, Moves(moves)).unwrap();
        let ours: BTreeSet<String> = ours.into_iter().map(|mv| uci::write(&position, mv)).collect();
        assert_eq!(ours, keys_by_popeye(&String::from_utf8_lossy(&said)), "{}{moves} {position}", aim.sign());
        seen += usize::from(!ours.is_empty());
    }
    std::fs::remove_file(&file).unwrap();
    assert!(seen > 20, "{seen}");
}
