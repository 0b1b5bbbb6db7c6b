// What a policy may say of its parameters, and that its name is its own.
#include "heddle/policy/registry.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::test {
namespace {

using policy::PolicyError;
using testing::HasSubstr;
using testing::StartsWith;

/// A kind of policy of this test alone.
class Toy {
 public:
  static constexpr std::string_view kKind = "toy";
  virtual ~Toy() = default;
  virtual void describe(ParameterVisitor&) {}
};

using Describe = void (*)(ParameterVisitor&);

/// A policy with these parameters.
template <Describe describe_it>
class Described final : public Toy {
  void describe(ParameterVisitor& visit) override { describe_it(visit); }
};

class Broken final : public Toy {
 public:
  Broken() { throw std::runtime_error("out of thread"); }
};

void number(ParameterVisitor& visit, std::string_view name, double value, double least = 0,
            double most = 100) {
  visit(name, value, {.minimum = least, .maximum = most, .doc = ""});
}

void sound(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kWords = {"one", "two"};
  std::uint32_t word = 1, small = 7;
  std::uint64_t large = 7;
  bool flag = false;
  std::string text;
  visit("small", small, {.minimum = 7, .maximum = 7, .doc = ""});
  visit("large_2", large, {.minimum = 1, .doc = ""});
  visit("flag", flag, {.doc = ""});
  visit("text", text, {.doc = ""});
  visit.choice("word", word, kWords, {.doc = ""});
  number(visit, "number", 0.5, 0.5, 1);
}

void below(ParameterVisitor& visit) { number(visit, "size", 0, 1, 64); }
void above(ParameterVisitor& visit) { number(visit, "size", 65, 1, 64); }
void no_number(ParameterVisitor& visit) { number(visit, "size", std::nan("")); }
void empty_range(ParameterVisitor& visit) { number(visit, "size", 3, 4, 2); }
void nameless(ParameterVisitor& visit) { number(visit, "", 1); }
void dotted(ParameterVisitor& visit) { number(visit, "cache.size", 1); }
void twice(ParameterVisitor& visit) {
  number(visit, "size", 1);
  number(visit, "size", 2);
}
void no_such_word(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kWords = {"one", "two"};
  std::uint32_t word = 2;
  visit.choice("word", word, kWords, {.doc = ""});
}
void throws(ParameterVisitor&) { throw std::runtime_error("out of thread"); }

template <Describe describe_it>
using Registered = policy::Register<Toy, Described<describe_it>>;

const Registered<sound> kSound("sound", "");
const Registered<below> kBelow("below", "");
const Registered<above> kAbove("above", "");
const Registered<no_number> kNoNumber("no_number", "");
const Registered<empty_range> kEmptyRange("empty_range", "");
const Registered<nameless> kNameless("nameless", "");
const Registered<dotted> kDotted("dotted", "");
const Registered<twice> kTwice("twice", "");
const Registered<no_such_word> kNoSuchWord("no_such_word", "");
const Registered<throws> kThrows("throws", "");
const policy::Register<Toy, Broken> kBroken("broken", "");
const Registered<sound> kFirst("two", "");
const Registered<sound> kSecond("two", "");

std::string refusal_of(std::string_view name) {
  try {
    EXPECT_NE(policy::Registry<Toy>::instance().make(name), nullptr);
  } catch (const PolicyError& error) {
    return error.what();
  }
  return "";
}

TEST(Registry, MakesPoliciesOfSoundParameters) {
  EXPECT_EQ(refusal_of("sound"), "");
  EXPECT_EQ(policy::Registry<Toy>::instance().make("nobody"), nullptr);
}

TEST(Registry, RefusesParametersThatNobodyCouldSet) {
  EXPECT_THAT(refusal_of("below"),
              StartsWith("toy below: describe() answered 'size' with default 0; allowed: a default "
                         "in its range, 1 to 64; the policy is at fault, not the program"));
  EXPECT_THAT(refusal_of("above"), HasSubstr("'size' with default 65; allowed"));
  EXPECT_THAT(refusal_of("no_number"), HasSubstr("'size' with default nan; allowed"));
  EXPECT_THAT(refusal_of("empty_range"), HasSubstr("'size' from 4 to 2; allowed"));
  EXPECT_THAT(refusal_of("nameless"), HasSubstr("a parameter called ''; allowed"));
  EXPECT_THAT(refusal_of("dotted"), HasSubstr("a parameter called 'cache.size'; allowed"));
  EXPECT_THAT(refusal_of("twice"), HasSubstr("two parameters called 'size'; allowed"));
  EXPECT_THAT(refusal_of("no_such_word"), HasSubstr("'word' with word 2 as its default; allowed: "
                                                    "words 0 to 1"));
}

TEST(Registry, NamesThePolicyThatThrows) {
  EXPECT_THAT(refusal_of("throws"), StartsWith("toy throws: describe() threw: out of thread"));
  EXPECT_THAT(refusal_of("broken"), StartsWith("toy broken: its constructor threw: out of thread"));
}

TEST(Registry, RefusesANameThatTwoHave) {
  EXPECT_THAT(refusal_of("two"), StartsWith("toy two: registration answered a name twice; "
                                            "allowed: once"));
}

}  // namespace
}  // namespace heddle::test
