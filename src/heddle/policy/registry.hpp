// How policies become known: a policy's file registers itself by name under its kind, and nothing
// else names it. A kind is an interface with a `kKind` name. The registry is filled before main and
// read-only from then on.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

/// A policy as `heddle list` and `heddle explain` show it.
struct PolicyInfo {
  std::string_view kind;
  std::string_view name;
  std::string_view doc;       ///< one line
  std::string_view about{};   ///< a paragraph: its rule
  std::string_view source{};  ///< the publication that it is from; "": it is folklore
};

/// Creates the policies of one kind.
template <typename Interface>
class Registry {
 public:
  struct Entry {
    PolicyInfo info;
    std::unique_ptr<Interface> (*make)();
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(const Entry& entry) { entries_.emplace(entry.info.name, entry); }

  /// Null if there is no policy of that name.
  std::unique_ptr<Interface> make(std::string_view name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : found->second.make();
  }

  std::vector<PolicyInfo> list() const {
    std::vector<PolicyInfo> infos;
    for (const auto& [name, entry] : entries_) infos.push_back(entry.info);
    return infos;
  }

 private:
  std::map<std::string_view, Entry, std::less<>> entries_;
};

/// `const Register<WarpScheduler, Gto> gto("gto", "greedy, then oldest");` at namespace scope of
/// the policy's file. A paragraph on its rule and the publication that it is from may follow.
template <typename Interface, typename Policy>
struct Register {
  Register(std::string_view name, std::string_view doc, std::string_view about = "",
           std::string_view source = "") {
    Registry<Interface>::instance().add(
        {{Interface::kKind, name, doc, about, source},
         []() -> std::unique_ptr<Interface> { return std::make_unique<Policy>(); }});
  }
};

}  // namespace heddle::policy
