"""gamma and its logarithm. Run from this folder: /usr/bin/python3 gamma.py"""
from chebyshev import fit
from mpmath import euler, gamma, loggamma, log, mpf, pi, sqrt


def log_gamma_series(f):
    """log(gamma(2 + f)) / f"""
    return loggamma(2 + f) / f if abs(f) > mpf(10) ** -30 else 1 - euler


def stirling_series(square):
    """What Stirling's formula lacks, times a, with square = 1 / a^2"""
    if square < mpf(10) ** -20:
        return mpf(1) / 12 - square / 360
    a = 1 / sqrt(square)
    return a * (loggamma(a) - (a - mpf(1) / 2) * log(a) + a - log(2 * pi) / 2)


fit("gamma(2 + f), |f| <= 1/2", lambda f: gamma(2 + f), (-0.5, 0.5), 19)
fit("log(gamma(2 + f)) / f, -3/4 <= f <= 1/2", log_gamma_series, (-0.75, 0.5), 21)
fit("Stirling, of 1 / a^2, a >= 5.5", stirling_series, (0, 1 / mpf(5.5) ** 2), 8)
