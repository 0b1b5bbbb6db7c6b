#include "heddle/isa/offences.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::isa {
namespace {

TEST(Offences, AreFoundByTheirPc) {
  const std::vector<Offence> offences = {{3, "a"}, {8, "b"}, {9, "c"}};
  for (const Offence& offence : offences) EXPECT_EQ(find_offence(offences, offence.pc), &offence);
  for (const Pc pc : {0u, 4u, 7u, 10u}) EXPECT_EQ(find_offence(offences, pc), nullptr);
  EXPECT_EQ(find_offence({}, 3), nullptr);
}

}  // namespace
}  // namespace heddle::isa
