// Which sizes caches can have, and which near sizes the messages name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/settings/configuration.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

using testing::HasSubstr;

class CacheSizes : public testing::Test {
 protected:
  static Configuration with(std::vector<std::string> assignments) {
    ConfigurationRequest request;
    request.assignments = std::move(assignments);
    return Configuration::resolve(request);
  }
  static std::string refusal(std::vector<std::string> assignments) {
    return error_of([&] { with(std::move(assignments)); });
  }

  MachineFolder machines_;
};

TEST_F(CacheSizes, CachesAreWholeSets) {
  // On gtx480 sets of 4 lines of 128 B in the L1, so 10000 B lie between 19 and 20 of them.
  EXPECT_THAT(
      refusal({"l1.bytes=10000"}),
      HasSubstr("l1.bytes (10000) must be whole sets of 4 lines of 128 B: 8192 B (16 sets) or "
                "16384 B (32 sets)"));
  EXPECT_THAT(refusal({"l1.bytes=10000", "l1.set_index=linear"}),
              HasSubstr("9728 B (19 sets) or 10240 B (20 sets)"));
  for (const char* cache : {"l2", "constant_cache", "texture_cache"}) {
    EXPECT_THAT(refusal({std::string(cache) + ".bytes=10001"}), HasSubstr("must be whole sets"))
        << cache;
  }
  EXPECT_EQ(with({"l1.bytes=10240", "l1.set_index=linear"}).machine.l1.sets(), 20u);
}

TEST_F(CacheSizes, InstructionCachesAreWholeSets) {
  const auto said = [&](const std::string& bytes) {
    return refusal({"fetch.line_bytes=128", "fetch.associativity=4", "fetch.cache_bytes=" + bytes});
  };
  EXPECT_THAT(said("3000"), HasSubstr("or at most one: 2560 B or 3072 B"));  // 5 and 6 sets
  EXPECT_THAT(said("300"), HasSubstr("or at most one: 256 B or 384 B"));     // 2 and 3 lines
}

TEST_F(CacheSizes, FermisIndexIsOfAPowerOfTwoOfSets) {
  EXPECT_THAT(refusal({"l1.bytes=48KiB"}),
              HasSubstr("49152 B in sets of 4 lines of 128 B are 96 sets: l1.bytes can be 32768 B "
                        "(64 sets) or 65536 B (128 sets); or say l1.set_index=linear"));
  EXPECT_EQ(with({"l1.bytes=32KiB"}).machine.l1.sets(), 64u);
}

}  // namespace
}  // namespace heddle::sim
