// What becomes of a policy that answers what its interface does not allow, or that throws: a
// PolicyError ends the run and says which policy it was, where and when, what the policy answered
// and what it was allowed to answer. The fault is the policy's, not that of the program that runs.
// The boundary layer raises it: core::PolicyBoundary for the policies of an SM,
// gpu::DispatchBoundary for those of the whole GPU, Registry::make for a policy's parameters.
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

/// Where and when a policy is asked. A policy of the whole GPU that decides on no particular SM has
/// none; while the GPU is built there is no cycle. A policy that units choose by themselves is that
/// of a unit, which knows no cycles.
struct Occasion {
  std::optional<std::uint32_t> sm = {};
  std::optional<Cycle> cycle = {};
  std::string_view unit = {};                ///< as in machine files: "l1"
  std::optional<std::uint32_t> number = {};  ///< of the unit, where it is none of an SM

  bool is_in_run() const { return cycle || !unit.empty(); }
};

/// Throws PolicyError: the policy answered the question, such as "pick(slot 1)", with `answer`;
/// `allowed` says what it may answer.
[[noreturn]] void refuse_answer(const PolicyName& policy, const Occasion& occasion,
                                std::string_view question, std::string_view answer,
                                std::string_view allowed);

/// To be called in a handler of what the policy threw when it was asked. Throws PolicyError in its
/// place; while the GPU is built an Error passes as it is, since a policy may refuse its parameters
/// with one.
[[noreturn]] void refuse_exception(const PolicyName& policy, const Occasion& occasion,
                                   std::string_view question);

/// Asks a policy: what it throws becomes a PolicyError. `occasion()` says where and when.
template <typename At, typename Ask>
decltype(auto) ask(const PolicyName& policy, const At& occasion, std::string_view question,
                   Ask&& answer) {
  try {
    return answer();
  } catch (...) {
    refuse_exception(policy, occasion(), question);
  }
}

/// "0, 2, 4", for messages; of many the first, and how many more there are.
std::string in_words(const std::vector<unsigned>& numbers);
/// "entities 0, 2, 4", likewise.
std::string in_words(const model::EntityMask& entities);

}  // namespace heddle::policy
