#include "study/formulas/formula.hpp"

#include <cctype>
#include <cstddef>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle::study {
namespace {

/// Evaluates by recursive descent: sums of products of factors.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, const Lookup& lookup) : text_(text), lookup_(lookup) {}

  double whole() {
    const double value = sum();
    if (at_ != text_.size()) fail("'{}' is no formula", text_);
    return value;
  }

 private:
  bool take(char wanted) {
    skip();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  double sum() {
    double value = product();
    while (true) {
      if (take('+'))
        value += product();
      else if (take('-'))
        value -= product();
      else
        return value;
    }
  }

  double product() {
    double value = factor();
    while (true) {
      if (take('*'))
        value *= factor();
      else if (take('/'))
        value /= factor();
      else
        return value;
    }
  }

  double factor() {
    if (take('(')) {
      const double value = sum();
      if (!take(')')) fail("'{}' has an open parenthesis", text_);
      return value;
    }
    skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '.' || text_[at_] == '_'))
      ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    if (word.empty()) fail("'{}' lacks a name or a number", text_);
    if (std::isdigit(static_cast<unsigned char>(word[0])) == 0) return lookup_(word);
    const auto number = parse_number(word);
    if (!number) fail("'{}' is no number", word);
    return *number;
  }

  std::string_view text_;
  const Lookup& lookup_;
  std::size_t at_ = 0;
};

}  // namespace

double evaluate(std::string_view formula, const Lookup& lookup) {
  return FormulaReader(formula, lookup).whole();
}

std::vector<std::string> names_in(std::string_view formula) {
  std::vector<std::string> names;
  evaluate(formula, [&](const std::string& name) {
    names.push_back(name);
    return 1.0;
  });
  return names;
}

}  // namespace heddle::study
