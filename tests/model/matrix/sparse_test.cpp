// mma.sp against the reference: A with two of four units in random places. The indices are packed
// as the PTX ISA describes the metadata of each shape.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "documented_layout.hpp"
#include "fragment_words.hpp"

namespace heddle::test {
namespace {

struct SparseCase {
  unsigned k;
  std::string d, a, b, c;
};

const std::vector<SparseCase>& sparse_cases() {
  static const std::vector<SparseCase> all = {
      {16, "f16", "f16", "f16", "f16"},   {16, "f32", "f16", "f16", "f32"},
      {32, "f16", "f16", "f16", "f16"},   {32, "f32", "f16", "f16", "f32"},
      {16, "f32", "bf16", "bf16", "f32"}, {32, "f32", "bf16", "bf16", "f32"},
      {8, "f32", "tf32", "tf32", "f32"},  {16, "f32", "tf32", "tf32", "f32"},
      {32, "s32", "u8", "s8", "s32"},     {64, "s32", "s8", "u8", "s32"},
      {64, "s32", "u4", "s4", "s32"},     {128, "s32", "s4", "u4", "s32"},
  };
  return all;
}

/// A sparse A as an instruction has it.
struct SparseMatrix {
  Matrix stored;
  std::vector<std::vector<unsigned>> columns;  ///< by row, then stored element: its column
  std::vector<std::vector<unsigned>> indices;  ///< by row, then group of four units: four bits
};

/// `units`: units of an element (2 for tf32); `in_unit`: elements of a unit (2 for 4-bit integers).
SparseMatrix draw_sparse(unsigned k, const std::string& type, std::mt19937& random) {
  SparseMatrix made{zeros(16, k / 2), {}, {}};
  made.columns.resize(16);
  made.indices.resize(16);
  const unsigned wide = type == "tf32" ? 2 : 4;  // elements, or pairs of them, in a group
  const unsigned in_unit = bits_of(type) == 4 ? 2 : 1;
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned group = 0; group < k / (wide * in_unit); ++group) {
      unsigned first = random() % wide, second = random() % wide;
      if (wide == 2) {
        made.indices[row].push_back(first == 0 ? 0b0100 : 0b1110);
        made.stored[row][group] = draw(type, random);
        made.columns[row].push_back(2 * group + first);
        continue;
      }
      if (first == second) second = (first + 1) % 4;
      if (first > second) std::swap(first, second);
      made.indices[row].push_back(first | second << 2);
      unsigned at = 2 * group * in_unit;
      for (const unsigned place : {first, second}) {
        for (unsigned i = 0; i < in_unit; ++i, ++at) {
          made.stored[row][at] = draw(type, random);
          made.columns[row].push_back((4 * group + place) * in_unit + i);
        }
      }
    }
  }
  return made;
}

/// The metadata registers of all lanes. Lanes whose registers do not count have other bits.
Words metadata(const SparseMatrix& a, unsigned bits, unsigned selector) {
  Words words(32, 0x5A5A5A5A);
  const unsigned groups = static_cast<unsigned>(a.indices[0].size());
  for (unsigned octet = 0; octet < 8; ++octet) {
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned group = 0; group < groups; ++group) {
        const unsigned four = a.indices[octet + 8 * half][group];
        const bool is_word = bits <= 8;
        const unsigned per_lane = is_word ? 8 : 4;
        const unsigned lanes = groups / 4;  // of four that count
        const unsigned lane = 4 * octet + selector * lanes +
                              (is_word ? 2 * (group / per_lane) + half : group / per_lane);
        const unsigned shift = 4 * (group % per_lane) + (is_word ? 0 : 16 * half);
        words[lane] = (words[lane] & ~(15u << shift)) | four << shift;
      }
    }
  }
  return words;
}

/// The elements of A that are not stored have no products, not even with an infinity.
Matrix sparse_product(const SparseMatrix& a, const Matrix& b, const Matrix& c,
                      const ProductTypes& types) {
  Matrix d;
  for (std::size_t row = 0; row < a.stored.size(); ++row) {
    Matrix chosen(b.size());
    for (std::size_t column = 0; column < b.size(); ++column)
      for (const unsigned at : a.columns[row]) chosen[column].push_back(b[column][at]);
    d.push_back(product({a.stored[row]}, chosen, {c[row]}, types)[0]);
  }
  return d;
}

class MmaSparse : public testing::TestWithParam<SparseCase> {};

TEST_P(MmaSparse, AgreesWithTheReference) {
  const SparseCase& at = GetParam();
  const unsigned bits = bits_of(at.a);
  const unsigned a_words = 16 * at.k / 2 * bits / 1024, b_words = 8 * at.k * bits / 1024;
  const unsigned d_words = 4 * bits_of(at.d) / 32;
  const ProductTypes types{.d = at.d, .a = at.a, .b = at.b, .c = at.c, .rounding = ""};
  std::mt19937 random(at.k);
  const SparseMatrix sample = draw_sparse(at.k, at.a, random);
  const unsigned selectors = 16 / static_cast<unsigned>(sample.indices[0].size());
  for (unsigned round = 0; round < 12; ++round) {
    const unsigned selector = round % selectors;
    const SparseMatrix a = draw_sparse(at.k, at.a, random);
    const Matrix b = draw_matrix(8, at.k, at.b, random), c = draw_matrix(16, 8, at.c, random);
    const Words indices = metadata(a, bits, selector);
    // Registers go through A by its stored columns and through B by rows as in the dense shapes.
    const unsigned chunk = 32 / bits;
    std::vector<Words> threads(32, Words(a_words + b_words + d_words + 1));
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned group = lane / 4, thread = lane % 4;
      for (unsigned i = 0; i < a_words * chunk; ++i) {
        const unsigned at_register = i / chunk;
        const unsigned row = group + (at_register % 2) * 8;
        const unsigned column = at_register / 2 * 4 * chunk + thread * chunk + i % chunk;
        put(threads[lane], 0, i, bits, a.stored[row][column]);
      }
      for (unsigned i = 0; i < b_words * chunk; ++i) {
        const unsigned row = i / chunk * 4 * chunk + thread * chunk + i % chunk;
        put(threads[lane], a_words, i, bits, b[group][row]);
      }
      for (unsigned i = 0; i < 4; ++i) {
        const Place place = documented_c({16, 8, at.k, at.a}, lane, i);
        put(threads[lane], a_words + b_words, i, bits_of(at.c), c[place.row][place.column]);
      }
      threads[lane].back() = indices[lane];
    }
    const WarpCase warp{.spelling = fmt::format("mma.sp.sync.aligned.m16n8k{}.row.col.{}.{}.{}.{}",
                                                at.k, at.d, at.a, at.b, at.c),
                        .d = {d_words, false},
                        .a = {a_words, false},
                        .b = {b_words, false},
                        .c = {d_words, false},
                        .more = fmt::format(", %m0, {}", selector),
                        .capability = 80};
    const auto results = run_fragments(warp, threads);
    const Matrix expected = sparse_product(a, b, c, types);
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 4; ++i) {
        const Place place = documented_c({16, 8, at.k, at.a}, lane, i);
        ASSERT_EQ(get(results[lane], i, bits_of(at.d)), expected[place.row][place.column])
            << warp.spelling << " lane " << lane << " selector " << selector;
      }
    }
  }
}

std::string sparse_name(const testing::TestParamInfo<SparseCase>& info) {
  return fmt::format("k{}_{}_{}", info.param.k, info.param.d, info.param.a);
}
void PrintTo(const SparseCase& at, std::ostream* out) { *out << at.a; }
INSTANTIATE_TEST_SUITE_P(Each, MmaSparse, testing::ValuesIn(sparse_cases()), sparse_name);

}  // namespace
}  // namespace heddle::test
