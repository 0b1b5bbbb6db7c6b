// How the launches of one program are divided among tenants, which share the GPU.
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

/// Numbers the streams of a program in the order of their first launches.
class StreamTenants {
 public:
  /// Returns the tenant of the stream. Throws Error if there are more streams than the GPU can have
  /// tenants.
  std::uint8_t of(std::uint64_t stream);

 private:
  std::map<std::uint64_t, std::uint8_t> tenants_;
};

}  // namespace heddle::sim
