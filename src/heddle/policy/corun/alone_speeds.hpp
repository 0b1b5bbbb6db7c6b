// How fast each tenant is alone, for policies that compare with that: as one parameter says, or as
// it was measured.
#pragma once

#include <string>
#include <string_view>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/number_list.hpp"

namespace heddle::policy {

class AloneSpeeds {
 public:
  /// `key`: of the parameter, as users write it.
  explicit AloneSpeeds(std::string_view key) : key_(key) {}

  void describe(ParameterVisitor& visit) {
    visit("alone_ipc", text_,
          {.unit = "instructions/cycle",
           .doc =
               "by tenant, warp instructions of an SM while the tenant is alone: \"4 0.5\"; empty: "
               "as heddle corun has measured"});
  }
  void check() const { NumberList(key_, text_); }
  /// Once all parameters are set.
  void attach() { said_ = {key_, text_}; }
  std::string misfit(std::size_t programs) const { return said_.misfit(programs); }
  /// 0: not known.
  double of(const TenantGrid& tenant) const {
    return said_.of(tenant.tenant).value_or(tenant.alone_ipc);
  }

 private:
  std::string_view key_;
  std::string text_;
  NumberList said_;
};

}  // namespace heddle::policy
