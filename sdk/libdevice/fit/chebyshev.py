"""Near-minimax polynomials for the special functions, whose exact values come from mpmath.

A family's script calls `fit`, which interpolates at Chebyshev points, rounds the coefficients to the
format, and prints them, lowest power first, with the largest relative error found.
"""
from mpmath import chebyfit, fabs, floor, log, mp, mpf

mp.prec = 200


def rounded(value, digits):
    """`value` to `digits` binary digits."""
    if value == 0:
        return mpf(0)
    unit = mpf(2) ** (int(floor(log(fabs(value), 2))) + 1 - digits)
    return mp.nint(value / unit) * unit


def evaluate(coefficients, x):
    total = mpf(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def fit(name, function, interval, terms, digits=53, beside=0):
    """`terms` coefficients of a polynomial near `function` on `interval`; digits 24 is single.

    The error printed is relative to the function plus `beside`, what the result adds to it.
    """
    low, high = mpf(interval[0]), mpf(interval[1])
    exact = list(reversed(chebyfit(function, [low, high], terms)))
    coefficients = [rounded(c, digits) for c in exact]
    worst = mpf(0)
    for i in range(201):
        x = low + (high - low) * i / 200
        value = function(x)
        if value + beside != 0:
            worst = max(worst, fabs((evaluate(coefficients, x) - value) / (value + beside)))
    print(f"{name}: relative error 2^{float(log(worst, 2)):.1f}")
    suffix = "F" if digits == 24 else ""
    print("  " + ", ".join(short_hex(float(c)) + suffix for c in coefficients))


def short_hex(value):
    text = value.hex()
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}"
