#include <filesystem>
#include <fstream>
#include <regex>

#include <gmock/gmock.h>

#include "small_suite.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class CatalogueTest : public SmallSuite {
 protected:
  CatalogueTest() { have_own_sources(); }
  void refused(const char* message) const {
    const Finished finished = folder_.heddle({"workloads"});
    EXPECT_EQ(finished.exit_code, 1) << message;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr(message));
  }
  /// The manifest of `count` with `from` replaced is refused so.
  void refused(const std::string& from, const std::string& to, const char* message) const {
    const std::string manifest = folder_.read("workloads/count/count.toml");
    std::string changed = manifest;
    ASSERT_NE(changed.find(from), std::string::npos) << from;
    write("count/count.toml", changed.replace(changed.find(from), from.size(), to));
    refused(message);
    write("count/count.toml", manifest);
  }
};

TEST_F(CatalogueTest, ListsWhatThereIs) {
  const Finished all = folder_.heddle({"workloads"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  EXPECT_EQ(all.out,
            "workload  tiny  small  paper  title                     studies\n"
            "count     64    512    2048   Counts                    first CNT, second Count\n"
            "twice     128   256    512    Counts, and counts again\n");
  const Finished of_study = folder_.heddle({"workloads", "--paper", "first", "--markdown"});
  EXPECT_EQ(of_study.out,
            "| workload | tiny | small | paper | title | studies |\n"
            "| --- | --- | --- | --- | --- | --- |\n"
            "| count | 64 | 512 | 2048 | Counts | first CNT, second Count |\n");
}

TEST_F(CatalogueTest, SaysEverythingOfOne) {
  const Finished one = folder_.heddle({"workloads", "count"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("first       CNT, class HCS, paper = 1024\n"));
  EXPECT_THAT(one.out,
              HasSubstr("kernel  study or machine  label or run  source   class  limit             "
                        " blocks  threads  warps  registers  shared  blocks/SM\n"
                        "count   first             CNT_1         Table 1  DRAM   blocks, registers "
                        "     16       64      2         40       0          8\n"));
}

TEST_F(CatalogueTest, IsJson) {
  const json all = json::parse(folder_.heddle({"workloads", "--json"}).out);
  EXPECT_EQ(all.at("papers").at(1),
            (json{{"name", "second"}, {"title", "The second study"}, {"machine", "v100"}}));
  ASSERT_EQ(all.at("workloads").size(), 2u);
  const json& count = all.at("workloads").at(0);
  EXPECT_EQ(count.at("sizes"), (json{{"tiny", "64"}, {"small", "512"}, {"paper", "2048"}}));
  const json& first = count.at("papers").at("first");
  EXPECT_EQ(first.at("sizes"), (json{{"paper", "1024"}}));
  EXPECT_EQ(first.at("kernels").at(0), (json{{"kernel", "count"},
                                             {"label", "CNT_1"},
                                             {"source", "Table 1"},
                                             {"blocks", 16},
                                             {"threads", 64},
                                             {"warps", 2},
                                             {"registers", 40},
                                             {"shared", 0},
                                             {"blocks_per_sm", 8},
                                             {"limit", {"blocks", "registers"}},
                                             {"class", "DRAM"},
                                             {"note", "A few values fill no DRAM."}}));
  EXPECT_EQ(count.at("papers").at("second").at("kernels"), json::array());
}

TEST_F(CatalogueTest, MistakesInAManifestAreNamedWithTheirLine) {
  refused("label = \"CNT\"", "lable = \"CNT\"", "count.toml:9:1: label is missing");
  refused(
      "class =", "clas =", "count.toml:11:1: there is no key 'clas' here; did you mean 'class'?");
  refused("small = \"512\"", "", "count.toml:4:1: [sizes] lacks small: add a line such as");
  refused("tiny = \"64\"", "tiny = 64", "count.toml:5:8: tiny takes a text in quotes");
  refused("[papers.second]", "[papers.secnd]",
          "there is no study 'secnd' in papers.toml; did you mean 'second'?");
  refused("registers = 40", "registers = -1",
          "count.toml:21:13: registers takes a whole number, 0 or more");
  refused("\"registers\"]", "\"register\"]",
          "count.toml:24:9: 'register' bounds no blocks; did you mean 'registers'?");
  refused("source = \"Table 1\"", "", "count.toml:14:1: source is missing: where the values stand");
  refused("title = \"Counts\"", "title = ", "count.toml:1:");
  refused("[sizes]", "[size]", "[sizes] is missing");
  refused("[[papers.first.kernels]]", "[papers.first.kernels]", "kernels is a list of tables");
}

constexpr const char* kNeeds =
    "\n[needs]\narchitecture = 80\nmatrix = \"f16\"\nshared_bytes = 65536\nregisters = 200\n"
    "machine = \"a100\"\n";

TEST_F(CatalogueTest, SaysWhatAWorkloadNeeds) {
  write("twice/twice.toml", folder_.read("workloads/twice/twice.toml") + kNeeds);
  EXPECT_THAT(folder_.heddle({"workloads", "--markdown"}).out,
              HasSubstr("| twice | 128 | 256 | 512 | Counts, and counts again | sm_80, f16 |  |"));
  EXPECT_THAT(folder_.heddle({"workloads", "twice"}).out,
              HasSubstr("  needs       compute capability 8.0, a matrix unit for f16, 64 KiB of "
                        "shared memory a block, 200 registers a thread, as a100 has\n"));
  const json all = json::parse(folder_.heddle({"workloads", "--json"}).out);
  EXPECT_FALSE(all.at("workloads").at(0).contains("needs"));
  EXPECT_EQ(all.at("workloads").at(1).at("needs"), (json{{"architecture", 80},
                                                         {"matrix", "f16"},
                                                         {"shared_bytes", 65536},
                                                         {"registers", 200},
                                                         {"machine", "a100"}}));
}

TEST_F(CatalogueTest, MistakesInNeedsAreNamedWithTheirLine) {
  const std::string manifest = folder_.read("workloads/count/count.toml");
  write("count/count.toml", manifest + kNeeds);
  const char* const architecture = "from 70 to 90: architecture = 80 for sm_80";
  refused("architecture = 80", "architecture = 60", architecture);
  refused("architecture = 80\n", "", architecture);
  refused("matrix =", "matrx =", "there is no key 'matrx' here; did you mean 'matrix'?");
  refused("machine = \"a100\"\n", "", "machine is missing: a machine of heddle that has what");
}

// __CUDA_ARCH__ is that of the manifest, and of its next version.
TEST_F(CatalogueTest, CompilesForTheArchitectureThatAWorkloadNeeds) {
  const std::string manifest = folder_.read("workloads/twice/twice.toml");
  write("twice/twice.cu",
        "#include <cstdio>\n__global__ void twice(int* x) {\n#ifdef __CUDA_ARCH__\n"
        "  *x = __CUDA_ARCH__;\n#endif\n}\n"
        "int main() {\n  int *x, n = 0;\n  cudaMalloc(&x, 4);\n  twice<<<1, 1>>>(x);\n"
        "  cudaMemcpy(&n, x, 4, cudaMemcpyDeviceToHost);\n  std::printf(\"%d\\n\", n);\n}\n");
  for (const char* architecture : {"80", "70"}) {
    write("twice/twice.toml",
          manifest + "\n[needs]\narchitecture = " + architecture + "\nmachine = \"a100\"\n");
    const Finished built = folder_.heddle({"workloads", "--build", "programs", "twice"});
    EXPECT_EQ(built.out, "1 compiled, 0 up to date\n") << built.err;
    EXPECT_EQ(folder_.heddle({"run", "--quiet", "--machine", "a100", "programs/twice"}).out,
              std::string(architecture) + "0\n");
  }
}

TEST_F(CatalogueTest, FilesThatDoNotBelongTogetherAreNamed) {
  write("other/lonely.cu", "");
  refused("lonely.cu: there is no lonely.toml beside it");
  fs::remove(folder_.path("workloads/other/lonely.cu"));
  write("other/lonely.toml", folder_.read("workloads/twice/twice.toml"));
  refused("lonely.toml: there is no lonely.cu beside it");
  fs::remove(folder_.path("workloads/other/lonely.toml"));
  write("other/twice.cu", "");
  write("other/twice.toml", folder_.read("workloads/twice/twice.toml"));
  refused("two workloads are called 'twice'");
  fs::remove_all(folder_.path("workloads/other"));
  write("papers.toml", "[first]\ntitle = \"x\"\n");
  refused("papers.toml:1:1: machine is missing");
}

TEST_F(CatalogueTest, NamesThatDoNotExistAreRefused) {
  EXPECT_THAT(folder_.heddle({"workloads", "twise"}).err,
              HasSubstr("there is no workload 'twise'; did you mean 'twice'?"));
  EXPECT_THAT(folder_.heddle({"workloads", "--paper", "third"}).err,
              HasSubstr("there is no study 'third'; there are: first, second"));
  EXPECT_THAT(folder_.heddle({"workloads", "--paper", "first", "twice"}).err,
              HasSubstr("it measured none of the workloads"));
  EXPECT_THAT(folder_.heddle({"workloads", "--paper", ""}).err,
              HasSubstr("--paper '': expected STUDY"));
  EXPECT_THAT(folder_.heddle({"workloads", "--build", ""}).err,
              HasSubstr("--build '': expected DIR"));
  EXPECT_THAT(folder_.heddle({"workloads", "--json", "--markdown"}).err, HasSubstr("excludes"));
  EXPECT_THAT(folder_.heddle({"workloads", "--build", "x", "--json"}).err, HasSubstr("excludes"));
}

TEST_F(CatalogueTest, CompilesWhatIsNotUpToDate) {
  const auto build = [&] {
    const Finished finished = folder_.heddle({"workloads", "--build", "programs", "--jobs", "2"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  };
  EXPECT_EQ(build(), "2 compiled, 0 up to date\n");
  EXPECT_EQ(folder_.heddle({"run", "--quiet", "programs/twice", "64"}).exit_code, 0);
  EXPECT_EQ(build(), "0 compiled, 2 up to date\n");
  write("count/count.cu", folder_.read("workloads/count/count.cu"));
  EXPECT_EQ(build(), "1 compiled, 1 up to date\n");
  write("common/step.cuh", "constexpr int kStep = 2;\n");
  EXPECT_EQ(build(), "2 compiled, 0 up to date\n");
  write("count/count.cu", "int main() { return undeclared; }\n");
  const Finished finished = folder_.heddle({"workloads", "--build", "programs"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("cannot compile "));
  EXPECT_THAT(finished.err, HasSubstr("undeclared"));
}

TEST_F(CatalogueTest, KernelsAreThoseOfTheSource) {
  write("common/step.cuh",
        "constexpr int kStep = 1;\n"
        "template <typename T>\n__global__ void __launch_bounds__(256, (2)) included(T* x);\n");
  write("twice/twice.cu",
        "#include \"../common/step.cuh\"\n// __global__ void commented();\n"
        "/* __global__ void out(); */\n__launch_bounds__(64) __global__ void\ntwice (int* x) {}\n"
        "__global__ void __launch_bounds__(64)\n  again<int>(Pair<int, (3)> x);\n"
        "__global__ void twice(float* x) {}\n#include \"../common/step.cuh\"\n");
  const json all = json::parse(folder_.heddle({"workloads", "--json"}).out);
  EXPECT_EQ(all.at("workloads").at(0).at("kernels"), (json{"included", "count"}));
  EXPECT_EQ(all.at("workloads").at(1).at("kernels"), (json{"included", "twice", "again"}));
  EXPECT_THAT(folder_.heddle({"workloads", "twice"}).out,
              HasSubstr("  kernels     included, twice, again\n"));
}

// A function that a manifest names and no program has would set registers of nothing.
TEST(Suite, ItsManifestsNameKernelsThatAreThere) {
  unsetenv("HEDDLE_WORKLOADS");
  const Playground folder;
  const Finished finished = folder.heddle({"workloads", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const json all = json::parse(finished.out);
  EXPECT_GE(all.at("workloads").size(), 8u);
  for (const json& workload : all.at("workloads")) {
    std::string code;
    for (const auto& file :
         fs::directory_iterator(fs::path(workload.at("source").get<std::string>()).parent_path())) {
      std::ifstream stream(file.path());
      code.append(std::istreambuf_iterator<char>(stream), {});
    }
    EXPECT_FALSE(workload.at("kernels").empty()) << workload.at("name");
    for (const auto& [study, use] : workload.at("papers").items()) {
      for (const json& kernel : use.at("kernels")) {
        const std::regex function("\\b" + kernel.at("kernel").get<std::string>() + "\\(");
        EXPECT_TRUE(std::regex_search(code, function))
            << workload.at("name") << ", " << study << ": " << kernel.at("kernel");
        EXPECT_THAT(workload.at("kernels"), testing::Contains(kernel.at("kernel")));
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
