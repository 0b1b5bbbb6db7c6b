// The handling of faulty policies. A policy is faulty if it throws an exception, or gives an answer
// that its interface does not allow. A PolicyError ends the run. Its message names the policy,
// place and time, the answer, and the allowed answers, and says that the policy is at fault, not
// the simulated program. The boundary layer throws it: core::PolicyBoundary for the policies of an
// SM, gpu::DispatchBoundary for policies of the whole GPU, Registry::make for a policy's
// parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/exception.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::policy {

class PolicyError : public Error {
 public:
  using Error::Error;
};

struct PolicyName {
  std::string_view kind;
  std::string name;
};

/// Where and when a policy is called. `sm` is empty if the decision of a policy of the whole GPU
/// concerns no particular SM. `cycle` is empty while the GPU is built, and for a policy of a single
/// unit, such as a cache.
struct Occasion {
  std::optional<std::uint32_t> sm = {};
  std::optional<Cycle> cycle = {};
  std::string_view unit = {};                ///< section of the unit in machine files, such as "l1"
  std::optional<std::uint32_t> number = {};  ///< number of the unit, if the unit belongs to no SM

  bool is_in_run() const { return cycle || !unit.empty(); }
};

/// Throws PolicyError: the policy answered the question, such as "pick(slot 1)", with `answer`.
/// `allowed` describes the allowed answers.
[[noreturn]] void refuse_answer(const PolicyName& policy, const Occasion& occasion,
                                std::string_view question, std::string_view answer,
                                std::string_view allowed);

/// Throws a PolicyError in place of the policy's exception. Call this in the handler of that
/// exception. While the GPU is built an Error passes unchanged, since a policy may refuse its
/// parameters with an Error.
[[noreturn]] void refuse_exception(const PolicyName& policy, const Occasion& occasion,
                                   std::string_view question);

/// Calls the policy and turns its exceptions into a PolicyError. `occasion()` returns where and
/// when the policy is called.
template <typename At, typename Ask>
decltype(auto) ask(const PolicyName& policy, const At& occasion, std::string_view question,
                   Ask&& answer) {
  try {
    return answer();
  } catch (...) {
    refuse_exception(policy, occasion(), question);
  }
}

/// Returns the numbers for a message: "0, 2, 4". A long list is cut, and the number of missing
/// entries follows.
std::string in_words(const std::vector<unsigned>& numbers);
/// Returns the entities for a message: "entities 0, 2, 4".
std::string in_words(const model::EntityMask& entities);

}  // namespace heddle::policy
