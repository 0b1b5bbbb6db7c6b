// wmma.load, wmma.mma and wmma.store together: from matrices in memory to a matrix in memory, in
// every layout, against the reference.
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fragment_words.hpp"

namespace heddle::test {
namespace {

struct WmmaCase {
  unsigned m, n, k;
  std::string d, a, c;
  unsigned a_registers, b_registers, c_registers, d_registers;
  unsigned capability;
  bool any_layout;
};

const std::vector<WmmaCase>& wmma_cases() {
  static const std::vector<WmmaCase> all = [] {
    std::vector<WmmaCase> made;
    const unsigned shapes[][3] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
    for (const auto& [m, n, k] : shapes) {
      for (const std::string d : {"f16", "f32"})
        for (const std::string c : {"f16", "f32"})
          made.push_back(
              {m, n, k, d, "f16", c, 8, 8, c == "f16" ? 4u : 8u, d == "f16" ? 4u : 8u, 70, true});
      const unsigned a = m * k / 32, b = n * k / 32;
      for (const std::string type : {"u8", "s8"})
        made.push_back({m, n, k, "s32", type, "s32", a / 4, b / 4, 8, 8, 75, true});
      made.push_back({m, n, k, "f32", "bf16", "f32", a / 2, b / 2, 8, 8, 80, true});
    }
    made.push_back({16, 16, 8, "f32", "tf32", "f32", 4, 4, 8, 8, 80, true});
    made.push_back({8, 8, 4, "f64", "f64", "f64", 1, 1, 2, 2, 80, true});
    for (const std::string type : {"u4", "s4"})
      made.push_back({8, 8, 32, "s32", type, "s32", 1, 1, 2, 2, 75, false});
    made.push_back({8, 8, 128, "s32", "b1", "s32", 1, 1, 2, 2, 75, false});
    return made;
  }();
  return all;
}

/// The bytes of a matrix in memory. `stride` is the distance of rows (or columns) in elements.
std::vector<std::uint8_t> stored(const Matrix& matrix, const std::string& type, bool is_row,
                                 unsigned stride) {
  const unsigned rows = static_cast<unsigned>(matrix.size());
  const unsigned columns = static_cast<unsigned>(matrix[0].size());
  const unsigned bits = bits_of(type);
  std::vector<std::uint8_t> bytes((is_row ? rows : columns) * stride * bits / 8 + 8, 0xA5);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < columns; ++column) {
      const unsigned at = is_row ? row * stride + column : column * stride + row;
      const Bits value = matrix[row][column];
      if (bits >= 8) {
        std::memcpy(bytes.data() + at * bits / 8, &value, bits / 8);
        continue;
      }
      std::uint8_t& byte = bytes[at * bits / 8];
      const unsigned shift = at * bits % 8;
      byte = static_cast<std::uint8_t>((byte & ~(((1u << bits) - 1) << shift)) | value << shift);
    }
  }
  return bytes;
}

std::string registers(const char* name, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", name, i);
  return "{" + text + "}";
}

class Wmma : public testing::TestWithParam<WmmaCase> {
 protected:
  struct Layouts {
    bool a, b, c, d;  ///< row order
  };

  /// `space` is ".global" or "": the matrices are in global memory in both cases.
  void compare(Layouts rows, const ProductTypes& types, const std::string& space,
               const std::string& operation, std::mt19937& random) {
    const WmmaCase& at = GetParam();
    const Matrix a = draw_matrix(at.m, at.k, at.a, random);
    const Matrix b = draw_matrix(at.n, at.k, at.a, random);  // by columns
    const Matrix c = draw_matrix(at.m, at.n, at.c, random);
    Matrix b_by_rows = zeros(at.k, at.n);
    for (unsigned i = 0; i < at.n; ++i)
      for (unsigned j = 0; j < at.k; ++j) b_by_rows[j][i] = b[i][j];
    const unsigned more = 128 / std::min(16u, bits_of(at.a));
    const unsigned of_a = (rows.a ? at.k : at.m) + more, of_b = (rows.b ? at.n : at.k) + more;
    const unsigned of_c = (rows.c ? at.n : at.m) + 8, of_d = (rows.d ? at.n : at.m) + 16;
    std::vector<std::uint8_t> in(3 * kPart);
    const auto place = [&](const std::vector<std::uint8_t>& bytes, unsigned part) {
      ASSERT_LE(bytes.size(), kPart);
      std::copy(bytes.begin(), bytes.end(), in.begin() + part * kPart);
    };
    place(stored(a, at.a, rows.a, of_a), 0);
    place(stored(b_by_rows, at.a, rows.b, of_b), 1);
    place(stored(c, at.c, rows.c, of_c), 2);
    const auto order = [](bool is_row) { return is_row ? "row" : "col"; };
    const std::string shape = fmt::format("m{}n{}k{}", at.m, at.n, at.k);
    const std::string all_types = at.a == "f16"
                                      ? fmt::format("{}.{}", at.d, at.c)
                                      : fmt::format("{}.{}.{}.{}", at.d, at.a, at.a, at.c);
    const std::string rounding = types.rounding.empty() ? "" : "." + types.rounding;
    const bool wide = at.d == "f64";
    std::string body = fmt::format(
        ".reg .{} %a<8>, %b<8>, %c<8>, %d<8>;\n"
        "add.s64 %rd2, %rd0, {};\nadd.s64 %rd3, %rd0, {};\nmov.u32 %r1, {};\n",
        wide ? "f64" : "b32", kPart, 2 * kPart, of_b);
    body += fmt::format("wmma.load.a.sync.aligned.{}.{}{}.{} {}, [%rd0], {};\n", order(rows.a),
                        shape, space, at.a, registers("a", at.a_registers), of_a);
    body += fmt::format("wmma.load.b.sync.aligned.{}.{}{}.{} {}, [%rd2], %r1;\n", order(rows.b),
                        shape, space, at.a, registers("b", at.b_registers));
    body += fmt::format("wmma.load.c.sync.aligned.{}.{}{}.{} {}, [%rd3], {};\n", order(rows.c),
                        shape, space, at.c, registers("c", at.c_registers), of_c);
    body += fmt::format("wmma.mma{}.sync.aligned.{}.{}.{}{}.{}{} {}, {}, {}, {};\n", operation,
                        order(rows.a), order(rows.b), shape, rounding, all_types,
                        types.clamps ? ".satfinite" : "", registers("d", at.d_registers),
                        registers("a", at.a_registers), registers("b", at.b_registers),
                        registers("c", at.c_registers));
    body += fmt::format("wmma.store.d.sync.aligned.{}.{}{}.{} [%rd1], {}, {};\n", order(rows.d),
                        shape, space, at.d, registers("d", at.d_registers), of_d);
    compile::Options options;
    options.capability = types.capability;
    const auto out = run_body(body, in, kPart, options);
    const Matrix expected = product(a, b, c, types);
    const unsigned bytes = bits_of(at.d) / 8;
    for (unsigned row = 0; row < at.m; ++row) {
      for (unsigned column = 0; column < at.n; ++column) {
        Bits got = 0;
        std::memcpy(&got, out.data() + bytes * (rows.d ? row * of_d + column : column * of_d + row),
                    bytes);
        ASSERT_EQ(got, expected[row][column]) << body << " row " << row << " column " << column;
      }
    }
  }

  static constexpr unsigned kPart = 4096;
};

TEST_P(Wmma, AgreesWithTheReference) {
  const WmmaCase& at = GetParam();
  std::mt19937 random(at.m * 100 + at.k);
  ProductTypes types{.d = at.d, .a = at.a, .b = at.a, .c = at.c, .rounding = ""};
  types.capability = at.capability;
  for (unsigned layouts = 0; layouts < 16; ++layouts) {
    const Layouts rows{.a = (layouts & 1) == 0,
                       .b = (layouts & 2) != 0,
                       .c = (layouts & 4) == 0,
                       .d = (layouts & 8) == 0};
    if (!at.any_layout && (!rows.a || rows.b)) continue;
    const std::string space = layouts % 3 == 0 ? "" : ".global";
    if (at.a == "b1") {
      compare(rows, types, space, ".xor.popc", random);
      types.capability = 80;
      types.is_and = true;
      compare(rows, types, space, ".and.popc", random);
      types.is_and = false;
      continue;
    }
    compare(rows, types, space, "", random);
    types.capability = 80;
  }
  for (const char* rounding : {"rn", "rz", "rm", "rp"}) {
    types.rounding = at.d == "f64" ? rounding : "";
    types.clamps = at.d == "s32" && at.a != "b1";
    if (at.d == "f64" || types.clamps) compare({true, false, true, true}, types, "", "", random);
  }
}

std::string wmma_name(const testing::TestParamInfo<WmmaCase>& info) {
  const WmmaCase& at = info.param;
  return fmt::format("m{}n{}k{}_{}_{}_{}", at.m, at.n, at.k, at.d, at.a, at.c);
}
void PrintTo(const WmmaCase& at, std::ostream* out) { *out << at.a; }
INSTANTIATE_TEST_SUITE_P(Each, Wmma, testing::ValuesIn(wmma_cases()), wmma_name);

}  // namespace
}  // namespace heddle::test
