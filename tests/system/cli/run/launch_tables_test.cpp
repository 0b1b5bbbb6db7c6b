// run.blocks and run.policy_notes, as users type them.

#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class LaunchTables : public testing::Test {
 protected:
  LaunchTables() { folder_.write("k.ptx", kScale); }

  /// 40 blocks on two SMs: several waves.
  Finished run(std::vector<std::string> options) const {
    options.insert(options.begin(), "run");
    for (const char* word : {"--quiet",
                             "--set",
                             "sm.count=2",
                             "--set",
                             "warp_scheduler=pro",
                             "--set",
                             "warp_scheduler.pro.threshold=10",
                             "--set",
                             "run.blocks=true",
                             "--set",
                             "run.policy_notes=true",
                             "--set",
                             "run.warps=true",
                             "--grid",
                             "40",
                             "--block",
                             "128",
                             "--arg",
                             "buffer:20480:iota",
                             "--arg",
                             "u32:7",
                             "k.ptx"})
      options.emplace_back(word);
    return folder_.heddle(options);
  }

  Playground folder_;
};

struct BlockRow {
  std::uint64_t launch = 0, sm = 0, place = 0, block = 0, start = 0, end = 0;
};

struct NoteRow {
  std::uint64_t sm = 0, cycle = 0;
  std::vector<std::uint64_t> order;  ///< empty: the note is a word
  std::string text;
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

std::vector<BlockRow> blocks_of(const std::string& text) {
  std::vector<BlockRow> rows;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "launch,kernel,sm,place,block,start,end");
  while (std::getline(lines, line)) {
    const auto cells = cells_of(line);
    EXPECT_EQ(cells.size(), 7u);
    EXPECT_EQ(cells[1], "scale");
    rows.push_back({std::stoull(cells[0]), std::stoull(cells[2]), std::stoull(cells[3]),
                    std::stoull(cells[4]), std::stoull(cells[5]), std::stoull(cells[6])});
  }
  return rows;
}

std::vector<NoteRow> notes_of(const std::string& text) {
  std::vector<NoteRow> rows;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "launch,sm,cycle,policy,note");
  while (std::getline(lines, line)) {
    const auto cells = cells_of(line);
    EXPECT_EQ(cells.size(), 5u);
    EXPECT_EQ(cells[3], "pro");
    rows.push_back({std::stoull(cells[1]), std::stoull(cells[2]), {}, cells[4]});
    std::istringstream numbers(cells[4]);
    for (std::uint64_t place = 0; numbers >> place;) rows.back().order.push_back(place);
  }
  return rows;
}

TEST_F(LaunchTables, EveryBlockHasItsRow) {
  ASSERT_EQ(run({"--out", "out"}).exit_code, 0);
  const auto rows = blocks_of(folder_.read("out/blocks.csv"));
  ASSERT_EQ(rows.size(), 40u);
  std::set<std::uint64_t> blocks;
  double time = 0, last = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    blocks.insert(rows[i].block);
    time += static_cast<double>(rows[i].end - rows[i].start);
    last = std::max(last, static_cast<double>(rows[i].end));
    const bool same_sm = i != 0 && rows[i - 1].sm == rows[i].sm;
    EXPECT_EQ(rows[i].place, same_sm ? rows[i - 1].place + 1 : 0u);
    EXPECT_TRUE(i == 0 || rows[i - 1].sm <= rows[i].sm);
    EXPECT_TRUE(!same_sm || rows[i - 1].start <= rows[i].start);
  }
  EXPECT_EQ(blocks.size(), 40u);
  const auto total = folder_.json("out/stats.json").at("total").at("statistics");
  EXPECT_EQ(last, value(total, "cycles"));
  EXPECT_NEAR(time, 40 * value(total, "block_lifetime.mean"), 1e-6);
}

struct WarpRow {
  std::uint64_t sm = 0, block = 0, warp = 0, dispatched = 0, launched = 0, end = 0;
  std::uint64_t instructions = 0;
};

std::vector<WarpRow> warps_of(const std::string& text) {
  std::vector<WarpRow> rows;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line,
            "launch,kernel,sm,block,warp,dispatched,launched,end,instructions,texture_accesses,"
            "texture_misses,texture_merges");
  while (std::getline(lines, line)) {
    const auto cells = cells_of(line);
    EXPECT_EQ(cells.size(), 12u);
    EXPECT_EQ(cells[1], "scale");
    const auto number = [&](std::size_t column) { return std::stoull(cells[column]); };
    rows.push_back({number(2), number(3), number(4), number(5), number(6), number(7), number(8)});
    EXPECT_EQ(number(9), 0u);
  }
  return rows;
}

/// 160 warps; their blocks' RTRU, by its definition, has the mean of the statistics.
TEST_F(LaunchTables, EveryWarpHasItsRow) {
  ASSERT_EQ(run({"--out", "out"}).exit_code, 0);
  const auto rows = warps_of(folder_.read("out/warps.csv"));
  ASSERT_EQ(rows.size(), 160u);
  std::map<std::uint64_t, std::vector<WarpRow>> by_block;
  std::uint64_t instructions = 0;
  double lives = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool same_sm = i != 0 && rows[i - 1].sm == rows[i].sm;
    EXPECT_TRUE(!same_sm || rows[i - 1].end <= rows[i].end);
    by_block[rows[i].block].push_back(rows[i]);
    instructions += rows[i].instructions;
    lives += static_cast<double>(rows[i].end - rows[i].launched);
  }
  double shares = 0;
  for (const BlockRow& block : blocks_of(folder_.read("out/blocks.csv"))) {
    std::set<std::uint64_t> indices;
    double left = 0;
    for (const WarpRow& warp : by_block[block.block]) {
      EXPECT_EQ(warp.sm, block.sm);
      EXPECT_EQ(warp.dispatched, block.start);
      EXPECT_EQ(warp.launched, block.start);
      indices.insert(warp.warp);
      left += static_cast<double>(block.end - warp.end);
    }
    EXPECT_EQ(indices, (std::set<std::uint64_t>{0, 1, 2, 3}));
    EXPECT_EQ(by_block[block.block].back().end, block.end);
    shares += left / (4.0 * static_cast<double>(block.end - block.start));
  }
  const auto total = folder_.json("out/stats.json").at("total").at("statistics");
  EXPECT_EQ(static_cast<double>(instructions), value(total, "warp_instructions"));
  EXPECT_NEAR(lives, 160 * value(total, "warp_lifetime.mean"), 1e-6);
  EXPECT_GT(shares, 0);
  EXPECT_NEAR(shares / 40, value(total, "rtru.mean"), 1e-7);
}

/// Each 10 cycles from the SM's first block on, as long as it has one, and of blocks that are
/// there.
TEST_F(LaunchTables, ProNotesTheBlocksThatAreThereAtEachSort) {
  ASSERT_EQ(run({"--out", "out"}).exit_code, 0);
  const auto blocks = blocks_of(folder_.read("out/blocks.csv"));
  std::uint64_t last_start = 0;
  std::map<std::uint64_t, std::uint64_t> first_start, next_sort, slow_phases;  // by SM
  std::map<std::pair<std::uint64_t, std::uint64_t>, BlockRow> by_place;
  for (const BlockRow& row : blocks) {
    last_start = std::max(last_start, row.start);
    first_start.emplace(row.sm, row.start);
    by_place[{row.sm, row.place}] = row;
  }
  for (const auto& [sm, start] : first_start) next_sort[sm] = start + 10;
  for (const NoteRow& note : notes_of(folder_.read("out/policy_notes.csv"))) {
    if (note.order.empty()) {
      EXPECT_EQ(note.text, "slow phase");
      EXPECT_EQ(note.cycle, last_start);
      ++slow_phases[note.sm];
      continue;
    }
    EXPECT_GE(note.cycle, next_sort[note.sm]);
    EXPECT_EQ((note.cycle - first_start[note.sm]) % 10, 0u);
    if (note.cycle < first_start[note.sm] + 300) {
      EXPECT_EQ(note.cycle, next_sort[note.sm]);
    }
    next_sort[note.sm] = note.cycle + 10;
    EXPECT_EQ(std::set(note.order.begin(), note.order.end()).size(), note.order.size());
    for (const std::uint64_t place : note.order) {
      const BlockRow& block = by_place.at({note.sm, place});
      EXPECT_LE(block.start, note.cycle);
      EXPECT_GT(block.end, note.cycle);
    }
  }
  EXPECT_EQ(slow_phases[0], 1u);
  EXPECT_EQ(slow_phases[1], 1u);
  EXPECT_GT(next_sort[0], first_start[0] + 300);
}

TEST_F(LaunchTables, DoNotDependOnThreads) {
  ASSERT_EQ(run({"--out", "1"}).exit_code, 0);
  for (const std::string threads : {"2", "3", "4"}) {
    ASSERT_EQ(run({"--out", threads, "--threads", threads}).exit_code, 0);
    for (const std::string file : {"/blocks.csv", "/policy_notes.csv"})
      EXPECT_EQ(folder_.read(threads + file), folder_.read("1" + file));
  }
}

/// A name with a comma is quoted.
TEST_F(LaunchTables, NamesOfKernelsAreOneCell) {
  std::string text = kScale;
  text.replace(text.find("scale"), 5, "_Z5scaleILi1ELi2EEvPij");
  folder_.write("k.ptx", text);
  ASSERT_EQ(run({"--out", "out"}).exit_code, 0);
  EXPECT_THAT(folder_.read("out/blocks.csv"),
              HasSubstr("\n0,\"void scale<1, 2>(int*, unsigned int)\",0,0,0,"));
}

TEST_F(LaunchTables, NeedAFolder) {
  const Finished finished = run({});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("run.blocks: the table needs a folder to go to: --out DIR"));
}

}  // namespace
}  // namespace heddle::test
