#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A workload whose exit code is EXIT: one warp that executes `mul` again and again.
constexpr const char* kWorkload = R"(
#include <cstdio>
__global__ void kernel(int* x) {
  for (int i = 0; i < 100; ++i) x[threadIdx.x] = x[threadIdx.x] * 3 + 1;
}
int main() {
  int* x;
  cudaMalloc(&x, 128);
  kernel<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  puts("the verdict");
  return EXIT;
}
)";

class Bench : public testing::Test {
 protected:
  ~Bench() override { unsetenv("HEDDLE_WORKLOADS"); }

  /// From now on mandelbrot is this program.
  void replace_mandelbrot(const std::string& source) const {
    std::filesystem::create_directories(folder_.path("workloads/mandelbrot"));
    folder_.write("workloads/mandelbrot/mandelbrot.cu", source);
    setenv("HEDDLE_WORKLOADS", folder_.path("workloads").c_str(), 1);
  }
  void replace_mandelbrot(int exit_code) const {
    std::string source = kWorkload;
    replace_mandelbrot(source.replace(source.find("EXIT"), 4, std::to_string(exit_code)));
  }
  Finished bench(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"bench", "--rows", "mandelbrot-256$"});
    return folder_.heddle(arguments);
  }

  Playground folder_;
};

void expect_types(const json& row) {
  for (const char* text : {"name", "workload", "machine"}) {
    EXPECT_TRUE(row.at(text).is_string()) << text;
  }
  for (const char* count : {"threads", "cycles", "warp_instructions", "peak_bytes", "launches"}) {
    EXPECT_TRUE(row.at(count).is_number_unsigned()) << count;
    EXPECT_GT(row.at(count), 0) << count;
  }
  for (const char* number :
       {"host_seconds", "warp_instructions_per_second", "functional_ns", "wall_us_per_launch"}) {
    EXPECT_TRUE(row.at(number).is_number_float()) << number;
    EXPECT_GT(row.at(number), 0) << number;
  }
  for (const char* part : {"total", "sm", "memory", "bookkeeping"}) {
    EXPECT_GT(row.at("ns_per_warp_instruction").at(part), 0) << part;
  }
}

TEST_F(Bench, ARowIsMeasured) {
  const Finished finished = bench({"--machine", "gtx480", "--repeat", "1", "--json", "bench.json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, testing::StartsWith("heddle: wrote bench.json ("));
  EXPECT_THAT(finished.out, HasSubstr("mandelbrot-256  gtx480 "));
  EXPECT_TRUE(folder_.temporaries().empty());

  const json all = folder_.json("bench.json");
  EXPECT_EQ(all.at("schema"), "heddle.bench");
  EXPECT_EQ(all.at("schema_version"), 1);
  EXPECT_TRUE(all.at("heddle_version").is_string());
  EXPECT_TRUE(all.at("host").at("started").is_string());
  ASSERT_EQ(all.at("rows").size(), 1u);
  const json& row = all.at("rows").at(0);
  expect_types(row);
  EXPECT_EQ(row.at("name"), "mandelbrot-256");
  EXPECT_EQ(row.at("arguments"), json::array({"256", "128"}));
  EXPECT_EQ(row.at("host_seconds_of_repeats"), json::array({row.at("host_seconds")}));

  EXPECT_EQ(row.at("launches"), 1);  // as mandelbrot.cu says
  EXPECT_GT(row.at("wall_us_per_launch"), 1e6 * row.at("host_seconds").get<double>());
  const double seconds = row.at("host_seconds"), instructions = row.at("warp_instructions");
  const json& parts = row.at("ns_per_warp_instruction");
  const double total = parts.at("total");
  EXPECT_NEAR(total, seconds * 1e9 / instructions, 1e-6 * total);
  EXPECT_NEAR(row.at("warp_instructions_per_second"), 1e9 / total, 1e-3 * 1e9 / total);
  EXPECT_NEAR(parts.at("sm").get<double>() + parts.at("memory").get<double>() +
                  parts.at("bookkeeping").get<double>(),
              total, 1e-6 * total);
}

TEST_F(Bench, CountsAreThoseOfARun) {
  replace_mandelbrot(0);
  ASSERT_EQ(bench({"--machine", "gtx480", "v100", "--threads", "1", "2", "--repeat", "2", "--json",
                   "bench.json"})
                .exit_code,
            0);
  const std::string program =
      folder_.compile("program", folder_.read("workloads/mandelbrot/mandelbrot.cu"));
  const json rows = folder_.json("bench.json").at("rows");
  ASSERT_EQ(rows.size(), 4u);
  for (const json& row : rows) {
    EXPECT_EQ(row.at("host_seconds_of_repeats").size(), 2u);
    const std::string machine = row.at("machine");
    ASSERT_EQ(folder_.heddle({"run", "--machine", machine, "--out", "out", "--overwrite", program})
                  .exit_code,
              0);
    const json statistics = folder_.json("out/stats.json").at("total").at("statistics");
    EXPECT_EQ(row.at("cycles"), value(statistics, "cycles"));
    EXPECT_EQ(row.at("warp_instructions"), value(statistics, "warp_instructions"));
  }
}

// No number of threads gains more than itself, and more threads never lose.
TEST_F(Bench, BalanceBoundsWhatThreadsCouldGain) {
  replace_mandelbrot(0);
  const Finished finished =
      bench({"--machine", "gtx480", "--repeat", "1", "--balance", "--json", "bench.json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("64 threads"));
  const json bounds = folder_.json("bench.json").at("rows").at(0).at("balance");
  EXPECT_EQ(bounds.size(), 6u);
  double last = 1;
  for (const unsigned threads : {2u, 4u, 8u, 16u, 32u, 64u}) {
    const double bound = bounds.at(std::to_string(threads));
    EXPECT_GE(bound, last) << threads;
    EXPECT_LE(bound, threads);
    last = bound;
  }
}

TEST_F(Bench, BalanceIsMeasuredByOneThread) {
  const Finished finished = bench({"--threads", "2", "--balance"});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("--balance: one host thread measures the SMs"));
}

TEST_F(Bench, ARunWithSeveralThreadsCannotMeasureBalance) {
  const Finished finished =
      folder_.heddle({"run", "--threads", "2", "--set", "run.balance=true", "true"});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("run.balance: one host thread measures the SMs"));
}

TEST_F(Bench, AFailingWorkloadIsNamedAndNothingIsWritten) {
  replace_mandelbrot(3);
  const Finished finished = bench({"--machine", "gtx480", "--json", "bench.json"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("mandelbrot-256 on gtx480, 1 thread: exit code 3"));
  EXPECT_THAT(finished.err, HasSubstr("the verdict"));
  EXPECT_EQ(finished.out, "");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("bench.json")));
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Bench, AWorkloadThatDoesNotCompileIsNamed) {
  replace_mandelbrot("int main() { return undeclared; }\n");
  const Finished finished = bench({});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("cannot compile"));
  EXPECT_THAT(finished.err, HasSubstr("mandelbrot.cu"));
  EXPECT_THAT(finished.err, HasSubstr("undeclared"));
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Bench, WhatCannotBeDoneIsSaidBeforeTheRuns) {
  const auto refused = [&](std::vector<std::string> arguments, const char* message) {
    arguments.insert(arguments.begin(), "bench");
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr(message));
    EXPECT_EQ(finished.out, "");
  };
  refused({"--rows", "matmul-255"}, "did you mean 'matmul-256'?");
  refused({"--rows", "nothing"}, "there are: vecadd-1m, matmul-256");
  refused({"--rows", "("}, "is no regular expression");
  refused({"--machine", "gtx48"}, "did you mean 'gtx480'?");
  refused({"--repeat", "0"}, "--repeat");
  refused({"--threads", "many"}, "--threads");
  refused({"--json", "."}, "Is a directory; name a file in it");
  refused({"--json", "missing/bench.json"}, "No such file or directory; make its folder first");
  refused({"--jsn", "x"}, "--help");
  setenv("HEDDLE_WORKLOADS", folder_.path("tmp").c_str(), 1);
  refused({"--rows", "nw"}, "row 'nw-256': there is no");
  setenv("HEDDLE_WORKLOADS", folder_.path("missing").c_str(), 1);
  refused({}, "no such folder");
}

}  // namespace
}  // namespace heddle::test
