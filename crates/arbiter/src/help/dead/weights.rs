//! What counts in [`score`](super::score), and how much.

/// What counts. The numbers were found by trial, so that a mate is found with few positions looked at in
/// flag-fall positions of games.
pub(super) struct Weights {
    /// Squares next to the king to be mated that are free and not attacked.
    pub(super) flight: i32,
    /// Those that its own men block, and nothing attacks.
    pub(super) blocked: i32,
    /// Attacks on squares next to it, up to twelve.
    pub(super) danger: i32,
    /// Those that its own men guard,
    pub(super) guarded: i32,
    /// and of these those that are attacked too.
    pub(super) contested: i32,
    /// Men of the attacker next to it.
    pub(super) beside: i32,
    /// Steps between the kings.
    pub(super) kings: i32,
    /// Steps to the nearest edge, and to the nearest of those across.
    pub(super) edge: i32,
    pub(super) other_edge: i32,
    pub(super) check: i32,
    /// Steps from the king to the nearest rook or queen.
    pub(super) near: i32,
    /// Men of the other side: rooks and queens, knights and bishops, pawns.
    pub(super) theirs: [i32; 3],
    /// Men of the attacker.
    pub(super) ours: [i32; 3],
    /// The attacker has pawns, but neither rook nor queen.
    pub(super) promote: i32,
    /// Then ranks that a pawn has to go, and men ahead of it.
    pub(super) rank: i32,
    pub(super) ahead: i32,
    /// The attacker has knights and bishops alone: steps to the corner where they can mate,
    pub(super) corner: i32,
    /// from there to a man that can stand in its king's way,
    pub(super) helper: i32,
    /// or the ranks that a pawn has to go to become one.
    pub(super) helper_rank: i32,
}

/// The attacker has a pawn, a rook or a queen.
pub(super) const STRONG: Weights = Weights {
    flight: 3,
    blocked: 2,
    danger: -1,
    guarded: 3,
    contested: -2,
    beside: 7,
    kings: 12,
    edge: 50,
    other_edge: 17,
    check: 31,
    near: 1,
    theirs: [12, 9, 2],
    ours: [-500, -27, -11],
    promote: -4,
    rank: 53,
    ahead: 27,
    corner: 0,
    helper: 0,
    helper_rank: 0,
};

/// It has none.
pub(super) const WEAK: Weights = Weights {
    flight: 10,
    blocked: 0,
    danger: -1,
    guarded: -9,
    contested: 5,
    beside: 8,
    kings: 17,
    edge: -2,
    other_edge: 6,
    check: -4,
    near: 0,
    theirs: [40, 24, 19],
    ours: [0, 39, 0],
    promote: 0,
    rank: 0,
    ahead: 0,
    corner: 62,
    helper: 9,
    helper_rank: 9,
};

/// Weights as they are drawn from a number: those that are usual, about half of them changed. Where pawns
/// are locked the usual ones mislead, in no one way: a few narrow searches, each with others, find more than
/// a wide one.
pub(super) struct Drawn {
    pub(super) weights: Weights,
    pub(super) is_weak: bool,
}

/// Which weights are taken.
pub(super) enum By {
    /// Those for the attacker's men,
    Usual,
    /// those for other men, which sometimes do better,
    Other,
    /// or these.
    Drawn(Drawn),
}

/// Numbers whose weights found, by trial, the most mates in locked positions with few positions looked at.
pub(super) const NUMBERS: [u64; 6] = [
    0xee81_2fbc_4db9_cff4,
    0x9193_89ea_8c29_cf38,
    0x95a3_ae00_a303_aeca,
    0x3eb0_6294_f1ac_7d3d,
    0xa9d5_25fe_18de_aa0f,
    0x8e4a_bb82_4d42_bfa7,
];

/// Others.
pub(super) const MORE_NUMBERS: [u64; 24] = {
    let mut numbers = [0; 24];
    let mut place = 0;
    while place < numbers.len() {
        numbers[place] = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        place += 1;
    }
    numbers
};

impl Drawn {
    pub(super) fn new(mut number: u64) -> Drawn {
        let mut below = move |end: i32| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as i32 % end
        };
        let is_weak = below(2) == 0;
        let mut weights = if is_weak { WEAK } else { STRONG };
        for weight in weights.all() {
            match below(6) {
                0 => *weight = 0,
                1 => *weight = *weight * below(40) / 10,
                2 => *weight = below(80) - 40,
                3 => *weight += below(21) - 10,
                _ => {}
            }
        }
        Drawn { weights, is_weak }
    }
}

impl Weights {
    fn all(&mut self) -> [&mut i32; 23] {
        let [heavy, minor, pawns] = &mut self.theirs;
        let [our_heavy, our_minor, our_pawns] = &mut self.ours;
        [
            &mut self.flight,
            &mut self.blocked,
            &mut self.danger,
            &mut self.guarded,
            &mut self.contested,
            &mut self.beside,
            &mut self.kings,
            &mut self.edge,
            &mut self.other_edge,
            &mut self.check,
            &mut self.near,
            heavy,
            minor,
            pawns,
            our_heavy,
            our_minor,
            our_pawns,
            &mut self.promote,
            &mut self.rank,
            &mut self.ahead,
            &mut self.corner,
            &mut self.helper,
            &mut self.helper_rank,
        ]
    }
}
