// Names parameters of a policy that have no effect.
#pragma once

#include <string_view>

namespace heddle::policy {

/// Parameters that nothing reads while another parameter of the policy has its present value.
struct UnreadParameters {
  std::string_view prefix;  ///< first letters of the parameters' names
  std::string_view cause;   ///< name of the other parameter
};

}  // namespace heddle::policy
