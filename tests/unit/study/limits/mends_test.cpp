// What the rules name as mending a limit exists.
#include "study/limits/mends.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "study/limits/limits.hpp"
#include "study/whatif/computed_gains.hpp"
#include "study/whatif/idealizations.hpp"

namespace heddle::study {
namespace {

TEST(Mends, AreWhatWhatifKnows) {
  std::size_t named = 0;
  for (const LimitRule& rule : limit_rules()) {
    for (const std::string_view name : rule.mended_by) {
      ++named;
      const bool is_known =
          std::ranges::find(idealizations(), name, &Idealization::name) != idealizations().end() ||
          std::ranges::find(computed_gains(), name, &ComputedGain::name) != computed_gains().end();
      EXPECT_TRUE(is_known) << rule.name << ": " << name;
    }
  }
  EXPECT_GT(named, 0u);
  EXPECT_TRUE(mends_of("no rule").empty());
}

}  // namespace
}  // namespace heddle::study
