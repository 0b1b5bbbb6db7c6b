// heddle policy: policies of every kind, written and built outside the tree.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class PolicyKit : public testing::Test {
 protected:
  Finished must(const std::vector<std::string>& words) const {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished;
  }
  void refused(const std::vector<std::string>& words, const std::string& message) const {
    const Finished finished = folder_.heddle(words);
    EXPECT_NE(finished.exit_code, 0);
    EXPECT_THAT(finished.err, HasSubstr(message));
  }
  /// Builds mine.so with a policy of the kind, called `mine`.
  void build(const std::string& kind) const {
    must({"policy", "new", kind, "mine"});
    must({"policy", "build", "mine.cpp"});
  }
  /// The words of a run of a small kernel, with more words before the kernel.
  std::vector<std::string> run(const std::vector<std::string>& more) const {
    folder_.write("scale.ptx", kScale);
    std::vector<std::string> words = {"run", "--quiet", "--overwrite", "--out", "out"};
    words.insert(words.end(), more.begin(), more.end());
    for (const char* word : {"--kernel", "scale", "--grid", "8", "--block", "64", "--arg",
                             "buffer:2048", "--arg", "u32:3", "scale.ptx"})
      words.emplace_back(word);
    return words;
  }

  Playground folder_;
};

TEST_F(PolicyKit, MakesPoliciesOfEveryKindThatRun) {
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    const std::string name = "mine_" + std::string(kind.name);
    must({"policy", "new", std::string(kind.name), name});
    must({"policy", "build", name + ".cpp"});
    const std::string key = sim::PolicyChoices().all_of(kind).back().key;
    std::vector<std::string> words = {"--policy", name + ".so", "--set", key + "=" + name};
    if (kind.name == "gang_scheduler")
      words.insert(words.end(), {"--machine", "vws", "--set", "organisation=variable_warp"});
    if (kind.name == "corun") words.insert(words.end(), {"--set", "corun.by=stream"});
    if (kind.name == "preemption")
      words.insert(words.end(), {"--set", "preemption_trigger=periodic"});
    must(run(words));
    const auto manifest = folder_.json("out/manifest.json");
    EXPECT_EQ(manifest["policies"][key], name);
    EXPECT_EQ(manifest["policy_libraries"][name]["policies"][0],
              std::string(kind.name) + "." + name);
  }
}

TEST_F(PolicyKit, DecidesInProgramsOfTheirOwnProcess) {
  build("warp_scheduler");
  const std::string program = folder_.compile("program", R"(
#include <cstdio>
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
int main() {
  int *a, h = 21;
  cudaMalloc(&a, 256);
  cudaMemcpy(a, &h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(a);
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d\n", h);
}
)");
  const Finished finished =
      must({"run", "--quiet", "--policy", "mine.so", "--set", "warp_scheduler=mine", "--set",
            "warp_scheduler.mine.hold=3", "--out", "of_program", "--", program});
  EXPECT_EQ(finished.out, "42\n");
  EXPECT_THAT(folder_.read("of_program/config.toml"), HasSubstr("hold = 3"));
}

TEST_F(PolicyKit, ShowsItsPoliciesInListsAndExplanations) {
  build("throttle");
  EXPECT_THAT(must({"list", "throttle", "--policy", "mine.so"}).out, HasSubstr("mine "));
  EXPECT_THAT(must({"explain", "throttle.mine", "--policy", "mine.so"}).out, HasSubstr("mine.so"));
  EXPECT_THAT(must({"check", "mine.so"}).out, HasSubstr("throttle.mine"));
}

TEST_F(PolicyKit, RefusesWhatIsNoLibraryOfThisHeddle) {
  refused(run({"--policy", "absent.so"}), "there is no policy library");
  folder_.write("text.so", "text");
  refused(run({"--policy", "text.so"}), "is no shared library");
  build("warp_scheduler");
  refused(run({"--set", "warp_scheduler=mine"}), "no warp_scheduler is called 'mine'");
  folder_.shell("sed 's/heddle policy library/heddle policy LIBRARY/' mine.so > unstamped.so");
  refused(run({"--policy", "unstamped.so"}), "is a shared library without policies");
  folder_.shell("cp mine.so again.so");
  refused(run({"--policy", "mine.so", "--policy", "again.so"}), "rename one of them");
}

TEST_F(PolicyKit, RefusesALibraryOfOtherHeaders) {
  build("warp_scheduler");
  // The stamp's second line is the hash of the headers.
  folder_.shell(
      "python3 -c \"b=bytearray(open('mine.so','rb').read());m=b'heddle policy library\\n';"
      "i=b.find(m)+len(m);b[i:i+4]=b'zzzz';open('stale.so','wb').write(b)\"");
  refused(run({"--policy", "stale.so", "--set", "warp_scheduler=mine"}),
          "heddle policy build mine.cpp");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
}

TEST_F(PolicyKit, RefusesNamesAndSourcesBeforeItWrites) {
  refused({"policy", "new", "scheduler", "mine"}, "no kind of policies is called 'scheduler'");
  refused({"policy", "new", "warp_scheduler", "gto"}, "heddle has the warp_scheduler 'gto'");
  refused({"policy", "new", "warp_scheduler", "My-own"}, "lower-case letters");
  must({"policy", "new", "warp_scheduler", "mine"});
  refused({"policy", "new", "warp_scheduler", "mine"}, "exists already");
  refused({"policy", "build", "absent.cpp"}, "there is no file");
  folder_.write("wrong.cpp", "int main( {}\n");
  refused({"policy", "build", "wrong.cpp"}, "wrong.cpp:1");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("wrong.so")));
}

TEST_F(PolicyKit, NoticesThatALibraryOfARunHasChanged) {
  build("warp_scheduler");
  must(run({"--policy", "mine.so", "--set", "warp_scheduler=mine"}));
  EXPECT_THAT(must({"check", "out"}).out, HasSubstr("have not changed"));
  folder_.shell("printf x >> mine.so");
  EXPECT_NE(folder_.heddle({"check", "out"}).exit_code, 0);
}

}  // namespace
}  // namespace heddle::test
