"""Positions, moves and castling."""

from . import boards
from .made import Cases, safe


def cases():
    """The topic."""
    made = Cases("position")
    king = "4k3/8/8/8/8/8/8/4K2R"
    made.good("plain", "one spelling: men, side, rights, en passant square", safe(f"{king} w K -", "e1f1"))
    for name, why, position in (
        ("clocks", "clocks are not allowed", f"{king} w K - 0 1"),
        ("no-passant", "the field for the en passant square is missing", f"{king} w K"),
        ("men-only", "side and other fields are missing", king),
        ("double-space", "single spaces", f"{king}  w K -"),
        ("leading-space", "nothing before the men", f" {king} w K -"),
        ("trailing-space", "nothing after the last field", f"{king} w K - "),
        ("tab", "fields are separated by spaces", f"{king}\tw K -"),
        ("side-upper", "the side is w or b", f"{king} W K -"),
        ("side-word", "the side is w or b", f"{king} white K -"),
        ("adjacent-digits", "adjacent digits", "44/8/8/8/4k3/8/8/4K2R w K -"),
        ("zero", "0 is no digit of a position", "8/8/8/8/4k3/8/08/4K2R w K -"),
        ("nine", "9 is no digit of a position", "9/8/8/8/4k3/8/8/4K2R w K -"),
        ("short-rank", "a rank of seven squares", "7/8/8/8/4k3/8/8/4K2R w K -"),
        ("long-rank", "a rank of nine squares", "4k4/8/8/8/8/8/8/4K2R w K -"),
        ("seven-ranks", "seven ranks", "4k3/8/8/8/8/8/4K2R w - -"),
        ("nine-ranks", "nine ranks", "8/4k3/8/8/8/8/8/8/4K2R w K -"),
        ("empty-rank", "an empty rank is 8", "4k3/8/8//8/8/8/4K2R w K -"),
        ("unknown-man", "no man has this letter", "4k3/8/8/8/8/8/7X/4K2R w K -"),
        ("no-king", "White has no king", "4k3/8/8/8/8/8/8/7R w - -"),
        ("two-kings", "each side has exactly one king", "4k3/8/8/8/8/8/8/K3K2R w K -"),
        ("pawn-on-eighth", "no pawn stands on rank 8", "4k2P/8/8/8/8/8/8/4K2R w K -"),
        ("pawn-on-first", "no pawn stands on rank 1", "4k3/8/8/8/8/8/8/P3K2R w K -"),
        ("black-pawn-on-eighth", "nor a black one on its own first rank", "p3k3/8/8/8/8/8/8/4K2R w K -"),
        ("waiting-in-check", "the king of the side not to move is attacked", "4k2R/8/8/8/8/8/8/4K3 w - -"),
        (
            "kings-adjacent",
            "the king of the side not to move is attacked, by the king",
            "8/8/8/8/8/8/4k3/4K2R w K -",
        ),
        ("rights-empty", "no rights are written -", f"{king} w  -"),
        ("rights-order", "White's rights come before Black's", "4k2r/8/8/8/8/8/8/4K2R w kK -"),
        ("rights-order-sides", "the h-side before the a-side", "4k3/8/8/8/8/8/8/R3K2R w QK -"),
        ("rights-twice", "a right twice", f"{king} w KK -"),
        ("rights-dash", "a right and a dash", f"{king} w K- -"),
        ("rights-no-rook", "no rook stands there", f"{king} w Q -"),
        (
            "rights-letter-of-outermost",
            "the outermost rook has the letter K, not that of its file",
            f"{king} w H -",
        ),
        ("rights-letter-no-rook", "no rook stands on that file", f"{king} w G -"),
        ("rights-black-no-rook", "Black has no rook", f"{king} w Kk -"),
        (
            "rights-two-on-a-side",
            "at most one right on each side of the king",
            "4k3/8/8/8/8/8/8/4KR1R w KF -",
        ),
        ("rights-file-of-king", "the file letter of the king", f"{king} w E -"),
        ("passant-no-pawn", "no pawn stands beyond the en passant square", f"{king} w K e6"),
        ("passant-rank", "with White to move the square is on rank 6", "4k3/8/8/8/3p4/8/8/4K2R w K d3"),
        ("passant-own-pawn", "the pawn beyond is an enemy", "4k3/8/8/3P4/8/8/8/4K2R w K d6"),
        ("passant-occupied", "the square is empty", "4k3/8/3n4/3p4/8/8/8/4K2R w K d6"),
        (
            "passant-start-occupied",
            "the square that the pawn came from is empty",
            "4k3/3n4/8/3p4/8/8/8/4K2R w K d6",
        ),
        ("passant-upper", "squares are in small letters", "4k3/8/8/3p4/8/8/8/4K2R w K D6"),
        ("passant-none", "no square of the board", "4k3/8/8/3p4/8/8/8/4K2R w K i6"),
    ):
        made.bad(name, why, safe(position, "e1f1"))
    made.trap(
        "rights-second-rank",
        "a right needs king and rook on their first rank",
        safe("4k3/8/8/8/8/8/4K2R/8 w K -", "e2f2"),
    )
    made.trap(
        "rights-king-second-rank",
        "the king of a right stands on its first rank",
        safe("4k3/8/8/8/8/8/4K3/7R w K -", "e2f2"),
    )
    made.trap(
        "rights-black-wrong-rank",
        "Black's first rank is the eighth",
        safe("8/8/8/8/8/8/3K4/4k2r w k -", "d2c3"),
    )
    made.good(
        "passant",
        "given when the last move was a double step, though no pawn can capture",
        safe("4k3/8/8/3p4/8/8/8/4K2R w K d6", "e1f1"),
    )
    made.good("passant-black", "with Black to move on rank 3", safe("4k3/8/8/8/4P3/8/8/4K3 b - e3", "e8f8"))
    made.good(
        "passant-capture", "an en passant capture is a move", safe("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6")
    )
    made.bad(
        "passant-not-given",
        "no en passant capture without the square",
        safe("4k3/8/8/3pP3/8/8/8/4K3 w - -", "e5d6"),
    )
    made.trap(
        "passant-pinned",
        "both pawns leave the rank, and the king is attacked: not safe",
        safe("4k3/8/8/K2pP2r/8/8/8/8 w - d6", "e5d6"),
    )
    made.good(
        "passant-other-move",
        "where that capture is not safe others may be",
        safe("4k3/8/8/K2pP2r/8/8/8/8 w - d6", "a5a4"),
    )
    boards.moves(made)
    boards.castling(made)
    boards.boards(made)
    return made
