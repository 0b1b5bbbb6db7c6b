// What pages of `heddle report` say in words: what is left out, where a line's text is from, why
// there is nothing to draw.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_text.hpp"
#include "report_page.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReportWords : public testing::Test {
 protected:
  ReportWords() { folder_.write("k.ptx", kScale); }

  Finished run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"run", "--quiet", "--report", "page.html"});
    more.insert(more.end(), {"--grid", "64", "--block", "256", "--arg", "buffer:64KiB", "--arg",
                             "u32:3", "k.ptx"});
    return folder_.heddle(more);
  }
  /// The page without its data and scripts, as a browser draws it.
  std::string drawn_text() const {
    const Finished page = drawn(folder_, "page.html");
    EXPECT_THAT(page.err, Not(HasSubstr("CONSOLE"))) << page.err;
    return page.out.substr(0, page.out.find("<script type=\"module\">"));
  }

  Playground folder_;
};

TEST_F(ReportWords, SayInOneSentenceThatNothingWasTimed) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  ASSERT_EQ(run({"--timing", "none"}).exit_code, 0);
  const std::string page = drawn_text();
  EXPECT_THAT(page, HasSubstr("no kernel was timed: 1 launch was only computed"));
  EXPECT_THAT(page, Not(HasSubstr("<figure ")));
}

/// Numbers of an axis differ from each other, and a line whose text is not known says so.
TEST_F(ReportWords, OfLinesAreThoseOfTheirText) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  ASSERT_EQ(run({}).exit_code, 0);
  const Finished page = drawn_after(folder_, "page.html", R"(
const texts = [...document.querySelectorAll("#lines svg .middle")].map((one) => one.textContent).filter((text) => text !== "");
const names = [...document.querySelectorAll("#lines svg text")].filter((one) => one.textContent === "scale").length;
done({ texts, names, command: document.querySelector("footer code").textContent });
)");
  const auto says = said_by(page);
  auto texts = says.at("texts").get<std::vector<std::string>>();
  ASSERT_GT(texts.size(), 3u);
  std::ranges::sort(texts);
  EXPECT_EQ(std::ranges::adjacent_find(texts), texts.end());
  EXPECT_GT(says.at("names"), 3);  // each line names its kernel
  EXPECT_THAT(says.at("command").get<std::string>(),
              HasSubstr("heddle run --quiet --report page.html --grid 64 --block 256"));
}

/// The PTX is newer than the file that it names as its source, or older, or that is not there.
TEST_F(ReportWords, WarnOfSourceThatIsNotThatOfTheProgram) {
  namespace fs = std::filesystem;
  std::string ptx = kScale;
  const std::size_t body = ptx.find("{\n") + 2;
  ptx.insert(body, ".loc 1 2 0\n");
  folder_.write("k.ptx", ptx + "\n.file 1 \"k.cu\"\n");
  const auto warnings = [&] {
    const Finished finished = run({});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return data_of_page(folder_.read("page.html")).at("runs").at(0).at("warnings").dump();
  };
  EXPECT_THAT(warnings(), HasSubstr("compiled from k.cu, which is not there"));
  folder_.write("k.cu", "first\nsecond\n");
  const auto now = fs::last_write_time(folder_.path("k.cu"));
  fs::last_write_time(folder_.path("k.ptx"), now - std::chrono::seconds(10));
  EXPECT_THAT(warnings(), HasSubstr("k.cu is newer than k.ptx"));
  fs::last_write_time(folder_.path("k.ptx"), now + std::chrono::seconds(10));
  EXPECT_EQ(warnings(), "[]");
  EXPECT_EQ(data_of_page(folder_.read("page.html"))
                .at("runs")
                .at(0)
                .at("lines")
                .at("spots")
                .at(0)
                .at("text"),
            "second");
}

/// Nine kernels, of which eight are shown.
TEST_F(ReportWords, SayHowManyKernelsHaveBlocks) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  std::string source = "#include <cstdio>\n";
  for (int i = 0; i < 9; ++i)
    source += fmt::format("__global__ void k{}(int* x) {{ *x = {}; }}\n", i, i);
  source += "int main() {\n  int* x;\n  cudaMalloc(&x, 4);\n";
  for (int i = 0; i < 9; ++i)
    source += fmt::format("  k{0}<<<1, 32>>>(x);\n  k{0}<<<2, 32>>>(x);\n", i);
  const std::string program =
      folder_.compile("nine", source + "  return cudaDeviceSynchronize();\n}\n");
  ASSERT_EQ(folder_.heddle({"run", "--quiet", "--report", "page.html", "--", program}).exit_code,
            0);
  EXPECT_THAT(drawn_text(),
              HasSubstr("of 9 kernels the 8 with the longest launches are shown, each by its "
                        "longest; blocks.csv has 10 more launches"));
}

}  // namespace
}  // namespace heddle::test
