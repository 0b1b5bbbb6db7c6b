"""erf, erfc, erfcx and their inverses. Run from this folder: /usr/bin/python3 error.py"""
from chebyshev import fit
from mpmath import erf, erfc, exp, fabs, log, mp, mpf, pi, sqrt


def erf_series(square):
    """erf(x) / x - 1"""
    x = sqrt(square)
    return erf(x) / x - 1 if x else 2 / sqrt(pi) - 1


def scaled(t, centre):
    """(1 + 2 x) exp(x^2) erfc(x) with t = (x - centre) / (x + centre)."""
    if t >= 1 - mpf(10) ** -40:
        return 2 / sqrt(pi)
    x = centre * (1 + t) / (1 - t)
    if x > 12:  # asymptotic series
        term, total = mpf(1), mpf(1)
        for k in range(1, 60):
            term *= -(2 * k - 1) / (2 * x * x)
            total += term
        return (1 + 2 * x) * total / (x * sqrt(pi))
    return (1 + 2 * x) * exp(x * x) * erfc(x)


def inverse_erfc(y):
    """Newton's method on log(erfc)."""
    goal = log(y)
    z = sqrt(max(-goal - log(pi * max(-goal, 1)) / 2, mpf("0.01")))
    for _ in range(100):
        step = (log(erfc(z)) - goal) * erfc(z) * exp(z * z) * sqrt(pi) / 2
        z += step
        if fabs(step) < mpf(2) ** -150:
            break
    return z


def central(w):
    """erfinv(x) / x - 1 with w = -log(1 - x^2)"""
    if w < mpf(10) ** -30:
        return sqrt(pi) / 2 - 1
    e = exp(-w)
    return inverse_erfc(e / (1 + sqrt(1 - e))) / sqrt(1 - e) - 1


def tail(u):
    """erfinv(x) u - 1 with 1 / u = sqrt(-log(1 - x^2))"""
    e = exp(-1 / u**2)
    return inverse_erfc(e / (1 + sqrt(1 - e))) * u - 1


def tail_start(u):
    """erfcinv(y) u - 1 with 1 / u = sqrt(-log(y))"""
    return inverse_erfc(exp(-1 / u**2)) * u - 1


def shifted(name, function, low, high, terms, digits):
    centre = mpf(round(float(low + high) * 512)) / 1024
    fit(f"{name}, from {float(centre).hex()}", lambda v: function(max(v + centre, mpf(0))),
        (low - centre, high - centre), terms, digits, 1)


fit("erff, |x| < 1, of x^2", erf_series, (0, 1), 7, 24, 1)
fit("-log2(erfcf(x)) / x, 1 <= x <= 4", lambda x: -log(erfc(x), 2) / x, (1, 4), 8, 24)
fit("erf, |x| < 1, of x^2", erf_series, (0, 1), 13, 53, 1)
fit("erfcxf, of (x - 2) / (x + 2)", lambda t: scaled(t, mpf(2)), (-1, 1), 13, 24)
fit("erfcx, of (x - 7/2) / (x + 7/2)", lambda t: scaled(t, mpf(7) / 2), (-1, 1), 26)
shifted("erfinvf, of w", central, mpf(0), mpf(4.5), 11, 24)
shifted("erfinv, of w", central, mpf(0), mpf(4.5), 23, 53)
shifted("erfinvf in the tail, of 1 / sqrt(w)", tail, mpf("0.0969"), mpf("0.474"), 10, 24)
shifted("erfcinv start, of 1 / sqrt(-log y)", tail_start, mpf("0.0365"), mpf("0.442"), 9, 24)
