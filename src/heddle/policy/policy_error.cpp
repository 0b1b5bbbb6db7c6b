#include "heddle/policy/policy_error.hpp"

#include <algorithm>
#include <exception>
#include <vector>

#include <fmt/format.h>

#include "heddle/base/error.hpp"

namespace heddle::policy {
namespace {

/// Returns text such as "warp_scheduler gto on SM 3, cycle 120", or "replacement plru in l2 5".
std::string where(const PolicyName& policy, const Occasion& occasion) {
  std::string text = fmt::format("{} {}", policy.kind, policy.name);
  if (occasion.sm) text += fmt::format(" on SM {}", *occasion.sm);
  if (occasion.cycle) text += fmt::format(", cycle {}", *occasion.cycle);
  if (!occasion.unit.empty())
    text += fmt::format("{} {}", occasion.sm ? "," : " in", occasion.unit);
  if (occasion.number) text += fmt::format(" {}", *occasion.number);
  return text;
}

/// Returns advice for a message: that the policy is at fault, and the option that selects another
/// policy.
std::string advice(const PolicyName& policy, const Occasion& occasion) {
  const std::string of_unit = occasion.unit.empty() ? "" : std::string(occasion.unit) + ".";
  return fmt::format(
      "; the policy is at fault, not the program: correct the policy, or take another with "
      "--set {}{}=NAME (heddle list {})",
      of_unit, policy.kind, policy.kind);
}

}  // namespace

void refuse_answer(const PolicyName& policy, const Occasion& occasion, std::string_view question,
                   std::string_view answer, std::string_view allowed) {
  throw PolicyError(fmt::format("{}: {} answered {}; allowed: {}{}", where(policy, occasion),
                                question, answer, allowed, advice(policy, occasion)));
}

void refuse_exception(const PolicyName& policy, const Occasion& occasion,
                      std::string_view question) {
  std::string thrown = "something that is no std::exception";
  try {
    throw;
  } catch (const PolicyError&) {
    throw;
  } catch (const Error& error) {
    if (!occasion.is_in_run()) throw;
    throw PolicyError(fmt::format("{}: {}", where(policy, occasion), error.what()));
  } catch (const std::exception& error) {
    thrown = error.what();
  } catch (...) {
  }
  throw PolicyError(fmt::format("{}: {} threw: {}{}", where(policy, occasion), question, thrown,
                                advice(policy, occasion)));
}

std::string in_words(const std::vector<unsigned>& numbers) {
  constexpr std::size_t kShown = 16;
  const std::size_t shown = std::min(kShown, numbers.size());
  const std::string text =
      fmt::format("{}", fmt::join(numbers.data(), numbers.data() + shown, ", "));
  const std::size_t left = numbers.size() - shown;
  return left == 0 ? text : fmt::format("{} and {} more", text, left);
}

std::string in_words(const model::EntityMask& entities) {
  std::vector<unsigned> numbers;
  entities.for_each([&](unsigned entity) { numbers.push_back(entity); });
  if (numbers.empty()) return "no entity";
  return fmt::format("{} {}", numbers.size() == 1 ? "entity" : "entities", in_words(numbers));
}

}  // namespace heddle::policy
