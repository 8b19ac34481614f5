"""Machine-readable zone of a passport (ICAO 9303, TD3) with its check digits."""


def check_digit(text: str) -> str:
    values = [0 if c == "<" else int(c) if c.isdigit() else ord(c) - 55 for c in text]
    return str(sum(value * (7, 3, 1)[at % 3] for at, value in enumerate(values)) % 10)


def passport(
    *, country: str, surname: str, given: str, number: str, born: str, sex: str, expires: str, personal: str = ""
) -> tuple[str, str]:
    """Both lines, 44 characters each; dates as ``YYMMDD``."""
    names = f"{surname.replace(' ', '<')}<<{given.replace(' ', '<')}"
    first = f"P<{country}{names}".ljust(44, "<")[:44]
    number, personal = number.replace(" ", "").ljust(9, "<"), personal.ljust(14, "<")
    body = f"{number}{check_digit(number)}{country}{born}{check_digit(born)}{sex}{expires}{check_digit(expires)}"
    body += personal + (check_digit(personal) if personal.strip("<") else "<")
    composite = body[0:10] + body[13:20] + body[21:43]
    return first, body + check_digit(composite)
