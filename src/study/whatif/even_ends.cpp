#include "study/whatif/even_ends.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

struct NamedLaunch {
  std::string kernel;
  LaunchEnds ends;
};
using Launches = std::map<std::uint64_t, NamedLaunch>;

std::uint64_t whole(const std::string& field) {
  return static_cast<std::uint64_t>(number_in(field));
}

/// Lines of blocks.csv: launch,kernel,sm,place,block,start,end.
void read_block_stays(const std::filesystem::path& file, Launches& launches) {
  visit_table(file, [&](const TableLine&, const TableLine& line) {
    if (line.size() < 7) fail("expected launch,kernel,sm,place,block,start,end");
    if (line[6].empty()) return;
    NamedLaunch& launch = launches[whole(line[0])];
    launch.kernel = line[1];
    launch.ends.add_block(whole(line[2]), number_in(line[5]), number_in(line[6]));
  });
}

/// Lines of warps.csv: launch,kernel,sm,block,warp,dispatched,launched,end,instructions, ...
void read_warp_stays(const std::filesystem::path& file, Launches& launches) {
  visit_table(file, [&](const TableLine&, const TableLine& line) {
    if (line.size() < 9)
      fail("expected launch,kernel,sm,block,warp,dispatched,launched,end,instructions");
    launches[whole(line[0])].ends.add_warp(whole(line[2]), number_in(line[6]), number_in(line[7]),
                                           number_in(line[8]));
  });
}

}  // namespace

void SmSteps::add_block(double start, double end) {
  ++changes_[start].blocks;
  --changes_[end].blocks;
}

void SmSteps::add_warp(double start, double end, double instructions) {
  const double rate = instructions / std::max(1.0, end - start);
  changes_[start].rate += rate;
  changes_[std::max(end, start + 1)].rate -= rate;
}

SmSteps::Full SmSteps::at_level(std::uint64_t level) const {
  Full full;
  Step now;
  double since = 0;
  for (const auto& [cycle, change] : changes_) {
    if (now.blocks >= static_cast<std::int64_t>(level)) {
      full.cycles += cycle - since;
      full.instructions += (cycle - since) * now.rate;
    }
    now.blocks += change.blocks;
    now.rate += change.rate;
    since = cycle;
  }
  return full;
}

std::uint64_t SmSteps::most_blocks() const {
  std::int64_t blocks = 0, most = 0;
  for (const auto& [cycle, change] : changes_) most = std::max(most, blocks += change.blocks);
  return static_cast<std::uint64_t>(most);
}

void LaunchEnds::add_block(std::uint64_t sm, double start, double end) {
  first_ = blocks_ == 0 ? start : std::min(first_, start);
  end_ = std::max(end_, end);
  ++blocks_;
  sms_[sm].add_block(start, end);
}

void LaunchEnds::add_warp(std::uint64_t sm, double start, double end, double instructions) {
  instructions_ += instructions;
  sms_[sm].add_warp(start, end, instructions);
}

double LaunchEnds::even_cycles(std::uint64_t sms) const {
  std::uint64_t level = std::max<std::uint64_t>(1, blocks_ / std::max<std::uint64_t>(1, sms));
  std::uint64_t most = 1;
  for (const auto& [number, steps] : sms_) most = std::max(most, steps.most_blocks());
  level = std::min(level, most);
  SmSteps::Full all;
  for (const auto& [number, steps] : sms_) {
    const SmSteps::Full full = steps.at_level(level);
    all.cycles += full.cycles;
    all.instructions += full.instructions;
  }
  if (all.instructions <= 0) return end_;
  const double used = static_cast<double>(std::min(sms, blocks_));
  const double even = first_ + instructions_ * all.cycles / all.instructions / used;
  return std::min(even, end_);
}

std::map<std::string, double> saved_by_even_ends(const std::filesystem::path& folder,
                                                 std::uint64_t sms) {
  Launches launches;
  read_block_stays(folder / "blocks.csv", launches);
  read_warp_stays(folder / "warps.csv", launches);
  std::map<std::string, double> saved;
  for (const auto& [number, launch] : launches)
    saved[launch.kernel] += launch.ends.cycles() - launch.ends.even_cycles(sms);
  return saved;
}

}  // namespace heddle::study
