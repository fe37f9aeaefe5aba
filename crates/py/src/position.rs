//! One position.

use chess_arbiter::board::{self, Color, ParseSquareError};
use chess_arbiter::format::{fen, parse_move, parse_problem, parse_setup};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::with_rules;
use chess_arbiter_answer::Svg;
use pyo3::prelude::*;

use crate::error;

/// Anything that was written down as a position.
#[pyclass(frozen, module = "chess_arbiter._native")]
pub(crate) struct Setup {
    setup: board::Setup,
    rules: RulesKind,
    /// The text does not say who may castle, and by the convention of problems somebody may.
    open_castling: bool,
}

#[pymethods]
impl Setup {
    /// Reads a FEN, an EPD or a diagram.
    #[new]
    fn new(py: Python<'_>, text: &str, rules: &str) -> PyResult<Setup> {
        let rules = kind(rules)?;
        let setup = with_rules!(rules, R => parse_setup::<R>(text));
        let setup = setup.map_err(|fault| error::position(py, &fault, None))?;
        let problem = with_rules!(rules, R => parse_problem::<R>(text));
        Ok(Setup { setup, rules, open_castling: problem.is_ok_and(|problem| problem.assumed.has_any()) })
    }

    /// The rule set's name.
    #[getter]
    fn rules(&self) -> &'static str {
        self.rules.name()
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        with_rules!(self.rules, R => fen::write::<R>(&self.setup))
    }

    /// The position as FEN, `?` for castling rights about which nothing was said: as a win is asked for.
    #[getter]
    fn problem(&self) -> String {
        if !self.open_castling {
            return self.fen();
        }
        let key = self.key();
        let fields: Vec<_> = key.split(' ').collect();
        match fields[..] {
            [men, turn, _, en_passant] => format!("{men} {turn} ? {en_passant}"),
            _ => key,
        }
    }

    /// The position without clocks, as certificates name it.
    #[getter]
    fn key(&self) -> String {
        with_rules!(self.rules, R => fen::write_key::<R>(&self.setup))
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (u8, u8) {
        self.rules.size()
    }

    /// Whether White is to move.
    #[getter]
    fn white_to_move(&self) -> bool {
        self.setup.turn == Color::White
    }

    /// Squares with the letters of the men on them.
    #[getter]
    fn men(&self) -> Vec<(String, char)> {
        self.setup.board.iter().map(|(square, man)| (square.to_string(), man.letter())).collect()
    }

    /// Where the royal of the side to move stands.
    #[getter]
    fn royal(&self) -> Option<String> {
        let royal = with_rules!(self.rules, R => self.setup.board.men(self.setup.turn, R::ROYAL).first());
        royal.map(|square| square.to_string())
    }

    /// The board as SVG, with squares lit, one of them attacked, and arrows between squares.
    fn svg(
        &self,
        size: u32,
        title: &str,
        attacked: Option<&str>,
        lit: Vec<String>,
        arrows: Vec<(String, String)>,
    ) -> PyResult<String> {
        let square =
            |name: &str| name.parse().map_err(|wrong: ParseSquareError| error::value(wrong.to_string()));
        let attacked = attacked.map(square).transpose()?;
        let lit = lit.iter().map(|name| square(name)).collect::<PyResult<_>>()?;
        let arrows = arrows.iter().map(|(from, to)| Ok((square(from)?, square(to)?)));
        let arrows = &arrows.collect::<PyResult<Vec<_>>>()?;
        let plain = Svg::of(self.rules, &self.setup.board);
        Ok(Svg { size, title, attacked, lit, arrows, ..plain }.to_string())
    }

    /// The position after a move, as in UCI or SAN.
    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<Setup> {
        let setup = with_rules!(self.rules, R => {
            let position = self.position::<R>(py)?;
            parse_move(&position, mv).map(|mv| position.play(mv).to_setup())
        });
        let setup = setup.map_err(|fault| error::position(py, &fault, None))?;
        Ok(Setup { setup, rules: self.rules, open_castling: false })
    }
}

impl Setup {
    fn position<R: Rules>(&self, py: Python<'_>) -> PyResult<Position<R>> {
        Position::new(&self.setup, Policy::Movable).map_err(|faults| error::faults(py, faults))
    }
}

/// The rule set of that name.
pub(crate) fn kind(name: &str) -> PyResult<RulesKind> {
    let told = |unknown| error::value(format!("{unknown}; and chess960, which is standard from any array"));
    name.parse::<RulesKind>().map_err(told)
}
