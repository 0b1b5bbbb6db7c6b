#include "op_case.hpp"

#include "heddle/base/error.hpp"
#include "heddle/isa/op_pattern.hpp"

namespace heddle::test {
namespace {

const isa::OpMatcher& matcher() {
  static const isa::OpMatcher instance;
  return instance;
}

}  // namespace

std::vector<std::string> spellings(const std::string& pattern) {
  const std::size_t open = pattern.find('{');
  if (open == pattern.npos) return {pattern};
  const std::size_t close = pattern.find('}', open);
  std::vector<std::string> result;
  for (std::size_t start = open + 1; start <= close;) {
    const std::size_t end = std::min(pattern.find(',', start), close);
    const std::string chosen = pattern.substr(0, open) + pattern.substr(start, end - start);
    for (std::string& word : spellings(chosen + pattern.substr(close + 1))) {
      result.push_back(std::move(word));
    }
    start = end + 1;
  }
  return result;
}

void add_cases(OpCases& cases, const std::string& pattern, const OpCase& like) {
  for (const std::string& spelling : spellings(pattern)) {
    const auto match = matcher().match(spelling);
    if (!match) fail("no row of the op table matches {}", spelling);
    OpCase added = like;
    added.op = match->op;
    added.modifiers = match->modifiers;
    added.spelling = spelling;
    cases.push_back(std::move(added));
  }
}

const OpCases& all_cases() {
  static const OpCases all = [] {
    OpCases cases;
    for (auto family : {move_cases, integer_cases, carry_cases, multiply_cases, bit_cases,
                        logic_cases, compare_cases, float32_cases, float64_cases, half_cases,
                        convert_cases, fp8_cases, special_cases, video_cases, sequence_cases}) {
      for (OpCase& added : family()) cases.push_back(std::move(added));
    }
    return cases;
  }();
  return all;
}

}  // namespace heddle::test
