// Which launches of one program are of one tenant of the GPU.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class TenantsBy : std::uint8_t {
  none,    ///< launches are of no tenant
  stream,  ///< those of each stream
};

struct CorunOptions {
  TenantsBy by = TenantsBy::none;

  void describe(ParameterVisitor& visit);
};

/// Numbers streams in the order in which launches first name them.
class StreamTenants {
 public:
  /// Throws Error for one stream more than the GPU has tenants.
  std::uint8_t of(std::uint64_t stream);

 private:
  std::map<std::uint64_t, std::uint8_t> tenants_;
};

}  // namespace heddle::sim
