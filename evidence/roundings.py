"""Whether two amounts are one, the coarser of them the rounding of the finer at its own written precision."""

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

_MOST_PLACES = 12
"""Decimals of an amount; more are no amount anybody writes."""


class Written(NamedTuple):
    """An amount in whole units, and what one step of its last written digit comes to: ``57 904,8`` million is written to
    the hundred thousand."""

    amount: Decimal
    step: Decimal


def written(digits: str, *, scale: int | Decimal = 1) -> Written | None:
    """``digits`` with a point before the decimals, minus or brackets for a negative amount; None for other text.

    Noughts at the end count as written: who writes 57 000 000 may have meant each of them.
    """
    text = digits.strip()
    negative = text.startswith(("-", "("))
    try:
        value = Decimal(text.strip("()-+"))
    except InvalidOperation:
        return None
    if not value.is_finite():
        return None
    places = -min(0, int(value.as_tuple().exponent))
    if places > _MOST_PLACES:
        return None
    return Written((-value if negative else value) * scale, Decimal(scale).scaleb(-places))


def agree(one: Written, other: Written) -> bool:
    """Equal, or as near as the coarser's last written digit can tell; half a step may be rounded either way.

    Amounts written equally fine that differ never agree.
    """
    if one.amount == other.amount:
        return True
    if one.step == other.step:
        return False
    return 2 * abs(one.amount - other.amount) <= max(one.step, other.step)
