#include "heddle/policy/throttle/daws/load_profile.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/isa/address_base.hpp"

namespace heddle::policy {
namespace {

constexpr const char* kHowTo =
    "heddle run --out DIR --set run.loads=true -- PROGRAM writes one to DIR/loads.csv";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream words(line);
  for (std::string word; std::getline(words, word, ',');) cells.push_back(word);
  return cells;
}

/// The cells of a line, by column name.
class Row {
 public:
  Row(const std::vector<std::string>& columns, std::vector<std::string> cells,
      const std::string& place)
      : columns_(columns), cells_(std::move(cells)), place_(place) {
    if (cells_.size() != columns.size())
      fail("{}: {} cells, and there are {} columns: {}", place, cells_.size(), columns.size(),
           kHowTo);
  }
  const std::string& text(std::string_view name) const {
    const auto column = std::ranges::find(columns_, name);
    if (column == columns_.end())
      fail("{}: the profile has no column '{}': {}", place_, name, kHowTo);
    return cells_[static_cast<std::size_t>(column - columns_.begin())];
  }
  template <typename Number = std::uint64_t>
  Number number(std::string_view name) const {
    const std::string& cell = text(name);
    Number value{};
    const char* const end = cell.data() + cell.size();
    const auto result = std::from_chars(cell.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end)
      fail("{}: '{}' is no number for {}: {}", place_, cell, name, kHowTo);
    return value;
  }

 private:
  const std::vector<std::string>& columns_;
  std::vector<std::string> cells_;
  const std::string& place_;
};

}  // namespace

LoadProfile LoadProfile::read(const std::string& file) {
  std::string text;
  try {
    text = read_file(file, file_kinds::kLoadProfile);
  } catch (const Error& error) {
    fail("throttle.daws.profile: {}; {}", error.what(), kHowTo);
  }
  return parse(text, file);
}

LoadProfile LoadProfile::parse(const std::string& text, const std::string& file) {
  LoadProfile profile;
  profile.file_ = file;
  std::istringstream lines(text);
  std::vector<std::string> columns;
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    const std::string place = file + ":" + std::to_string(number);
    if (number == 1) {
      columns = cells_of(line);
      if (columns.size() < 2 || columns[0] != "kernel" || columns[1] != "pc")
        fail("{}: this is no profile of loads, its first line is '{}': {}", place,
             line.substr(0, 60), kHowTo);
      continue;
    }
    const Row row(columns, cells_of(line), place);
    profile.loads_.push_back(
        {.line = number,
         .kernel = row.text("kernel"),
         .pc = row.number<Pc>("pc"),
         .base = row.text("base"),
         .displacement = row.number<std::int64_t>("displacement"),
         .executions = row.number("executions"),
         .converged = row.number("converged"),
         .accesses = row.number("accesses"),
         .own = row.number("own_hits") + row.number("own_merges") + row.number("lost")});
  }
  if (profile.loads_.empty()) fail("{}: the profile has no load: {}", file, kHowTo);
  return profile;
}

/// Throws Error unless the program has this load, since a profile fits only the code from which it
/// was made.
void LoadProfile::check(const Load& load, const isa::Program& program) const {
  const bool is_there = load.pc < program.code.size() && isa::is_l1_load(program.code[load.pc]);
  if (is_there && program.code[load.pc].offset == load.displacement &&
      to_string(isa::address_base(program, load.pc)) == load.base)
    return;
  fail(
      "{}:{}: kernel {} has no load of [{}{:+}] at {} in this run: profile the same program, on a "
      "machine and with compiler settings that make the same code",
      file_, load.line, load.kernel, load.base, load.displacement, load.pc);
}

void LoadProfile::fill(LoopLoads& loads, const isa::Program& program, unsigned line_bytes) const {
  std::vector<const Load*> of_kernel;
  for (const Load& load : loads_) {
    if (load.kernel != program.name) continue;
    check(load, program);
    of_kernel.push_back(&load);
  }
  const auto& loops = program.annotations->loops;
  for (std::uint32_t loop = 0; loop < loops.size(); ++loop)
    fill_loop(loads, program, loop, of_kernel, line_bytes);
}

void LoadProfile::fill_loop(LoopLoads& loads, const isa::Program& program, std::uint32_t loop,
                            const std::vector<const Load*>& of_kernel, unsigned line_bytes) const {
  std::uint64_t accesses = 0, own = 0;
  std::vector<const Load*> of_loop;
  for (const Pc pc : program.annotations->loops[loop].loads) {
    const auto found = std::ranges::find(of_kernel, pc, &Load::pc);
    if (found == of_kernel.end())
      fail(
          "{}: there is nothing of kernel {}, load at {}: profile a run of this program that "
          "launches it",
          file_, program.name, pc);
    of_loop.push_back(*found);
    accesses += (*found)->accesses;
    own += (*found)->own;
  }
  loads.set_has_locality(loop, own > accesses - own);
  std::ranges::sort(of_loop, {}, &Load::displacement);
  std::map<std::string, const Load*> first;  // by base register: first load of the current line
  for (const Load* const load : of_loop) {
    const Load*& head = first[load->base];
    if (head == nullptr || load->displacement - head->displacement >= line_bytes) head = load;
    if (load->executions != 0)
      loads.classify(load->pc, load->converged != load->executions, head->pc);
  }
}

}  // namespace heddle::policy
