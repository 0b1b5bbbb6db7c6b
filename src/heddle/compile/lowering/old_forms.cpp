#include "heddle/compile/lowering/old_forms.hpp"

#include <algorithm>
#include <array>

namespace heddle::compile {
namespace {

using Mnemonic = std::vector<std::string_view>;

template <typename Names>
bool has(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != std::ranges::end(names);
}

bool is_before_1_4(const ptx::Module& module) {
  return module.version_major == 1 && module.version_minor < 4;
}

bool is_for_capability_1(const ptx::Module& module) {
  return module.target.starts_with("sm_1") && module.target.size() == 5;
}

/// Adds what PTX 1.0 to 1.3 leave out: .approx.ftz in single precision, .rn in double precision.
void add_defaults(Mnemonic& words) {
  static constexpr std::array<std::string_view, 8> kApproximate = {"div", "rcp", "sqrt", "rsqrt",
                                                                   "sin", "cos", "lg2",  "ex2"};
  static constexpr std::array<std::string_view, 5> kRounded = {"div", "rcp", "sqrt", "mad", "fma"};
  static constexpr std::array<std::string_view, 7> kPrecise = {"rn",   "rz",     "rm", "rp",
                                                               "full", "approx", "ftz"};
  const bool has_precision =
      std::ranges::any_of(words, [](std::string_view word) { return has(kPrecise, word); });
  if (has_precision) return;
  if (words.back() == "f32" && has(kApproximate, words.front())) {
    words.insert(words.begin() + 1, {"approx", "ftz"});
  } else if (words.back() == "f64" && has(kRounded, words.front())) {
    words.insert(words.begin() + 1, "rn");
  } else if (words.back() == "f64" && words.front() == "rsqrt") {
    words.insert(words.begin() + 1, "approx");
  }
}

/// True if the instruction computes with single-precision numbers and may say .ftz. The old cvt
/// flushes nothing if its result has 64 bits.
bool may_flush(const Mnemonic& words) {
  static constexpr std::array<std::string_view, 21> kFlushing = {
      "add",  "sub",   "mul", "fma", "mad", "div", "min", "max",  "abs",  "neg", "rcp",
      "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "set", "setp", "slct", "cvt"};
  if (!has(kFlushing, words.front())) return false;
  if (words.front() == "cvt") {
    const std::string_view result = words[words.size() - 2];
    return result == "f32" || (words.back() == "f32" && !result.ends_with("64"));
  }
  return words.back() == "f32";
}

/// Inserts .ftz where the table of operations has it: before .sat, .type and what comes after.
void flush(Mnemonic& words) {
  if (has(words, "ftz") || !may_flush(words)) return;
  const bool has_two_types = words.front() == "set" || words.front() == "cvt";
  auto place = words.end() - (has_two_types ? 2 : 1);
  if (*(place - 1) == "sat") --place;
  if (words.front() == "slct") place = words.begin() + 1;
  words.insert(place, "ftz");
}

}  // namespace

std::vector<std::string_view> modern_words(const ptx::Module& module,
                                           const ptx::Instruction& instruction) {
  Mnemonic words{instruction.opcode};
  words.insert(words.end(), instruction.modifiers.begin(), instruction.modifiers.end());
  if (words.size() < 2) return words;
  if (is_before_1_4(module)) add_defaults(words);
  if (is_for_capability_1(module)) flush(words);
  return words;
}

}  // namespace heddle::compile
