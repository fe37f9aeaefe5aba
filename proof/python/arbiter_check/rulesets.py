"""The table of rule sets."""

from dataclasses import dataclass

from .board import GEOMETRY


@dataclass(frozen=True)
class Rules:
    """One row of the document's table."""

    name: str
    size: int
    royal: str
    taken: bool  # may the royal be captured?
    pieces: str
    pawns: bool
    double: bool
    promotions: str
    castling: bool
    demanding: bool  # must the side not to move be out of check?

    @property
    def geometry(self):
        """The board."""
        return GEOMETRY[self.size]


RULES = {
    rules.name: rules
    for rules in (
        Rules("standard", 8, "K", False, "KQRBN", True, True, "QRBN", True, True),
        Rules("pawnless", 8, "K", False, "KQRBN", False, False, "", False, False),
        Rules("simplified", 4, "Q", True, "QRBN", False, False, "", False, False),
        Rules("simplified-pawns", 4, "Q", True, "QRBN", True, False, "RBN", False, False),
        Rules("gardner", 5, "K", False, "KQRBN", True, False, "QRBN", False, True),
        Rules("los-alamos", 6, "K", False, "KQRN", True, False, "QRN", False, True),
    )
}
STANDARD = RULES["standard"]
