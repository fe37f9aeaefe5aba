"""`locked`."""

from .rounds import Rounds


def applies(past, array):
    """Do the rounds end with this lemma?"""
    return Rounds(past, array).lemma == "locked"
