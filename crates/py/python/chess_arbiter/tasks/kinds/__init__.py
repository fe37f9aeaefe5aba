"""The kinds of question."""

from __future__ import annotations

from typing import Dict

from ._kind import Draft, Kind, prompt
from .last_move import LastMove
from .legality import Legality
from .mate import Mate
from .moves import Moves
from .proof_game import ProofGame
from .repair import Repair
from .status import Status

KINDS: Dict[str, Kind] = {kind.name: kind for kind in (Status(), Moves(), Mate(), Legality(), Repair(), LastMove(), ProofGame())}
"""All of them, by name."""

__all__ = ["KINDS", "Draft", "Kind", "prompt"]
