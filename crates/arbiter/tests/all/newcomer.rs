//! The first twelve lines a newcomer writes.

use std::collections::HashSet;
use std::error::Error;

use chess_arbiter::{Color, Gardner, Move, Position, Role, Setup, Square, Status, legal_moves, status, uci};

#[test]
fn the_first_twelve_lines() -> Result<(), Box<dyn Error>> {
    let mut position: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
    assert_eq!(position, Position::default());
    for text in ["e2e4", "g7g5", "d2d4", "f7f6", "d1h5"] {
        let mv = uci::parse(&position, text)?;
        position = position.play(mv);
    }
    assert_eq!(position.board().role_at(Square::H5), Some(Role::Queen));
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(status(&position), Status::Checkmate);
    assert_eq!(status(&position).to_string(), "checkmate");
    assert!(legal_moves(&position).is_empty());
    Ok(())
}

#[test]
fn values_are_what_they_seem() -> Result<(), Box<dyn Error>> {
    let mv: Move = "e2e4".parse()?;
    assert_eq!(mv, Move::new(Square::E2, Square::E4));
    let mut setup = Setup::from(Position::default());
    assert_eq!(Position::try_from(setup)?, Position::default());
    setup.board.remove(Square::E8);
    let faults = Position::<chess_arbiter::Standard>::try_from(setup).unwrap_err();
    assert!(
        faults.to_string().starts_with("black has no king; black cannot have the right to castle"),
        "{faults}"
    );
    assert_eq!(faults.iter().count(), 3);
    let mut seen = HashSet::new();
    let start: Position<Gardner> = "rnbqk/ppppp/5/PPPPP/RNBQK w".parse()?;
    assert!(seen.insert(start) && !seen.insert(start));
    assert!("the king is dead".parse::<Position>().is_err());
    Ok(())
}
