// The speed of each tenant when it runs alone, for policies that compare with this speed. The speed
// comes from a parameter. If the parameter does not give the speed, the speed comes from a
// measurement.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/number_list.hpp"

namespace heddle::policy {

class AloneSpeeds {
 public:
  /// `key`: name of the parameter, as users write it.
  explicit AloneSpeeds(std::string_view key) : key_(key) {}

  void describe(ParameterVisitor& visit) {
    visit("alone_ipc", text_,
          {.unit = "instructions/cycle",
           .doc =
               "by tenant, warp instructions of an SM while the tenant is alone: \"4 0.5\"; empty: "
               "as heddle corun has measured"});
  }
  void check() const { NumberList(key_, text_); }
  /// Reads the list in the parameter. Call this when all parameters are set.
  void attach() { said_ = {key_, text_}; }
  std::string misfit(std::size_t programs) const { return said_.misfit(programs); }
  /// Returns the warp instructions per SM and cycle of the tenant when it runs alone; 0: unknown.
  double of(const TenantGrid& tenant) const {
    return said_.of(tenant.tenant).value_or(tenant.alone_ipc);
  }
  /// Why a speed is missing, for a refusal. If the parameter has too few numbers, the text names
  /// the first tenant of which it says nothing. Else the text is `need`, then the parameter to set,
  /// then `otherwise`.
  std::string missing(std::span<const TenantGrid> tenants, const std::string& need,
                      const std::string& otherwise) const {
    if (std::string few = said_.refusal(tenants); !few.empty()) return few;
    return need + ": say " + std::string(key_) + " (or --alone of heddle corun)" + otherwise;
  }

 private:
  std::string_view key_;
  std::string text_;
  NumberList said_;
};

}  // namespace heddle::policy
