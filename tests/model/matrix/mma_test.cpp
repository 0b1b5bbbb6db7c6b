// mma.sync of every shape and type against the reference, bit by bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "documented_layout.hpp"
#include "fragment_words.hpp"

namespace heddle::test {
namespace {

struct MmaCase {
  unsigned m, n, k;
  std::string d, a, b, c;
  unsigned capability;  ///< from which on the form exists
};

const std::vector<MmaCase>& cases() {
  static const std::vector<MmaCase> all = [] {
    std::vector<MmaCase> made;
    const auto add = [&](unsigned m, unsigned k, const std::vector<std::string>& types,
                         const std::string& sum, unsigned capability) {
      for (const std::string& a : types)
        for (const std::string& b : types) made.push_back({m, 8, k, sum, a, b, sum, capability});
    };
    for (const std::string sum : {"f16", "f32"}) {
      add(16, 8, {"f16"}, sum, 75);
      add(16, 16, {"f16"}, sum, 80);
    }
    for (const unsigned k : {8u, 16u}) add(16, k, {"bf16"}, "f32", 80);
    for (const unsigned k : {4u, 8u}) add(16, k, {"tf32"}, "f32", 80);
    add(8, 4, {"f64"}, "f64", 80);
    add(8, 16, {"u8", "s8"}, "s32", 75);
    for (const unsigned k : {16u, 32u}) add(16, k, {"u8", "s8"}, "s32", 80);
    add(8, 32, {"u4", "s4"}, "s32", 75);
    for (const unsigned k : {32u, 64u}) add(16, k, {"u4", "s4"}, "s32", 80);
    add(8, 128, {"b1"}, "s32", 75);
    for (const unsigned k : {128u, 256u}) add(16, k, {"b1"}, "s32", 80);
    return made;
  }();
  return all;
}

class Mma : public testing::TestWithParam<MmaCase> {
 protected:
  /// Runs random matrices and compares all elements.
  void compare(const ProductTypes& types, const std::string& suffix, unsigned rounds) {
    const MmaCase& at = GetParam();
    WarpCase warp = warp_case(types, suffix);
    std::mt19937 random(at.m * 1000 + at.k + types.capability);
    for (unsigned round = 0; round < rounds; ++round) {
      const Matrix a = draw_matrix(at.m, at.k, at.a, random);
      const Matrix b = draw_matrix(at.n, at.k, at.b, random);  // by columns
      const Matrix c = draw_matrix(at.m, at.n, at.c, random);
      const auto results = run_fragments(warp, fragments(a, b, c));
      const Matrix expected = product(a, b, c, types);
      const unsigned bits = bits_of(at.d);
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < at.m * at.n / 32; ++i) {
          const Place place = documented_c(tile(), lane, i);
          ASSERT_EQ(get(results[lane], i, bits), expected[place.row][place.column])
              << warp.spelling << " row " << place.row << " column " << place.column << " round "
              << round;
        }
      }
    }
  }

 private:
  Tile tile() const { return {GetParam().m, GetParam().n, GetParam().k, GetParam().a}; }

  static FragmentText text(unsigned elements, const std::string& type) {
    if (type == "f64") return {elements, true};
    return {elements * bits_of(type) / 32, false};
  }

  static WarpCase warp_case(const ProductTypes& types, const std::string& suffix) {
    const MmaCase& at = GetParam();
    const std::string clamp = types.clamps ? ".satfinite" : "";
    return {.spelling = fmt::format("mma.sync.aligned.m{}n{}k{}.row.col{}.{}.{}.{}.{}{}", at.m,
                                    at.n, at.k, clamp, at.d, at.a, at.b, at.c, suffix),
            .d = text(at.m * at.n / 32, at.d),
            .a = text(at.m * at.k / 32, at.a),
            .b = text(at.n * at.k / 32, at.b),
            .c = text(at.m * at.n / 32, at.c),
            .more = "",
            .capability = types.capability};
  }

  std::vector<Words> fragments(const Matrix& a, const Matrix& b, const Matrix& c) const {
    const MmaCase& at = GetParam();
    const auto words = [](unsigned elements, const std::string& type) {
      return elements / 32 * bits_of(type) / 32;
    };
    const unsigned of_a = words(at.m * at.k, at.a), of_b = words(at.n * at.k, at.b);
    std::vector<Words> threads(32, Words(of_a + of_b + words(at.m * at.n, at.c)));
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < at.m * at.k / 32; ++i) {
        const Place place = documented_a(tile(), lane, i);
        put(threads[lane], 0, i, bits_of(at.a), a[place.row][place.column]);
      }
      for (unsigned i = 0; i < at.n * at.k / 32; ++i) {
        const Place place = documented_b(tile(), lane, i);
        put(threads[lane], of_a, i, bits_of(at.b), b[place.column][place.row]);
      }
      for (unsigned i = 0; i < at.m * at.n / 32; ++i) {
        const Place place = documented_c(tile(), lane, i);
        put(threads[lane], of_a + of_b, i, bits_of(at.c), c[place.row][place.column]);
      }
    }
    return threads;
  }
};

TEST_P(Mma, AgreesWithTheReference) {
  const MmaCase& at = GetParam();
  ProductTypes types{.d = at.d, .a = at.a, .b = at.b, .c = at.c, .rounding = ""};
  constexpr unsigned kRounds = 12;
  for (const unsigned capability : {75u, 80u}) {
    if (capability < at.capability) continue;
    types.capability = capability;
    if (at.a == "b1") {
      compare(types, ".xor.popc", kRounds);
      types.is_and = true;
      if (capability >= 80) compare(types, ".and.popc", kRounds);
      types.is_and = false;
    } else {
      compare(types, "", kRounds);
    }
    types.clamps = at.d == "s32" && at.a != "b1";
    if (types.clamps) compare(types, "", kRounds);
    types.clamps = false;
  }
}

void PrintTo(const MmaCase& at, std::ostream* out) { *out << at.a; }

std::string name_of(const testing::TestParamInfo<MmaCase>& info) {
  const MmaCase& at = info.param;
  return fmt::format("m{}n{}k{}_{}_{}_{}", at.m, at.n, at.k, at.d, at.a, at.b);
}
INSTANTIATE_TEST_SUITE_P(Each, Mma, testing::ValuesIn(cases()), name_of);

/// mma.m8n8k4 on f16: four products of matrices at once, in all layouts.
TEST(MmaQuarters, AgreeWithTheReference) {
  std::mt19937 random(884);
  for (const unsigned capability : {70u, 75u, 80u}) {
    for (const auto& [d, c] :
         {std::pair<std::string, std::string>{"f16", "f16"}, {"f32", "f16"}, {"f32", "f32"}}) {
      for (const auto& [left, right] : {std::pair{true, true}, std::pair{true, false},
                                        std::pair{false, true}, std::pair{false, false}}) {
        const unsigned d_words = d == "f32" ? 8 : 4, c_words = c == "f32" ? 8 : 4;
        const WarpCase warp{
            .spelling = fmt::format("mma.sync.aligned.m8n8k4.{}.{}.{}.f16.f16.{}",
                                    left ? "row" : "col", right ? "row" : "col", d, c),
            .d = {d_words, false},
            .a = {2, false},
            .b = {2, false},
            .c = {c_words, false},
            .more = "",
            .capability = capability};
        std::vector<Matrix> a, b, sums;
        for (unsigned i = 0; i < 4; ++i) {
          a.push_back(draw_matrix(8, 4, "f16", random));
          b.push_back(draw_matrix(8, 4, "f16", random));  // by columns
          sums.push_back(draw_matrix(8, 8, c, random));
        }
        std::vector<Words> threads(32, Words(4 + c_words));
        for (unsigned lane = 0; lane < 32; ++lane) {
          const unsigned quarter = lane % 16 / 4;
          for (unsigned i = 0; i < 4; ++i) {
            const Place of_a = documented_quarter_a(left, lane, i);
            const Place of_b = documented_quarter_b(right, lane, i);
            put(threads[lane], 0, i, 16, a[quarter][of_a.row][of_a.column]);
            put(threads[lane], 2, i, 16, b[quarter][of_b.column][of_b.row]);
          }
          for (unsigned i = 0; i < 8; ++i) {
            const Place at = documented_quarter_c(c == "f32", lane, i);
            put(threads[lane], 4, i, bits_of(c), sums[quarter][at.row][at.column]);
          }
        }
        const auto results = run_fragments(warp, threads);
        const ProductTypes types{
            .d = d, .a = "f16", .b = "f16", .c = c, .capability = capability, .rounding = ""};
        for (unsigned lane = 0; lane < 32; ++lane) {
          const unsigned quarter = lane % 16 / 4;
          const Matrix expected = product(a[quarter], b[quarter], sums[quarter], types);
          for (unsigned i = 0; i < 8; ++i) {
            const Place at = documented_quarter_c(d == "f32", lane, i);
            ASSERT_EQ(get(results[lane], i, bits_of(d)), expected[at.row][at.column])
                << warp.spelling << " lane " << lane;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
