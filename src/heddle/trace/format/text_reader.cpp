#include "heddle/trace/format/text_reader.hpp"

#include <algorithm>
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/trace/format/block_order.hpp"
#include "heddle/trace/format/columns.hpp"

namespace heddle::trace {
namespace {

constexpr std::string_view kBeginBlock = "#BEGIN_TB", kEndBlock = "#END_TB";

/// Reads "0,0,0" behind the '=' of the line.
Dim3 position_of(std::string_view line) {
  std::string_view left = line.substr(line.find('=') + 1);
  while (left.starts_with(' ')) left.remove_prefix(1);
  std::array<std::uint32_t, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t comma = i + 1 < parts.size() ? left.find(',') : left.size();
    const auto number = parse_digits(left.substr(0, comma), 10);
    if (!number || *number > 0x7FFF'FFFF || comma > left.size())
      fail("'{}' in the place of 'thread block = x,y,z'", visible(line));
    parts[i] = static_cast<std::uint32_t>(*number);
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  return {parts[0], parts[1], parts[2]};
}

std::uint64_t number_behind(std::string_view line) {
  Columns columns(line.substr(line.find('=') + 1));
  const std::uint64_t number = columns.number("the number behind '='", std::uint64_t{1} << 40);
  if (!columns.left().empty()) fail("'{}' has more than a number behind '='", visible(line));
  return number;
}

/// The lines from the first block on.
class BlockLines {
 public:
  BlockLines(const KernelHeader& header, KernelVisitor& visitor)
      : header_(header), order_(header, visitor) {}

  void take(std::string_view line) {
    const bool is_instruction = !line.empty() && line.front() >= '0' && line.front() <= 'f' &&
                                (line.front() <= '9' || line.front() >= 'a');
    if (is_instruction && order_.in_warp() && !announced_)
      return order_.instruction(parse_instruction(line, header_));
    if (!line.empty()) take_mark(line);
  }
  void end() const {
    if (begun_ || order_.in_block()) fail("the trace ends within a block: the file is cut");
    order_.end();
  }

 private:
  void take_mark(std::string_view line) {
    if (announced_ && !line.starts_with("insts = ")) fail("a line 'insts = N' must come here");
    if (begun_ && !line.starts_with("thread block = "))
      fail("a line 'thread block = x,y,z' must come here");
    if (line == kBeginBlock) {
      if (order_.in_block()) fail("a block begins before the block before it has ended");
      begun_ = true;
    } else if (line.starts_with("thread block = ")) {
      if (!begun_) fail("a line {} must come before this one", kBeginBlock);
      begun_ = false;
      order_.begin_block(position_of(line));
    } else if (line.starts_with("warp = ")) {
      warp_ = number_behind(line);
      announced_ = true;
    } else if (line.starts_with("insts = ")) {
      if (!announced_) fail("a line 'warp = N' must come before this one");
      announced_ = false;
      order_.begin_warp(warp_, number_behind(line));
    } else if (line == kEndBlock) {
      order_.end_block();
    } else if (line.front() == '-') {
      fail("a line of a header after the first block: two traces in one file?");
    } else if (line.starts_with("cluster ") && order_.in_block() && !order_.in_warp()) {
      // Where the block lies in its cluster. heddle's machines have no clusters.
    } else {
      parse_instruction(line, header_);
      fail("'{}' must not come here", visible(line.substr(0, 80)));
    }
  }

  const KernelHeader& header_;
  BlockOrder order_;
  bool begun_ = false;      ///< a block's first line has come, its position has not
  bool announced_ = false;  ///< a warp's number has come, its number of instructions has not
  std::uint64_t warp_ = 0;
};

/// Runs the function. Adds file and line to the message of its Error.
template <typename Function>
void at_line(const LineReader& lines, Function&& function) {
  try {
    function();
  } catch (const Error& error) {
    lines.refuse(error.what());
  }
}

void take_line_of_header(std::string_view line, KernelHeader& header) {
  if (line.empty() || line.front() == '#') return;
  if (line.front() == '-') return take_header_line(line, header);
  if (header.name.empty())
    fail("'{}' is no line of the header of a kernel's trace", visible(line.substr(0, 80)));
  fail(
      "'{}' comes before the first block: a raw .trace must be grouped by blocks with the tracer's "
      "post-traces-processing",
      visible(line.substr(0, 80)));
}

}  // namespace

bool read_header(LineReader& lines, KernelHeader& header, std::string_view& line) {
  bool has_block = false;
  while (lines.next(line)) {
    has_block = line == kBeginBlock;
    if (has_block) break;
    at_line(lines, [&] { take_line_of_header(line, header); });
  }
  at_line(lines, [&] { check_header(header); });
  return has_block;
}

void read_text(LineReader& lines, KernelVisitor& visitor) {
  KernelHeader header;
  std::string_view line;
  const bool has_block = read_header(lines, header, line);
  if (!has_block) lines.refuse("the trace ends before its first block: the file is cut");
  at_line(lines, [&] { visitor.begin(header); });
  BlockLines blocks(header, visitor);
  do at_line(lines, [&] { blocks.take(line); });
  while (lines.next(line));
  at_line(lines, [&] { blocks.end(); });
}

}  // namespace heddle::trace
