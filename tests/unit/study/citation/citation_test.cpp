// The works that `heddle cite` prints: how the bibliography is read, and which works a run has.
#include "study/citation/citation.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "study/citation/bibliography.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTwo = R"(% Two works.

@article{first2001,
  author = {A. First},
  title  = {On {GPU} Warps:
            a Study},
  year   = {2001},
  heddle = {machine.one,
            suite.Bench}
}

@inproceedings{second2002,
  title  = {Another},
  heddle = {study.two},
  year   = {2002}
}
)";

TEST(Bibliography, IsReadEntryByEntry) {
  const std::vector<Work> works = read_works(kTwo);
  ASSERT_EQ(works.size(), 2u);
  EXPECT_EQ(works[0].key, "first2001");
  EXPECT_EQ(works[0].title, " on gpu warps a study ");
  EXPECT_THAT(works[0].parts, ElementsAre("machine.one", "suite.Bench"));
  EXPECT_EQ(
      works[0].entry,
      "@article{first2001,\n  author = {A. First},\n  title  = {On {GPU} Warps:\n            a "
      "Study},\n  year   = {2001},\n}\n");
  EXPECT_THAT(works[1].parts, ElementsAre("study.two"));
  EXPECT_THAT(works[1].entry, HasSubstr("year   = {2002}"));
}

TEST(Bibliography, OfHeddleIsReadWhole) {
  const auto begins = [](std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("\n@"); at != text.npos; at = text.find("\n@", at + 1)) ++count;
    return count;
  };
  const std::vector<Work> works = read_works(kBibliography);
  EXPECT_EQ(works.size(), begins(kBibliography));
  for (const Work& work : works) {
    EXPECT_THAT(work.entry, Not(HasSubstr("heddle "))) << work.key;
    EXPECT_EQ(std::ranges::count(work.entry, '{'), std::ranges::count(work.entry, '}')) << work.key;
  }
}

TEST(Bibliography, ThatIsNotWholeIsRefused) {
  EXPECT_THROW(read_works("@article{cut,\n  title = {Cut},\n"), Error);
  EXPECT_THROW(read_works("@article{untitled,\n  year = {2001}\n}\n"), Error);
}

TEST(PlainWords, LeaveOutWhatIsNoLetterAndNoDigit) {
  EXPECT_EQ(plain_words("{PRO}: Progress-Aware {GPU} 2.0"), " pro progress aware gpu 2 0 ");
  EXPECT_EQ(plain_words(""), " ");
}

TEST(Citation, HasTheWorksOfSourcesPartsAndSuites) {
  const std::vector<Work> works = read_works(kTwo);
  UsedParts used;
  used.sources = {{"machine.one", ""},
                  {"machine.own", ""},
                  {"throttle.none", ""},
                  {"warp_scheduler.next", "Second, \"Another\", 2002"},
                  {"warp_scheduler.lost", "nobody, 1999"},
                  {"workload.bfs", "bfs of Bench"}};
  const Citation citation = cite(used, works);
  ASSERT_EQ(citation.works.size(), 2u);
  EXPECT_EQ(citation.works[0].work->key, "first2001");
  EXPECT_THAT(citation.works[0].parts, ElementsAre("machine.one", "workload.bfs"));
  EXPECT_THAT(citation.works[1].parts, ElementsAre("warp_scheduler.next"));
  EXPECT_THAT(citation.unsourced, ElementsAre("machine.own", "warp_scheduler.lost"));
}

TEST(Citation, DoesNotTakeAPartOfAWordForATitle) {
  const std::vector<Work> works = read_works("@misc{a,\n  title = {Warps},\n}\n");
  UsedParts used;
  used.sources = {{"throttle.x", "Subwarps, 2001"}};
  EXPECT_TRUE(cite(used, works).works.empty());
}

TEST(Citation, BeginsWithHeddleItself) {
  UsedParts used{{}, "1.2.3", "abc123"};
  const std::string text = bibtex(cite(used, {}), used);
  EXPECT_THAT(text, HasSubstr("@software{heddle,"));
  EXPECT_THAT(text, HasSubstr("version = {1.2.3},\n"));
  EXPECT_THAT(text, HasSubstr("note    = {Revision abc123}\n}"));
}

}  // namespace
}  // namespace heddle::study
