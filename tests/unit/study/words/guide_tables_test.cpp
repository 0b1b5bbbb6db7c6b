// The words that `heddle explain` takes from pages of the guide and from the CUDA runtime.
#include "study/words/guide_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "study/words/cuda_errors.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kPage = R"(# Words

| term | meaning |
|---|---|
| `one`, two | the [first](other.md#place) |
| three | |

## More of them
```console
| no | table |
```
| term | meaning |
|---|---|
| four | the last |
)";

TEST(GuideTables, AreReadWithoutMarks) {
  const auto tables = read_tables(kPage);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].heading, "Words");
  EXPECT_THAT(tables[0].table.columns, ElementsAre("term", "meaning"));
  ASSERT_EQ(tables[0].table.rows.size(), 2u);
  EXPECT_THAT(tables[0].table.rows[0], ElementsAre("one, two", "the first"));
  EXPECT_THAT(tables[0].table.rows[1], ElementsAre("three", ""));
  EXPECT_EQ(tables[1].heading, "More of them");
  EXPECT_THAT(tables[1].table.rows, ElementsAre(ElementsAre("four", "the last")));
}

TEST(GuideTables, OfOneHeadingAreJoined) {
  EXPECT_EQ(table_of(kPage, "term").rows.size(), 3u);
  EXPECT_THROW(table_of(kPage, "word"), Error);
}

std::string refused_page(std::string_view page) {
  try {
    read_tables(page);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(GuideTables, RefuseRowsThatMarkdownWouldNotShow) {
  constexpr const char* kNone = "belongs to no table, which begins with a heading and a rule: 3";
  EXPECT_THAT(refused_page("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n| 5 | 6 |\n"),
              HasSubstr(kNone));
  EXPECT_THAT(refused_page("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\nwords\n"),
              HasSubstr(kNone));
  EXPECT_THAT(refused_page("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n"), HasSubstr("3 cells"));
  EXPECT_THAT(refused_page("| a |\n|---|\n| [b](c |\n"), HasSubstr("no end"));
}

TEST(GuideTables, OfTheBuildAreThoseOfThePages) {
  const std::string glossary =
      read_file(HEDDLE_SOURCE "/docs/guide/glossary.md", file_kinds::kSettings);
  EXPECT_EQ(kGlossaryPage, glossary);
  std::size_t rows = 0;
  for (const auto& table : read_tables(kGlossaryPage)) rows += table.table.rows.size();
  EXPECT_EQ(glossary_terms(kGlossaryPage).rows.size(), rows);
  EXPECT_EQ(table_of(kResultsPage, "status").rows.size(), 3u);  // sim::RunStatus
}

/// CUDA Runtime API, "cudaError": texts of cudaGetErrorString.
TEST(CudaErrors, HaveNamesAndTexts) {
  const auto codes = cuda_error_codes();
  const auto text_of = [&](std::string_view name) {
    const auto found = std::ranges::find(codes, name, &CudaErrorCode::name);
    return found == codes.end() ? std::string_view() : found->text;
  };
  EXPECT_EQ(text_of("cudaErrorInvalidValue"), "invalid argument");
  EXPECT_EQ(text_of("cudaErrorIllegalAddress"), "an illegal memory access was encountered");
  EXPECT_GT(codes.size(), 100u);
}

}  // namespace
}  // namespace heddle::study
