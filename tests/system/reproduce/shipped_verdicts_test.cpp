// The verdicts, notes and pages that come with heddle: whole, in agreement with the rules, short,
// and the same as the command writes them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "command_runner.hpp"
#include "heddle/base/files/input_file.hpp"
#include "study/records/record_table.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostWords = 400;  ///< of a study's notes

std::vector<Experiment> shipped() {
  std::vector<Experiment> all = read_experiments(HEDDLE_SOURCE "/experiments");
  EXPECT_GE(all.size(), 6u);
  return all;
}

/// In one variant: the others have what they measured.
TEST(ShippedVerdicts, EveryClaimHasARowInEachSizeThatWasRun) {
  for (const Experiment& experiment : shipped()) {
    std::map<std::string, std::map<std::string, std::size_t>> rows;  // by size and variant
    for (const Record& record : read_records(experiment)) {
      if (record.options.empty()) ++rows[record.size][record.variant.text()];
    }
    EXPECT_FALSE(rows.empty()) << experiment.name;
    for (const auto& [size, variants] : rows) {
      std::size_t most = 0;
      for (const auto& [variant, count] : variants) most = std::max(most, count);
      EXPECT_EQ(most, experiment.claims.size()) << experiment.name << ", size " << size;
    }
  }
}

/// A claim whose value or a rule that changes leaves verdicts behind that no longer follow.
TEST(ShippedVerdicts, FollowFromTheMeasuredValues) {
  std::size_t count = 0;
  for (const Experiment& experiment : shipped()) {
    for (const Record& record : read_records(experiment)) {
      const JudgedClaim& judged = record.judged;
      EXPECT_EQ(experiment.reason(judged.claim) != nullptr,
                judged.verdict == Verdict::not_measurable)
          << judged.claim.id;
      EXPECT_EQ(experiment.given(judged.claim) != nullptr, judged.verdict == Verdict::given)
          << judged.claim.id;
      if (!judged.measured.value || judged.verdict == Verdict::given) continue;
      EXPECT_EQ(name_of(judge_claim(judged.claim, judged.measured)), name_of(judged.verdict))
          << judged.claim.id << ", size " << record.size << ", " << record.variant.text();
      ++count;
    }
  }
  EXPECT_GT(count, 1000u);
}

/// A cause without a contradiction is as wrong as a contradiction without a cause.
TEST(ShippedVerdicts, EachContradictedHeadlineHasItsCause) {
  for (const Experiment& experiment : shipped()) {
    const std::vector<RecordTable> tables = record_tables(experiment);
    std::set<std::string> contradicted, causes;
    for (const JudgedClaim& judged : decisive(experiment, tables)->judged.claims) {
      if (judged.claim.headline && judged.verdict == Verdict::contradicted)
        contradicted.insert(judged.claim.id);
    }
    for (const auto& [id, cause] : experiment.causes) causes.insert(id);
    EXPECT_EQ(contradicted, causes) << experiment.name;
  }
}

TEST(ShippedNotes, AreShort) {
  for (const Experiment& experiment : shipped()) {
    std::istringstream words(read_file(experiment.folder / "notes.md", file_kinds::kDocument));
    std::size_t count = 0;
    for (std::string word; words >> word;) ++count;
    EXPECT_LE(count, kMostWords) << experiment.name;
    EXPECT_GT(count, 50u) << experiment.name;
  }
}

TEST(ShippedPages, LinkToFilesThatExist) {
  const std::regex target(R"(\]\(([^)#:]+))");
  std::size_t links = 0;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE "/reports/reproduction")) {
    const std::string page = read_file(entry.path(), file_kinds::kDocument);
    for (auto link = std::sregex_iterator(page.begin(), page.end(), target);
         link != std::sregex_iterator(); ++link, ++links) {
      EXPECT_TRUE(fs::exists(entry.path().parent_path() / (*link)[1].str()))
          << entry.path() << " has a link to " << (*link)[1];
    }
  }
  EXPECT_GT(links, 20u);
}

/// In a copy of the tree's two folders, so that links are the same.
TEST(ShippedPages, AreAsTheCommandWritesThem) {
  test::Playground folder;
  folder.shell("cp -r " HEDDLE_SOURCE "/experiments .");
  setenv("HEDDLE_EXPERIMENTS", folder.path("experiments").c_str(), 1);
  const test::Finished finished = folder.heddle({"reproduce", "--reports", "reports/reproduction"});
  unsetenv("HEDDLE_EXPERIMENTS");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  std::set<std::string> written;
  for (const auto& entry : fs::directory_iterator(folder.path("reports/reproduction"))) {
    written.insert(entry.path().filename());
    const fs::path ours = fs::path(HEDDLE_SOURCE "/reports/reproduction") / entry.path().filename();
    EXPECT_TRUE(read_file(entry.path(), file_kinds::kDocument) ==
                read_file(ours, file_kinds::kDocument))  // too long to print
        << "heddle reproduce --reports reports/reproduction writes " << entry.path().filename();
  }
  const auto is_page = [](const std::string& name) { return name.ends_with(".md"); };
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(written, is_page)),
            shipped().size() + 1);
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE "/reports/reproduction")) {
    EXPECT_TRUE(written.contains(entry.path().filename())) << entry.path();
  }
}

}  // namespace
}  // namespace heddle::study
