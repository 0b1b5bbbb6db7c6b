// What a new file brings: options that configurations take, a place in the lists, statistics, and a
// file in the run's folder. This file knows the probe by name alone.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Configuration configured(const std::vector<std::string>& assignments) {
  ConfigurationRequest request;
  request.assignments = assignments;
  return Configuration::resolve(request);
}

TEST(NewProbe, IsAskedForAndSetByItsOptions) {
  const Configuration configuration =
      configured({"probe.partition_camping.on=true", "probe.partition_camping.least_sectors=3"});
  EXPECT_THAT(configuration.to_toml(), HasSubstr("[probe.partition_camping]"));
  EXPECT_THAT(configuration.to_toml(), HasSubstr("least_sectors = 3"));
  EXPECT_EQ(configuration.probes.make().size(), 1u);
  EXPECT_TRUE(configured({}).probes.make().empty());
  EXPECT_THROW(configured({"probe.partition_camping.least_sectors=9"}), Error);
}

TEST(NewProbe, IsListed) {
  const auto& infos = probe_infos();
  EXPECT_TRUE(std::ranges::any_of(
      infos, [](const auto& info) { return info.name == "partition_camping"; }));
  const auto statistics = all_statistics();
  EXPECT_TRUE(std::ranges::any_of(statistics, [](const Statistic& statistic) {
    return statistic.name == "partition_camping.requests";
  }));
}

/// Each thread of 96 stores its word, 32 in a line.
constexpr const char* kStores = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 buffer) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<6>;
  ld.param.u64 %rd1, [buffer];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r4, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  ret;
}
)";

struct RunFolder {
  RunFolder() : path(fs::temp_directory_path() / fmt::format("new_probe_{}", getpid())) {
    fs::create_directories(path);
  }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder() { fs::remove_all(path); }
  fs::path path;
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(NewProbe, CountsAndWritesItsTable) {
  const RunFolder folder;
  Configuration configuration = configured({"probe.partition_camping.on=true"});
  configuration.run_folder = folder.path;
  LaunchRecord record;
  {
    Device device(configuration);
    device.on_record([&](const LaunchRecord& heard) { record = heard; });
    const auto module = device.load(kStores, "k.ptx");
    LaunchRequest request;
    request.module = module;
    request.program = module->module.kernels.at(0);
    request.grid = {3};
    request.block = {32};
    const Addr buffer = device.memory().allocate(4096);
    request.parameters.resize(sizeof buffer);
    std::memcpy(request.parameters.data(), &buffer, sizeof buffer);
    device.launch(std::move(request));
    while (!device.idle()) device.advance(kNever);
  }
  const auto value_of = [&](std::string_view name) {
    return std::ranges::find(record.statistics, name, &Statistic::name)->value;
  };
  EXPECT_EQ(value_of("partition_camping.requests"), 3);  // a line each warp
  EXPECT_EQ(value_of("partition_camping.blocks"), 3);
  std::istringstream rows(text_of(folder.path / "camping.csv"));
  std::string line;
  std::getline(rows, line);
  EXPECT_EQ(line, "launch,slice,requests");
  std::uint64_t requests = 0;
  while (std::getline(rows, line)) requests += std::stoull(line.substr(line.rfind(',') + 1));
  EXPECT_EQ(requests, 3u);
}

}  // namespace
}  // namespace heddle::sim
