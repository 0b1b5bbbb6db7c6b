// How many host threads simulate must not show: what programs print and compute, and all
// statistics, are the same bit by bit.

#include <filesystem>

#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// What a run leaves that may not depend on host threads.
struct Traces {
  int exit_code = 0;
  std::string out;
  std::map<std::string, nlohmann::json> statistics;  ///< by file
};

class Threads : public testing::Test {
 protected:
  void compile(const std::string& name, const fs::path& source, const Words& options = {}) const {
    Words words = {"cc", source.string(), "-o", name};
    words.insert(words.end(), options.begin(), options.end());
    const Finished finished = folder_.heddle(words);
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }

  Traces run(const Words& program, const Words& options, const std::string& threads) const {
    fs::remove_all(folder_.path("out"));
    Words words = {"run", "--quiet", "--stats-sms", "--out", "out", "--threads", threads};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), program.begin(), program.end());
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << program[0] << finished.err;
    Traces traces{finished.exit_code, finished.out, {}};
    for (const auto& file : fs::directory_iterator(folder_.path("out"))) {
      const std::string name = file.path().filename().string();
      if (!name.starts_with("stats")) continue;
      auto& statistics = traces.statistics[name] = folder_.json("out/" + name);
      statistics.erase("host");
    }
    return traces;
  }

  void same_with_any_number(const Words& program, const Words& options = {},
                            const Words& numbers = {"2", "4"}) const {
    const Traces alone = run(program, options, "1");
    EXPECT_FALSE(alone.statistics.at("stats.json").at("launches").empty()) << program[0];
    for (const std::string& threads : numbers) {
      const Traces several = run(program, options, threads);
      EXPECT_EQ(several.out, alone.out) << program[0] << ", " << threads << " threads";
      for (const auto& [file, statistics] : alone.statistics) {
        ASSERT_TRUE(several.statistics.contains(file)) << program[0] << ' ' << file;
        EXPECT_TRUE(several.statistics.at(file) == statistics)
            << program[0] << ", " << threads << " threads: "
            << nlohmann::json::diff(statistics, several.statistics.at(file)).dump().substr(0, 1000);
      }
    }
  }

  Playground folder_;
};

TEST_F(Threads, DoNotShowInAnyWorkload) {
  const Words programs[] = {{"vecadd", "5000"},
                            {"matmul", "48"},
                            {"mandelbrot", "40", "32"},
                            {"bfs", "600", "4"},
                            {"nw", "48"},
                            {"hotspot", "50", "2", "3"},
                            {"pathfinder", "1000", "9", "4"},
                            {"launch", "30"}};
  bool is_even = true;  // two threads on one machine, four on the other, in turn
  for (const Words& words : programs) {
    const std::string name = words[0];
    compile(name, fs::path(HEDDLE_SOURCE) / "workloads" / name / (name + ".cu"),
            {"-include", HEDDLE_SOURCE "/tests/property/threads/digest.cuh"});
    Words program = words;
    program[0] = "./" + name;
    same_with_any_number(program, {"--machine", "gtx480"}, {is_even ? "2" : "4"});
    same_with_any_number(program, {"--machine", "v100"}, {is_even ? "4" : "2"});
    is_even = !is_even;
  }
}

TEST_F(Threads, DoNotShowInProgramsOfTheCompilersTests) {
  for (const std::string name : {"barriers", "groups", "intrinsics", "textures"}) {
    compile(name, fs::path(HEDDLE_SOURCE) / "tests/system/sdk/programs" / (name + ".cu"));
    same_with_any_number({"./" + name});
  }
}

TEST_F(Threads, DoNotShowInLaunchesWithoutTiming) {
  compile("untimed", fs::path(HEDDLE_SOURCE) / "tests/property/threads/untimed.cu");
  same_with_any_number({"./untimed"}, {"--timing", "none"}, {"2", "3", "4"});
}

// Those that launch kernels, but for those whose times depend on the host: they launch from several
// of its threads (callback_wait, threads, per_thread_default), or map memory of its heap, the
// address of which says how accesses coalesce (host_memory). And not limits: one thread for 1.5
// million cycles.
class WholeThreads : public Threads {};

TEST_F(WholeThreads, DoNotShowInProgramsOfTheRuntimesTests) {
  for (const std::string name : {"errors", "fork", "graphs", "isolation", "launches", "lifetime",
                                 "printing", "static_objects", "static_objects_linked", "streams",
                                 "surfaces", "symbols", "textures", "timer"})
    same_with_any_number({(fs::path(HEDDLE_CUDART_PROGRAMS) / name).string()});
}

}  // namespace
}  // namespace heddle::test
