// Lists the kinds of policies (kinds.def), and stores the choice of one policy of each kind.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {

/// Calls call.operator()<Interface>() for each kind, in the order of results and listings.
template <typename Call>
void for_each_kind(Call&& call) {
#define KIND(Interface, name) call.template operator()<Interface>();
#define UNIT_KIND KIND
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND
}

/// The choice of a run's policies: the names of the chosen policies, one for each kind of policy
/// that the GPU or its SMs have, and a function that sets the parameters of any policy. Each SM has
/// its own schedulers, throttle and organisation; block dispatch and residency serve the whole GPU.
struct PolicyChoice {
#define KIND(Interface, name) std::string name{Interface::kDefault};
#define UNIT_KIND(Interface, name)
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND
  /// Sets the parameters of a policy. Called with each new policy of any kind and its prefix
  /// "kind.name".
  std::function<void(const std::string& prefix,
                     const std::function<void(ParameterVisitor&)>& describe)>
      configure = {};

  /// Returns the name of the chosen policy of a kind.
  template <typename Interface>
  const std::string& name_of() const {
#define KIND(Each, name) \
  if constexpr (std::is_same_v<Interface, Each>) return name;
#define UNIT_KIND(Each, name)
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND
  }

  /// Calls call(kind, name) for each kind and the name of its policy.
  template <typename Call>
  void for_each(Call&& call) {
#define KIND(Interface, name)               \
  static_assert(Interface::kKind == #name); \
  call(Interface::kKind, name);
#define UNIT_KIND(Interface, name)
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND
  }
};

}  // namespace heddle::policy
