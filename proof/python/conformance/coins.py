"""Totals put together from coins: cases that cost just what they may, or one more."""

from functools import cache
from math import inf


@cache
def _last(coins, most):
    """For each total which is the last of the fewest coins that make it, if any do."""
    number, last = [0], [None]
    for total in range(1, most + 1):
        ways = [(number[total - coin], coin) for coin in coins if coin <= total]
        few, coin = min(ways, default=(inf, None))
        number.append(few + 1)
        last.append(coin if few < inf else None)
    return last


def made_of(coins, total, most):
    """The fewest coins that make a total up to `most`, or None."""
    last, found = _last(tuple(sorted(coins)), most), []
    while total > 0 and last[total]:
        found.append(last[total])
        total -= last[total]
    return None if total else found
