// How the launches of one program are divided among the tenants of the GPU.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class TenantsBy : std::uint8_t {
  none,    ///< launches belong to no tenant
  stream,  ///< each stream is a tenant
};

struct CorunOptions {
  TenantsBy by = TenantsBy::none;

  void describe(ParameterVisitor& visit);
};

/// Numbers streams in the order in which launches first name them.
class StreamTenants {
 public:
  /// The tenant of the stream. Throws Error if there are more streams than the GPU has tenants.
  std::uint8_t of(std::uint64_t stream);

 private:
  std::map<std::uint64_t, std::uint8_t> tenants_;
};

}  // namespace heddle::sim
