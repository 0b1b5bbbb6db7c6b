// Lists of registers for the PTX of nvcuda::wmma. A list of n registers `p` stands in the text as
// HEDDLE_MATRIX_TEXT_n(p), and its operands are HEDDLE_MATRIX_TO_n(p) or HEDDLE_MATRIX_FROM_n(p),
// where p is an array of n words in the function.
#ifndef HEDDLE_MATRIX_REGISTERS_H
#define HEDDLE_MATRIX_REGISTERS_H

#define HEDDLE_MATRIX_NAME(p, i) "%[" #p #i "]"
#define HEDDLE_MATRIX_TEXT_1(p) "{" HEDDLE_MATRIX_NAME(p, 0) "}"
#define HEDDLE_MATRIX_TEXT_2(p) "{" HEDDLE_MATRIX_NAME(p, 0) ", " HEDDLE_MATRIX_NAME(p, 1) "}"
#define HEDDLE_MATRIX_TEXT_4(p)                                                       \
  "{" HEDDLE_MATRIX_NAME(p, 0) ", " HEDDLE_MATRIX_NAME(p, 1) ", " HEDDLE_MATRIX_NAME( \
      p, 2) ", " HEDDLE_MATRIX_NAME(p, 3) "}"
#define HEDDLE_MATRIX_TEXT_8(p)                                                                                                                \
  "{" HEDDLE_MATRIX_NAME(p, 0) ", " HEDDLE_MATRIX_NAME(p, 1) ", " HEDDLE_MATRIX_NAME(                                                          \
      p,                                                                                                                                       \
      2) ", " HEDDLE_MATRIX_NAME(p,                                                                                                            \
                                 3) ", " HEDDLE_MATRIX_NAME(p,                                                                                 \
                                                            4) ", " HEDDLE_MATRIX_NAME(p,                                                      \
                                                                                       5) ","                                                  \
                                                                                          " " HEDDLE_MATRIX_NAME(p,                            \
                                                                                                                 6) ", " HEDDLE_MATRIX_NAME(p, \
                                                                                                                                            7) "}"

#define HEDDLE_MATRIX_ONE(constraint, p, i) [p##i] constraint(p[i])
#define HEDDLE_MATRIX_ALL_1(c, p) HEDDLE_MATRIX_ONE(c, p, 0)
#define HEDDLE_MATRIX_ALL_2(c, p) HEDDLE_MATRIX_ALL_1(c, p), HEDDLE_MATRIX_ONE(c, p, 1)
#define HEDDLE_MATRIX_ALL_4(c, p) \
  HEDDLE_MATRIX_ALL_2(c, p), HEDDLE_MATRIX_ONE(c, p, 2), HEDDLE_MATRIX_ONE(c, p, 3)
#define HEDDLE_MATRIX_ALL_8(c, p)                                                    \
  HEDDLE_MATRIX_ALL_4(c, p), HEDDLE_MATRIX_ONE(c, p, 4), HEDDLE_MATRIX_ONE(c, p, 5), \
      HEDDLE_MATRIX_ONE(c, p, 6), HEDDLE_MATRIX_ONE(c, p, 7)

namespace nvcuda {
namespace wmma {
namespace heddle_detail {

/// A word of a register: 32 bits, or a double.
template <typename T>
struct word {
  using type = unsigned;
};
template <>
struct word<double> {
  using type = double;
};

/// The registers of a fragment.
template <typename Fragment, typename Word>
__device__ inline void to_words(const Fragment& from, Word* words) {
  __builtin_memcpy(words, from.x, sizeof from.x);
}
template <typename Fragment, typename Word>
__device__ inline void from_words(const Word* words, Fragment& to) {
  __builtin_memcpy(to.x, words, sizeof to.x);
}

}  // namespace heddle_detail
}  // namespace wmma
}  // namespace nvcuda

#endif
