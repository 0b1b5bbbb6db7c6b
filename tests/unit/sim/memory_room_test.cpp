// How much device memory a run has.
#include <gtest/gtest.h>
#include <unistd.h>

#include "heddle/sim/settings/configuration.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

Configuration with_memory(std::vector<std::string> assignments) {
  ConfigurationRequest request;
  request.assignments = std::move(assignments);
  return Configuration::resolve(request);
}

/// Memory grows only without timing, and not beyond a size that the user sets.
TEST(MemoryRoom, GrowsToTheHostsMemoryUnlessItsSizeIsSet) {
  const MachineFolder machines;
  constexpr std::uint64_t kCard = 1536ull << 20;
  const auto host = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                    static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(with_memory({"run.threads=1"}).memory_room(), kCard);
  const Configuration untimed = with_memory({"run.timing=none"});
  EXPECT_EQ(untimed.memory_room(), std::max(kCard, host));
  EXPECT_EQ(untimed.machine.device.memory_bytes, kCard);
  EXPECT_EQ(with_memory({"run.timing=none", "run.grow_memory=false"}).memory_room(), kCard);
  EXPECT_EQ(with_memory({"run.timing=none", "device.memory_bytes=1GiB"}).memory_room(), 1ull << 30);
  EXPECT_EQ(with_memory({"run.timing=none", "device.memory_check=page"}).memory_room(), kCard);
}

}  // namespace
}  // namespace heddle::sim
