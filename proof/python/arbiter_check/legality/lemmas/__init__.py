"""The lemmas, one file each."""

from ...errors import demand
from .. import instant
from . import cases, columns, confined, files, kernel, locked, order, origins, parity

LEMMAS = {
    **instant.LEMMAS,
    "files": files.applies,
    "origins": origins.applies,
    "locked": locked.applies,
    "order": order.applies,
    "parity": parity.applies,
    "columns": columns.applies,
    "confined-columns": confined.applies,
    "kernel": kernel.applies,
}
# Those that cases may show to apply.
WITH_CASES = ("columns", "confined-columns", "kernel")


def check(name, past, array, place, *shown):
    """Refuses unless the lemma applies to the past: by its cases, if they are shown."""
    if name not in instant.LEMMAS:
        refuted = instant.applies(past, array)
        demand(refuted is None, "lemma", f"node {place}: {name} is not asked where {refuted} applies")
    if shown:
        if name == "kernel":
            kernel.check(past, array, *shown)
        else:
            cases.check(name, past, array, *shown)
        return
    demand(LEMMAS[name](past, array), "lemma", f"node {place}: {name} does not apply")
