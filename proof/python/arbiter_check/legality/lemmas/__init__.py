"""The lemmas, one file each."""

from ...errors import demand
from .. import instant
from . import cases, files, kernel, locked, order, origins, parity

LEMMAS = {
    **instant.LEMMAS,
    "files": files.applies,
    "origins": origins.applies,
    "locked": locked.applies,
}
# Those whose nodes bring cases that show that they apply.
WITH_CASES = {
    "order": order.check,
    "parity": parity.check,
    "columns": cases.check_columns,
    "confined-columns": cases.check_confined,
    "kernel": kernel.check,
}


def check(name, past, array, place, *shown):
    """Refuses unless the lemma applies to the past: by its cases, if it has some."""
    if name not in instant.LEMMAS:
        refuted = instant.applies(past, array)
        demand(refuted is None, "lemma", f"node {place}: {name} is not asked where {refuted} applies")
    if name in WITH_CASES:
        demand(shown, "lemma", f"node {place}: {name} takes cases")
        WITH_CASES[name](past, array, *shown)
        return
    demand(LEMMAS[name](past, array), "lemma", f"node {place}: {name} does not apply")
