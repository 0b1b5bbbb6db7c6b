// On which sources a run depends: of a small tree that is written down here, and of heddle's own.
#include "study/sources/source_manifest.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "heddle/base/exception.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/sim/settings/policies.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Not;

/// A kind whose interface all use, three policies, two of which share a header, and one of another
/// kind that no configuration chooses.
constexpr const char* kTree = R"(b0 build
g0 src/heddle/gpu/gpu.cpp
includes src/heddle/policy/scheduler/scheduler.hpp
i0 src/heddle/policy/scheduler/scheduler.hpp
h0 src/heddle/policy/scheduler/order.hpp
o0 src/heddle/policy/scheduler/order.cpp
includes src/heddle/policy/scheduler/order.hpp
l0 src/heddle/policy/scheduler/lrr.cpp
includes src/heddle/policy/scheduler/scheduler.hpp
registers scheduler lrr
f0 src/heddle/policy/scheduler/groups.cpp
includes src/heddle/policy/scheduler/order.hpp
registers scheduler groups
t0 src/heddle/policy/scheduler/two.cpp
includes src/heddle/policy/scheduler/order.hpp
registers scheduler two
registers scheduler three
w0 src/heddle/policy/watcher/watcher.cpp
registers watcher all
u0 src/heddle/policy/scheduler/used_by_none.hpp
)";

std::string hash_with(const std::string& changed, const std::string& scheduler) {
  std::string text = kTree;
  if (!changed.empty()) text.replace(text.find(changed), changed.size(), "changed");
  return SourceManifest(text).hash({{"scheduler", scheduler}}).value_or("none");
}

bool depends(const std::string& scheduler, const std::string& source) {
  return hash_with(source, scheduler) != hash_with("", scheduler);
}

TEST(SourceManifest, APolicysFileIsOfTheRunsThatChoseIt) {
  EXPECT_TRUE(depends("lrr", "l0"));
  EXPECT_FALSE(depends("lrr", "f0"));
  EXPECT_FALSE(depends("lrr", "t0"));
  EXPECT_TRUE(depends("groups", "f0"));
  EXPECT_FALSE(depends("groups", "l0"));
}

TEST(SourceManifest, AFileThatRegistersTwoIsOfBoth) {
  EXPECT_TRUE(depends("two", "t0"));
  EXPECT_TRUE(depends("three", "t0"));
}

/// With the file that belongs to the header.
TEST(SourceManifest, AHeaderOfPoliciesIsOfThoseThatIncludeIt) {
  for (const char* source : {"h0", "o0"}) {
    EXPECT_TRUE(depends("groups", source));
    EXPECT_TRUE(depends("two", source));
    EXPECT_FALSE(depends("lrr", source));
  }
}

TEST(SourceManifest, WhatIsNoPolicysIsOfAllRuns) {
  for (const char* source : {"b0", "g0", "i0", "u0", "w0"}) {
    for (const char* scheduler : {"lrr", "groups", "two"}) {
      EXPECT_TRUE(depends(scheduler, source)) << source;
    }
  }
}

TEST(SourceManifest, APolicyThatOthersUseIsOfAllRuns) {
  const std::string used = std::string(kTree) +
                           "x0 src/heddle/core/sm.cpp\n"
                           "includes src/heddle/policy/scheduler/order.hpp\n";
  const auto sources = SourceManifest(used).sources({{"scheduler", "lrr"}});
  ASSERT_TRUE(sources);
  EXPECT_THAT(*sources, Contains("src/heddle/policy/scheduler/order.cpp"));
}

TEST(SourceManifest, APolicyThatIsNotInItHasNoHash) { EXPECT_EQ(hash_with("", "another"), "none"); }

TEST(SourceManifest, RefusesOtherLines) {
  EXPECT_THROW(SourceManifest("one-word\n"), Error);
  EXPECT_THROW(SourceManifest("includes a.hpp\n"), Error);
}

/// heddle's own tree, copied: the list is made of it as a build makes it.
class CopiedTree : public testing::Test {
 protected:
  void SetUp() override {
    std::string place = (fs::temp_directory_path() / "heddle-sources.XXXXXX").string();
    ASSERT_NE(mkdtemp(place.data()), nullptr);
    folder_ = place;
    fs::create_directories(folder_ / "src");
    fs::copy(fs::path(HEDDLE_SOURCE) / "src" / "heddle", folder_ / "src" / "heddle",
             fs::copy_options::recursive);
  }
  void TearDown() override { fs::remove_all(folder_); }

  SourceManifest manifest() const {
    std::ofstream list(folder_ / "list");
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "src")) {
      if (entry.is_regular_file()) list << entry.path().string() << '\n';
    }
    list.close();
    const fs::path written = folder_ / "manifest.cpp";
    const std::string command = fmt::format(
        "{0} -DROOT={1} -DLIST={1}/list -DBUILD=x -DMANIFEST={2} -P {3}/cmake/"
        "write_source_manifest.cmake",
        HEDDLE_CMAKE, folder_.string(), written.string(), HEDDLE_SOURCE);
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::istringstream lines(read_file(written, file_kinds::kDocument));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find("\"\\n");
      if (begin == std::string::npos || line.ends_with(';')) continue;
      text += line.substr(begin + 3, line.rfind('"') - begin - 3) + "\n";
    }
    const std::size_t first = text.find('\n') + 1;
    return SourceManifest(std::string_view(text).substr(first, text.rfind("end of") - first));
  }
  void change(const std::string& source) const {
    std::ofstream(folder_ / "src" / "heddle" / source, std::ios::app) << "// changed\n";
  }

  fs::path folder_;
};

PolicyNames chosen(const std::string& scheduler, const std::string& throttle) {
  return {{"warp_scheduler", scheduler},
          {"throttle", throttle},
          {"organisation", "spatial"},
          {"residency", "block"},
          {"block_dispatch", "round_robin"}};
}

TEST_F(CopiedTree, AChangedPolicyChangesItsRunsAlone) {
  const SourceManifest before = manifest();
  change("policy/throttle/ccws/scores.cpp");
  const SourceManifest ccws = manifest();
  EXPECT_NE(ccws.hash(chosen("gto", "ccws")), before.hash(chosen("gto", "ccws")));
  for (const char* throttle : {"none", "swl", "daws"}) {
    EXPECT_EQ(ccws.hash(chosen("gto", throttle)), before.hash(chosen("gto", throttle)));
  }
  change("policy/warp_scheduler/order.hpp");
  const SourceManifest order = manifest();
  for (const char* scheduler : {"two_level", "fetch_groups"}) {
    EXPECT_NE(order.hash(chosen(scheduler, "none")), ccws.hash(chosen(scheduler, "none")));
  }
  for (const char* scheduler : {"lrr", "gto", "oldest", "greedy_rr", "pro"}) {
    EXPECT_EQ(order.hash(chosen(scheduler, "none")), ccws.hash(chosen(scheduler, "none")));
  }
}

TEST_F(CopiedTree, AChangeOfTheRestChangesAll) {
  const SourceManifest before = manifest();
  for (const char* source : {"core/CMakeLists.txt", "policy/throttle/throttle.hpp"}) {
    change(source);
    const SourceManifest after = manifest();
    for (const char* throttle : {"none", "swl", "ccws", "daws"}) {
      EXPECT_NE(after.hash(chosen("lrr", throttle)), before.hash(chosen("lrr", throttle)));
    }
  }
}

/// The program that this build made: a policy without a line would be of no run.
TEST(SourceManifestOfHeddle, NamesEachPolicyAndLeavesOutOthers) {
  const auto manifest = SourceManifest::of_program(HEDDLE_PROGRAM);
  ASSERT_TRUE(manifest);
  std::size_t policies = 0;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    for (const std::string& name : sim::policy_names(kind)) {
      EXPECT_TRUE(manifest->hash({{std::string(kind.name), name}})) << kind.name << " " << name;
      ++policies;
    }
  }
  EXPECT_GT(policies, 15u);
  const auto lrr = manifest->sources(chosen("lrr", "none"));
  ASSERT_TRUE(lrr);
  EXPECT_THAT(*lrr, Contains("src/heddle/policy/warp_scheduler/lrr.cpp"));
  EXPECT_THAT(*lrr, Contains("src/heddle/policy/throttle/throttle.hpp"));
  EXPECT_THAT(*lrr, Contains("src/heddle/core/CMakeLists.txt"));
  for (const char* other : {"warp_scheduler/pro/pro.cpp", "warp_scheduler/order.hpp",
                            "throttle/ccws/scores.cpp", "throttle/daws/sampler.hpp"}) {
    EXPECT_THAT(*lrr, Not(Contains(std::string("src/heddle/policy/") + other)));
  }
}

}  // namespace
}  // namespace heddle::study
