// The searches of Warped-Slicer and CCBP against the tables of their studies.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/ccbp/bandwidth_factors.hpp"
#include "heddle/policy/corun/ccbp/partition.hpp"
#include "heddle/policy/corun/kernel_profiles.hpp"
#include "heddle/policy/corun/water_filling.hpp"
#include "sharing.hpp"

namespace heddle::corun_test {
namespace {

using policy::BandwidthCurve;
using policy::KernelType;
using Steps = std::vector<std::vector<std::uint64_t>>;

model::Resources study_sm() { return core::resources_of(study_machine().sm); }

/// 1 to 8 times `each`.
std::vector<double> rising(double each) {
  std::vector<double> values;
  for (int c = 1; c <= 8; ++c) values.push_back(each * c);
  return values;
}
std::vector<double> scaled(std::vector<double> values, double by) {
  for (double& value : values) value *= by;
  return values;
}

TEST(WaterFilling, GoesUpByTheSlowestThatStillGains) {
  const std::vector<policy::SpeedCurve> curves = {rising(1),
                                                  {60, 95, 100, 100, 100, 100, 100, 100}};
  const std::vector tenants = {kernel_l(0), kernel_d(1)};
  const policy::WaterFilling result = policy::fill_water(tenants, curves, study_sm());
  EXPECT_EQ(result.steps, (Steps{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {5, 2}, {6, 2}}));
  EXPECT_EQ(result.speed, (std::vector<double>{0.75, 0.95}));
}

TEST(WaterFilling, FindsNothingWhereOneBlockOfEachDoesNotFit) {
  const std::vector<policy::SpeedCurve> curves = {{1}, {1}};
  const std::vector tenants = {kernel_of(0, "a", 1024, 40), kernel_of(1, "b", 1024, 40)};
  EXPECT_TRUE(policy::fill_water(tenants, curves, study_sm()).blocks.empty());
}

struct TypedKernel {
  policy::TenantGrid grid;
  KernelType type;
  BandwidthCurve curve;
  policy::PartitionedKernel partitioned() const { return {grid.demand, grid.fits, type, curve}; }
};
TypedKernel typed_l() { return {kernel_l(0), KernelType::latency, {rising(4), rising(6)}}; }
TypedKernel typed_b() {
  const std::vector<double> replies{24, 44, 60, 74, 86, 94, 100};
  return {kernel_b(0), KernelType::interconnect, {replies, scaled(replies, 0.25)}};
}
TypedKernel typed_d() {
  const std::vector<double> dram{30, 55, 75, 88, 95, 98, 99, 100};
  return {kernel_d(0), KernelType::dram, {scaled(dram, 0.5), dram}};
}

/// Blocks, interconnect, DRAM and dominant share of both.
void expect_partition(const TypedKernel& a, const TypedKernel& b, double prior,
                      const std::vector<policy::Partition>& expected) {
  const std::vector kernels = {a.partitioned(), b.partitioned()};
  const auto parts = policy::partition_bandwidth(kernels, study_sm(), prior);
  ASSERT_EQ(parts.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(parts[i].blocks, expected[i].blocks) << i;
    EXPECT_NEAR(parts[i].interconnect, expected[i].interconnect, 1e-9) << i;
    EXPECT_NEAR(parts[i].dram, expected[i].dram, 1e-9) << i;
    EXPECT_NEAR(parts[i].dominant, expected[i].dominant, 1e-9) << i;
  }
}

TEST(Partition, ALatencyKernelBesideOneOfTheInterconnect) {
  expect_partition(typed_l(), typed_b(), 1, {{4, 16, 24, 0.5}, {3, 60, 15, 0.6}});
}
TEST(Partition, APriorServesTheLatencyKernelMore) {
  expect_partition(typed_l(), typed_b(), 2, {{5, 20, 30, 0.3125}, {2, 44, 11, 0.44}});
}
TEST(Partition, KernelsOfBothBandwidths) {
  expect_partition(typed_b(), typed_d(), 1, {{4, 67, 16.75, 0.67}, {3, 33, 66, 0.66}});
}
TEST(Partition, ALatencyKernelBesideOneOfDram) {
  expect_partition(typed_l(), typed_d(), 1, {{5, 20, 30, 0.625}, {3, 35, 70, 0.7}});
}
TEST(Partition, TwoOfAKindAreServedAlike) {
  expect_partition(typed_l(), typed_l(), 1, {{4, 16, 24, 0.5}, {4, 16, 24, 0.5}});
  expect_partition(typed_b(), typed_b(), 1, {{3, 50, 12.5, 0.5}, {3, 50, 12.5, 0.5}});
}

/// A larger prior never takes blocks from the latency kernel, and never gives the other bandwidth.
TEST(Partition, ThePriorIsMonotone) {
  std::uint64_t blocks = 0;
  double bandwidth = 101;
  for (const double prior : {0.5, 1.0, 1.5, 2.0, 4.0}) {
    const std::vector kernels = {typed_l().partitioned(), typed_b().partitioned()};
    const auto parts = policy::partition_bandwidth(kernels, study_sm(), prior);
    EXPECT_GE(parts[0].blocks, blocks) << prior;
    EXPECT_LE(parts[1].interconnect, bandwidth) << prior;
    blocks = parts[0].blocks;
    bandwidth = parts[1].interconnect;
  }
}

struct StudyKernel {
  const char* name;
  double interconnect, dram;  ///< percent of peak
  KernelType type;
};

/// Table 4.2 of the study. What can be sustained is 60% and 65% of peak.
TEST(KernelTypes, AllOfTheStudyAreFound) {
  using enum KernelType;
  const StudyKernel kernels[] = {
      {"CFD", 54, 14, interconnect}, {"LAV", 53, 1, interconnect}, {"SMV", 52, 25, interconnect},
      {"KM", 52, 22, interconnect},  {"LBM", 15, 61, dram},        {"FTD", 32, 65, dram},
      {"SAD", 17, 64, dram},         {"SRT", 37, 59, dram},        {"BFS", 14, 24, latency},
      {"BP", 19, 36, latency},       {"BT", 27, 19, latency},      {"HG", 19, 25, latency},
      {"PF", 28, 39, latency}};
  for (const StudyKernel& kernel : kernels) {
    const BandwidthCurve curve{{kernel.interconnect / 0.60}, {kernel.dram / 0.65}};
    for (const double theta : {0.63, 0.75, 0.85})
      EXPECT_EQ(policy::type_of(curve, {theta, theta}), kernel.type) << kernel.name << theta;
  }
}

/// Beyond what is sustained the larger one still counts.
TEST(KernelTypes, WhatIsBeyondSustainableIsCompared) {
  EXPECT_EQ(policy::type_of({{110}, {145}}, {0.75, 0.75}), KernelType::dram);
  EXPECT_EQ(policy::type_of({{145}, {110}}, {0.75, 0.75}), KernelType::interconnect);
}

/// One unit of the study: 200 core cycles are 133.3 of its interconnect, whose 16 ports sustain
/// 60%: 80 flits a port, 16 loads of 5 flits each of an SM.
TEST(BandwidthFactors, SixteenLoadsInAUnitAreAllThatIsSustained) {
  const policy::Sustainable sustainable{16 * (1200.0 / 1800) * 0.6, 1e9};
  const auto factors = policy::BandwidthFactors::of({.reply_flits = 5000}, 1000, 16, sustainable);
  EXPECT_NEAR(factors.interconnect * 16 / 200, 100, 1e-9);
  const BandwidthCurve curve = factors.curve({8.0 / 200, 4.0 / 200, 16.0 / 200});
  EXPECT_NEAR(curve.interconnect[0], 50, 1e-9);
  EXPECT_NEAR(curve.interconnect[1], 50, 1e-9) << "never falling";
  EXPECT_NEAR(curve.interconnect[2], 100, 1e-9);
}

TEST(KernelProfiles, FillsBetweenAndBeyond) {
  EXPECT_EQ(policy::fill_between({{2, 4.0}, {4, 10.0}}, 5), (std::vector<double>{2, 4, 7, 10, 10}));
}

TEST(KernelProfiles, SaysWhereALineIsWrong) {
  const std::string head = "kernel,blocks,ipc,requests,interconnect,dram\n";
  auto profiles = policy::KernelProfiles::parse(head + "f<a, b>,2,1,2,3,4\n# no line\n", "p.csv");
  ASSERT_NE(profiles.find("f<a, b>", 2), nullptr);
  EXPECT_EQ(profiles.find("f<a, b>", 2)->requests, (std::vector<double>{1, 2}));
  EXPECT_EQ(profiles.find("g", 2), nullptr);
  const auto message = [&](const std::string& text) {
    try {
      policy::KernelProfiles::parse(text, "p.csv");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(message("kernel,blocks\n"), testing::HasSubstr("p.csv:1: expected the line"));
  EXPECT_THAT(message(head + "f,1,x,2,3,4\n"), testing::HasSubstr("p.csv:2: expected a kernel"));
  EXPECT_THAT(message(head + "f,0,1,2,3,4\n"), testing::HasSubstr("p.csv:2: expected a whole"));
  EXPECT_THAT(message(head + "f,1,1,2,3,4\nf,1,1,2,3,4\n"),
              testing::HasSubstr("p.csv:3: f with 1"));
}

/// The whole policies, by files of what the kernels use.
class ProfileFile {
 public:
  explicit ProfileFile(const std::vector<std::pair<std::string, TypedKernel>>& kernels)
      : path_(std::filesystem::temp_directory_path() /
              ("heddle_corun_profile_" + std::to_string(::getpid()) + ".csv")) {
    std::ofstream file(path_);
    file << "kernel,blocks,ipc,requests,interconnect,dram\n";
    for (const auto& [name, kernel] : kernels)
      for (std::size_t i = 0; i < kernel.grid.fits; ++i)
        file << name << ',' << i + 1 << ',' << i + 1 << ',' << kernel.curve.interconnect[i] / 5
             << ',' << kernel.curve.interconnect[i] << ',' << kernel.curve.dram[i] << '\n';
  }
  ~ProfileFile() { std::filesystem::remove(path_); }
  std::string text() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(CcbpPlan, IsThatOfTheTables) {
  const ProfileFile file({{"L", typed_l()}, {"B", typed_b()}, {"D", typed_d()}});
  const TextSetter::Texts texts{{"profile", file.text()}};
  using Blocks = std::vector<std::uint64_t>;
  EXPECT_EQ(blocks_under("ccbp", {kernel_l(0), kernel_b(1)}, texts), (Blocks{4, 3}));
  EXPECT_EQ(blocks_under("ccbp", {kernel_b(0), kernel_d(1)}, texts), (Blocks{4, 3}));
  EXPECT_EQ(blocks_under("ccbp", {kernel_l(0), kernel_d(1)}, texts), (Blocks{5, 3}));
  gpu::CorunBoundary boundary = boundary_of("ccbp", texts);
  boundary.share(std::vector{kernel_l(0), kernel_b(1)}, 0);
  EXPECT_EQ(boundary.plan(0)->quota, std::nullopt) << "a latency kernel has no quota";
  // 60% of what is sustained, of which a request a cycle takes 5 x 200 percent.
  EXPECT_NEAR(*boundary.plan(1)->quota, 12, 1e-9);
  const auto directive = boundary.directive(0);
  ASSERT_TRUE(directive);
  EXPECT_EQ(directive->quota[0], policy::CorunDirective::kNoQuota);
  EXPECT_EQ(directive->quota[1], policy::CorunDirective::parts_of_one(*boundary.plan(1)->quota));
  EXPECT_EQ(directive->first, policy::set_of(0));
}

TEST(CcbpPlan, RefusesAKernelThatTheProfileLacks) {
  const ProfileFile file({{"L", typed_l()}});
  EXPECT_THAT([&] { blocks_under("ccbp", {kernel_l(0), kernel_b(1)}, {{"profile", file.text()}}); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("does not have kernel B")));
}

}  // namespace
}  // namespace heddle::corun_test
