// Video instructions with selectors, masks, signs and second operations, against the steps that the
// PTX ISA gives for them.

#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "rig.hpp"

namespace heddle::test::video {
namespace {

using ::testing::HasSubstr;
__extension__ using Big = __int128;

std::mt19937 g_random(7);
template <typename Item>
const Item& pick(const std::vector<Item>& of) {
  return of[g_random() % of.size()];
}
bool coin() { return g_random() % 2 == 0; }

Big clamp(Big value, unsigned bits, bool is_signed) {
  const Big one = 1;
  const Big high = is_signed ? (one << (bits - 1)) - 1 : (one << bits) - 1;
  const Big low = is_signed ? -(one << (bits - 1)) : 0;
  return value > high ? high : value < low ? low : value;
}

/// The part "b2", "h0" or "" of a word.
Big part(std::uint32_t word, const std::string& selector, bool is_signed) {
  const unsigned bits = selector.empty() ? 32 : selector[0] == 'b' ? 8 : 16;
  const unsigned shift = selector.empty() ? 0 : bits * static_cast<unsigned>(selector[1] - '0');
  Big value = (word >> shift) % (Big{1} << bits);
  if (is_signed && value >= Big{1} << (bits - 1)) value -= Big{1} << bits;
  return value;
}

std::uint32_t merged(std::uint32_t c, const std::string& selector, Big value) {
  const unsigned bits = selector[0] == 'b' ? 8 : 16;
  const unsigned shift = bits * static_cast<unsigned>(selector[1] - '0');
  const std::uint32_t mask = ((1u << bits) - 1) << shift;
  return (c & ~mask) | (static_cast<std::uint32_t>(value) << shift & mask);
}

Big arithmetic(const std::string& operation, Big a, Big b) {
  if (operation == "add") return a + b;
  if (operation == "sub") return a - b;
  if (operation == "absdiff") return a > b ? a - b : b - a;
  if (operation == "min") return a < b ? a : b;
  if (operation == "max") return a > b ? a : b;
  if (operation == "avrg") return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  if (operation == "lt") return a < b;
  if (operation == "ne") return a != b;
  return a >= b;  // ge
}

struct Words {
  std::uint32_t a, b, c;
};

struct Case {
  std::string text;  ///< after d, %r1, %r2, %r3 are replaced: the whole instruction
  std::vector<std::uint32_t> expected;
};

const std::vector<std::string> kTypes = {"u32", "s32"};
const std::vector<std::string> kParts = {"", "b0", "b1", "b2", "b3", "h0", "h1"};
const std::vector<std::string> kSeconds = {"add", "min", "max"};

std::string operand(const std::string& reg, const std::string& selector) {
  return selector.empty() ? reg : reg + "." + selector;
}

std::uint32_t second(const std::string& name, Big value, std::uint32_t c, bool is_signed) {
  const auto word = static_cast<std::uint32_t>(value);
  if (name == "add") return word + c;
  const bool less =
      is_signed ? static_cast<std::int32_t>(word) < static_cast<std::int32_t>(c) : word < c;
  return (name == "min") == less ? word : c;
}

/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr and vset.
Case scalar(const std::vector<Words>& words) {
  const std::string operation =
      pick<std::string>({"add", "sub", "absdiff", "min", "max", "shl", "shr", "set"});
  const bool shifts = operation == "shl" || operation == "shr", sets = operation == "set";
  const std::string dtype = sets ? "u32" : pick(kTypes), atype = pick(kTypes),
                    btype = shifts ? "u32" : pick(kTypes);
  const std::string a = pick(kParts), b = pick(kParts);
  const std::string compare = pick<std::string>({"lt", "ne", "ge"});
  const bool saturates = !sets && coin();
  const std::string mode = pick<std::string>({"clamp", "wrap"});
  const unsigned form = g_random() % 3;  // plain, a second operation, a part of the destination
  const std::string more = form == 1 ? pick(kSeconds) : "";
  const std::string d = form == 2 ? kParts[1 + g_random() % 6] : "";
  Case made;
  made.text = "v" + operation + (sets ? "" : "." + dtype) + "." + atype + "." + btype;
  if (sets) made.text += "." + compare;
  if (saturates) made.text += ".sat";
  if (shifts) made.text += "." + mode;
  if (form == 1) made.text += "." + more;
  made.text += " " + operand("%r4", d) + ", " + operand("%r1", a) + ", " + operand("%r2", b) +
               (form == 0 ? "" : ", %r3") + ";";
  for (const Words& of : words) {
    const Big ta = part(of.a, a, atype == "s32"), tb = part(of.b, b, btype == "s32");
    Big value = 0;
    if (shifts) {
      const auto by = static_cast<unsigned>(mode == "wrap" ? tb % 32 : tb > 32 ? Big{32} : tb);
      value = operation == "shl" ? ta * (Big{1} << by) : ta >> by;
    } else {
      value = arithmetic(sets ? compare : operation, ta, tb);
    }
    const unsigned bits = d.empty() ? 32 : d[0] == 'b' ? 8 : 16;
    if (saturates) value = clamp(value, bits, dtype == "s32");
    made.expected.push_back(form == 0   ? static_cast<std::uint32_t>(value)
                            : form == 1 ? second(more, value, of.c, dtype == "s32")
                                        : merged(of.c, d, value));
  }
  return made;
}

Case product(const std::vector<Words>& words) {
  const std::string atype = pick(kTypes), btype = pick(kTypes), a = pick(kParts), b = pick(kParts);
  const unsigned sign = g_random() % 4;  // plain, -a, -c, .po
  const std::string scale = pick<std::string>({"", "shr7", "shr15"});
  const bool saturates = coin();
  Case made;
  made.text = "vmad.s32." + atype + "." + btype + (sign == 3 ? ".po" : "") +
              (saturates ? ".sat" : "") + (scale.empty() ? "" : "." + scale) + " %r4, " +
              (sign == 1 ? "-" : "") + operand("%r1", a) + ", " + operand("%r2", b) + ", " +
              (sign == 2 ? "-" : "") + "%r3;";
  for (const Words& of : words) {
    const bool is_signed = atype == "s32" || btype == "s32" || sign == 1 || sign == 2;
    // As the ISA writes it: a negated operand is its complement, and one is added.
    Big value = part(of.a, a, atype == "s32") * part(of.b, b, btype == "s32");
    Big c = is_signed ? Big{static_cast<std::int32_t>(of.c)} : Big{of.c};
    if (sign == 1) value = ~value;
    if (sign == 2) c = ~c;
    value = value + c + (sign == 0 ? 0 : 1);
    value >>= scale == "shr7" ? 7 : scale == "shr15" ? 15 : 0;
    if (saturates) value = clamp(value, 32, is_signed);
    made.expected.push_back(static_cast<std::uint32_t>(value));
  }
  return made;
}

/// A selector of `count` elements below `most`, the highest first; ascending[i] is that of element
/// i.
std::string elements(unsigned count, unsigned most, unsigned first,
                     std::vector<unsigned>& ascending) {
  ascending.clear();
  const bool named = coin();
  for (unsigned i = 0; i < count; ++i)
    ascending.push_back(named ? static_cast<unsigned>(g_random() % most) : first + i);
  if (!named) return "";
  std::string text = count == 2 ? "h" : "b";
  for (unsigned i = count; i-- > 0;) text += static_cast<char>('0' + ascending[i]);
  return text;
}

Case simd(const std::vector<Words>& words) {
  const unsigned count = coin() ? 2 : 4, bits = 32 / count;
  const std::string operation =
      pick<std::string>({"add", "sub", "absdiff", "min", "max", "avrg", "set"});
  const bool sets = operation == "set";
  const std::string dtype = sets ? "u32" : pick(kTypes), atype = pick(kTypes), btype = pick(kTypes);
  const std::string compare = pick<std::string>({"lt", "ne", "ge"});
  const bool adds = coin(), saturates = !sets && !adds && coin();
  std::vector<unsigned> a, b;
  const std::string a_text = elements(count, 2 * count, 0, a);
  const std::string b_text = elements(count, 2 * count, count, b);
  const unsigned mask = 1 + g_random() % ((1u << count) - 1);
  std::string d = count == 2 ? "h" : "b";
  for (unsigned i = count; i-- > 0;)
    if ((mask >> i & 1) != 0) d += static_cast<char>('0' + i);
  Case made;
  made.text = fmt::format("v{}{}{}.{}.{}{}{}{} {}, {}, {}, %r3;", operation, count,
                          sets ? "" : "." + dtype, atype, btype, sets ? "." + compare : "",
                          saturates ? ".sat" : "", adds ? ".add" : "", operand("%r4", d),
                          operand("%r1", a_text), operand("%r2", b_text));
  for (const Words& of : words) {
    const auto element = [&](unsigned number, bool is_signed) {
      const std::string selector = {count == 2 ? 'h' : 'b',
                                    static_cast<char>('0' + number % count)};
      return part(number < count ? of.a : of.b, selector, is_signed);
    };
    std::uint32_t result = of.c;
    for (unsigned i = 0; i < count; ++i) {
      if ((mask >> i & 1) == 0) continue;
      Big value = arithmetic(sets ? compare : operation, element(a[i], atype == "s32"),
                             element(b[i], btype == "s32"));
      if (saturates) value = clamp(value, bits, dtype == "s32");
      const std::string place = {count == 2 ? 'h' : 'b', static_cast<char>('0' + i)};
      result = adds ? result + static_cast<std::uint32_t>(value) : merged(result, place, value);
    }
    made.expected.push_back(result);
  }
  return made;
}

std::vector<Words> random_words() {
  const std::vector<std::uint32_t> corners = {
      0, 1, 0x7F, 0x80, 0x7FFF8000, 0x80007FFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 31, 32, 33};
  std::vector<Words> words;
  const auto word = [&] { return coin() ? pick(corners) : static_cast<std::uint32_t>(g_random()); };
  for (unsigned lane = 0; lane < 32; ++lane) words.push_back({word(), word(), word()});
  return words;
}

TEST(Video, EveryFormComputesTheIsasSteps) {
  const std::vector<Words> words = random_words();
  std::vector<Case> cases;
  for (unsigned i = 0; i < 300; ++i) cases.push_back(scalar(words));
  for (unsigned i = 0; i < 100; ++i) cases.push_back(product(words));
  for (unsigned i = 0; i < 300; ++i) cases.push_back(simd(words));
  Rig rig;
  constexpr unsigned kInput = 1 << 19;
  rig.image().write(rig.buffer() + kInput, words.data(), words.size() * sizeof(Words));
  std::string body = fmt::format(R"(
  mov.u32 %r10, %tid.x;
  mul.wide.u32 %rd2, %r10, 12;
  add.u64 %rd2, %rd2, %rd1;
  ld.global.u32 %r1, [%rd2+{0}];
  ld.global.u32 %r2, [%rd2+{1}];
  ld.global.u32 %r3, [%rd2+{2}];
  mul.wide.u32 %rd3, %r10, 4;
  add.u64 %rd3, %rd3, %rd1;
)",
                                 kInput, kInput + 4, kInput + 8);
  for (std::size_t i = 0; i < cases.size(); ++i)
    body += fmt::format("  {}\n  st.global.u32 [%rd3+{}], %r4;\n", cases[i].text, 128 * i);
  rig.run_body(body);
  const auto results = rig.read<std::uint32_t>(32 * cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (unsigned lane = 0; lane < 32; ++lane)
      ASSERT_EQ(results[32 * i + lane], cases[i].expected[lane])
          << cases[i].text
          << fmt::format(" of {:#x}, {:#x}, {:#x}", words[lane].a, words[lane].b, words[lane].c);
}

std::string refusal(const std::string& text) {
  try {
    Rig rig;
    rig.run_body("  " + text + "\n");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Video, WrongFormsAreRefused) {
  EXPECT_THAT(refusal("vadd.u32.u32.u32 %r1, %r2.b4, %r3;"), HasSubstr("selector '.b4'"));
  EXPECT_THAT(refusal("vadd.u32.u32.u32 %r1, %r2.h10, %r3;"), HasSubstr("selector '.h10'"));
  EXPECT_THAT(refusal("vadd2.u32.u32.u32 %r1, %r2.h14, %r3, %r4;"), HasSubstr("selector '.h14'"));
  EXPECT_THAT(refusal("vadd4.u32.u32.u32 %r1.b03, %r2, %r3, %r4;"), HasSubstr("highest first"));
  EXPECT_THAT(refusal("vadd.u32.u32.u32.add %r1.b0, %r2, %r3, %r4;"), HasSubstr("not both"));
  EXPECT_THAT(refusal("vadd.u32.u32.u32 %r1.b0, %r2, %r3;"), HasSubstr("operands"));
  EXPECT_THAT(refusal("vadd.u32.u32.u32 %r1, -%r2, %r3;"), HasSubstr("no negated operand"));
  EXPECT_THAT(refusal("vmad.s32.s32.s32 %r1, -%r2, %r3, -%r4;"), HasSubstr("not both"));
}

}  // namespace
}  // namespace heddle::test::video
