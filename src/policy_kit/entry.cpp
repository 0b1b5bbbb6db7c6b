// The function that a policy library exports. It is part of the kit's archive, and so of each
// library, but not of heddle.
#include "policy_kit/library.hpp"

extern "C" [[gnu::visibility("default")]] void heddle_policy_library(
    heddle::policy::LibraryReader& reader) {
  heddle::policy::for_each_kind([&]<typename Interface>() {
    const auto& registry = heddle::policy::Registry<Interface>::instance();
    for (const heddle::policy::PolicyInfo& info : registry.list())
      reader.take(*registry.find(info.name));
  });
}
