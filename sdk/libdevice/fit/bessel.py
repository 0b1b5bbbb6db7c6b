"""Bessel functions. Run from this folder: /usr/bin/python3 bessel.py

Near a zero a function is (x - zero) times a polynomial, so that its relative error stays small.
"""
from chebyshev import fit, short_hex
from mpmath import (arg, besseli, besselj, besseljzero, bessely, besselyzero, diff, exp, expj,
                    expjpi, log, mp, mpf, pi, sqrt)


def show(name, value):
    high = float(value)
    print(f"{name}: {short_hex(high)}, {short_hex(float(value - mpf(high)))}")


def over_zero(function, zero, x):
    """function(x) / (x - zero)"""
    if abs(x - zero) < mpf(10) ** -20:
        return diff(function, zero)
    return function(x) / (x - zero)


def hankel(order, x):
    """What sqrt(2 / (pi x)) e^(i (x - (2 order + 1) pi/4)) lacks to J + i Y"""
    with mp.workprec(mp.prec + 40):
        value = besselj(order, x) + 1j * bessely(order, x)
        return value * sqrt(pi * x / 2) * expj(-x) * expjpi(mpf(2 * order + 1) / 4)


def amplitude(order, square):
    return abs(hankel(order, 1 / sqrt(square))) if square > mpf(10) ** -12 else 1 + (
        -square / 16 if order == 0 else 3 * square / 16)


def phase(order, square):
    """The argument of what it lacks, times x"""
    if square < mpf(10) ** -12:
        return (mpf(-1) / 8 + 25 * square / 384) if order == 0 else (mpf(3) / 8 - 21 * square / 128)
    x = 1 / sqrt(square)
    return arg(hankel(order, x)) * x


def first_kind(order):
    zeros = [besseljzero(order, k) for k in (1, 2)]
    for k, zero in enumerate(zeros):
        show(f"j{order} zero {k + 1}", zero)
    j = lambda x: besselj(order, x)
    split = 3.5 if order == 0 else 4.75

    def even(square):
        x = sqrt(square)
        if square < mpf(10) ** -30:
            return -1 / zeros[0] ** 2 / (order + 1)
        if abs(x - zeros[0]) < mpf(10) ** -20:
            return diff(j, zeros[0]) / (2 * zeros[0]) / (zeros[0] if order else 1)
        return j(x) / (x if order else 1) / (x * x - zeros[0] ** 2)

    fit(f"j{order}, 0 to {split}, of x^2, over x^2 - zero^2{' and x' if order else ''}", even,
        (0, split**2), 14 if order == 0 else 16)
    middle = (split + 8) / 2
    fit(f"j{order}, {split} to 8, of x - {middle}, over x - zero",
        lambda v: over_zero(j, zeros[1], v + middle), (split - middle, 8 - middle), 21)


def near_zeros(name, function, ranges):
    for low, high, zero, terms in ranges:
        middle = mpf(low + high) / 2
        fit(f"{name}, {low} to {high}, of x - {middle}, over x - zero",
            lambda v: over_zero(function, zero, v + middle), (low - middle, high - middle), terms)


def second_kind_0():
    """y0 = 2/pi log(x / zero) j0 + (x^2 - zero^2) times a series in x^2"""
    y = lambda x: bessely(0, x)
    zeros = [besselyzero(0, k) for k in (1, 2, 3)]
    for k, zero in enumerate(zeros):
        show(f"y0 zero {k + 1}", zero)
    regular = lambda x: y(x) - 2 / pi * log(x / zeros[0]) * besselj(0, x)

    def even(square):
        x = sqrt(max(square, mpf(10) ** -20))
        if abs(x - zeros[0]) < mpf(10) ** -20:
            return diff(regular, zeros[0]) / (2 * zeros[0])
        return regular(x) / (x * x - zeros[0] ** 2)

    fit("y0, 0 to 2.5, of x^2, the rest over x^2 - zero^2", even, (0, 2.5**2), 12)
    near_zeros("y0", y, [(2.5, 5.5, zeros[1], 24), (5.5, 8, zeros[2], 17)])


def second_kind_1():
    """y1 = 2/pi (log(x) j1 - 1 / x) + x times a series in x^2"""
    y = lambda x: bessely(1, x)
    zeros = [besselyzero(1, k) for k in (1, 2)]
    for k, zero in enumerate(zeros):
        show(f"y1 zero {k + 1}", zero)

    def even(square):
        x = sqrt(max(square, mpf(10) ** -20))
        return (y(x) - 2 / pi * (log(x) * besselj(1, x) - 1 / x)) / x

    fit("y1, 0 to 1.5, of x^2, the rest over x", even, (0, 1.5**2), 10)
    near_zeros("y1", y, [(1.5, 3.5, zeros[0], 24), (3.5, 8, zeros[1], 26)])


def modified(order):
    fit(f"i{order}, 0 to 8, of x^2{', over x' if order else ''}",
        lambda s: (besseli(order, sqrt(s)) / (sqrt(s) if order else 1)) if s > mpf(10) ** -30
        else mpf(1) / (2 if order else 1), (0, 64), 22)
    fit(f"i{order} e^-x sqrt(x), from 8, of 1 / x",
        lambda u: besseli(order, 1 / u) * exp(-1 / u) / sqrt(u), (mpf(1) / 720, 0.125), 22)


for n in (0, 1):
    far = (0, 1 / mpf(64))
    fit(f"amplitude {n}, from 8, of 1 / x^2", lambda s: amplitude(n, s), far, 11)
    fit(f"phase {n} times x, from 8, of 1 / x^2", lambda s: phase(n, s), far, 11)
    first_kind(n)
    modified(n)
second_kind_0()
second_kind_1()
