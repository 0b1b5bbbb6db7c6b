#!/usr/bin/env python3
"""Writes sdk/include/heddle/random/xorwow_jumps.h: how the xorshift part of XORWOW moves ahead by powers of two.

  scripts/xorwow_jumps.py

The part is linear: a step is a matrix M over GF(2) of 160 x 160 bits. M to the power n is g(M), where g is x to the power n modulo
the characteristic polynomial of M, of degree 160 (Haramoto, Matsumoto, Nishimura, Panneton and L'Ecuyer, "Efficient Jump Ahead for
F2-Linear Random Number Generators", INFORMS Journal on Computing 20(3), 2008). The polynomial is that of the shortest linear
recurrence of one bit of the output (Berlekamp and Massey).
"""
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "sdk" / "include" / "heddle" / "random" / "xorwow_jumps.h"
BITS, WORD = 160, 0xFFFFFFFF
POWERS = 131  # 64 of numbers, and as many of sequences, which are 2^67 numbers apart


def step(state):
    """Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003, section 3.1."""
    t = state[0] ^ state[0] >> 2
    last = state[4]
    return state[1:] + [(last ^ last << 4 & WORD) ^ (t ^ t << 1 & WORD)]


def recurrence(bits):
    """The shortest polynomial c with sum of c_i * bit[n - i] = 0; bit i of the result is c_i."""
    c, b, length, since = 1, 1, 0, 1
    window = 0  # the bits so far, the last one lowest
    for n, bit in enumerate(bits):
        window = window << 1 | bit
        if bin(c & window).count("1") % 2 == 0:
            since += 1
            continue
        c, old = c ^ b << since, c
        if 2 * length <= n:
            length, b, since = n + 1 - length, old, 1
        else:
            since += 1
    return c, length


def characteristic():
    state, bits = [1, 2, 3, 4, 5], []
    for _ in range(2 * BITS + 40):
        bits.append(state[4] & 1)
        state = step(state)
    c, length = recurrence(bits)
    assert length == BITS
    return int(bin(c)[2:].zfill(BITS + 1)[::-1], 2)  # the reciprocal: the highest power first


def square(polynomial, modulus):
    product = sum(1 << 2 * i for i in range(BITS) if polynomial >> i & 1)
    for i in range(2 * BITS, BITS - 1, -1):
        if product >> i & 1:
            product ^= modulus << i - BITS
    return product


def main():
    modulus, power, lines = characteristic(), 2, []
    for _ in range(POWERS):
        words = ", ".join(f"0x{power >> 32 * i & WORD:08x}u" for i in range(5))
        lines.append(f"    {{{words}}},\n")
        power = square(power, modulus)
    FILE.write_text("// Written by scripts/xorwow_jumps.py, which says what the numbers are.\n"
                    "#ifndef HEDDLE_RANDOM_XORWOW_JUMPS_H\n#define HEDDLE_RANDOM_XORWOW_JUMPS_H\n\n"
                    "namespace heddle_random {\n\n"
                    "/// [k] moves ahead by 2^k numbers: coefficients of a polynomial of M, 32 in a word.\n"
                    f"HEDDLE_RANDOM_TABLE unsigned int kXorwowJumps[{POWERS}][5] = {{\n" + "".join(lines) +
                    "};\n\n}  // namespace heddle_random\n\n#endif\n")


main()
