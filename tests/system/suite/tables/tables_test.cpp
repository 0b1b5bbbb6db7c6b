// Shapes of blocks, and how many of them an SM holds and why, on the studies' machines and with the
// registers that they state: against the studies' own tables, as the manifests have them.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "differences.hpp"
#include "study/catalogue/catalogue.hpp"
#include "study/results/measured.hpp"
#include "study/results/schema.hpp"

namespace heddle::test {
namespace {

class Tables : public testing::Test {
 protected:
  /// The kernel in the study's shape; the last run is that with the study's registers, if there is
  /// one.
  const study::MeasuredKernel* find(const study::Workload& workload, const study::StudyUse& use,
                                    const std::string& kernel) const {
    const study::MeasuredKernel* found = nullptr;
    for (const study::MeasuredKernel& each : measured_)
      if (each.run.workload == workload.name && each.run.paper == use.study &&
          each.function == kernel)
        found = &each;
    return found;
  }

  void compare(const std::string& what, const std::string& expected, const std::string& found) {
    if (expected == found) return;
    const std::string difference = fmt::format("{}: {}, the study has {}", what, found, expected);
    if (is_explained(difference)) {
      explained_.insert(difference);
    } else {
      ADD_FAILURE() << difference;
    }
  }

  study::Catalogue catalogue_ = study::read_catalogue(WORKLOAD_FOLDER);
  std::vector<study::MeasuredKernel> measured_ = [] {
    study::Database database = study::open_results(SUITE_RESULTS);
    return study::measured_kernels(database);
  }();
  std::set<std::string> explained_;
};

/// Of the resources that the study names; heddle names all that bind.
std::string limits_of(const study::StudyKernel& stated, const study::MeasuredKernel& kernel) {
  const bool all = std::ranges::all_of(stated.limit, [&](std::string resource) {
    std::ranges::replace(resource, '_', ' ');
    std::string found = kernel.saved.limited_by;
    std::ranges::replace(found, '_', ' ');
    return found.find(resource) != std::string::npos;
  });
  return all ? fmt::format("{}", fmt::join(stated.limit, ", ")) : kernel.saved.limited_by;
}

TEST_F(Tables, TheSuiteAgreesWithTheStudies) {
  unsigned compared = 0;
  for (const study::Workload& workload : catalogue_.workloads) {
    for (const study::StudyUse& use : workload.studies) {
      for (const study::StudyKernel& stated : use.kernels) {
        const study::MeasuredKernel* const kernel = find(workload, use, stated.kernel);
        const std::string name = fmt::format("{} {} {}", use.study, workload.name, stated.kernel);
        if (kernel == nullptr) {
          ADD_FAILURE() << stated.place << ": " << name << " did not run";
          continue;
        }
        const auto number = [&](const char* what, const std::optional<std::uint64_t>& expected,
                                std::uint64_t found) {
          if (!expected) return;
          ++compared;
          compare(name + " " + what, std::to_string(*expected), std::to_string(found));
        };
        number("threads", stated.threads, kernel->saved.block.volume());
        number("warps", stated.warps, (kernel->saved.block.volume() + 31) / 32);
        number("blocks/SM", stated.blocks_per_sm, kernel->saved.blocks_per_sm);
        if (stated.limit.empty()) continue;
        ++compared;
        compare(name + " limit", fmt::format("{}", fmt::join(stated.limit, ", ")),
                limits_of(stated, *kernel));
      }
    }
  }
  EXPECT_GE(compared, 100u);
  EXPECT_EQ(explained_.size(), explained_count()) << "a difference that is explained is not there";
}

}  // namespace
}  // namespace heddle::test
