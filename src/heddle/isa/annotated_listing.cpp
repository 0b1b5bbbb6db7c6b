#include "heddle/isa/annotated_listing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "heddle/isa/listing.hpp"

namespace heddle::isa {
namespace {

std::string registers(const Function& function, const std::vector<std::uint32_t>& rows) {
  std::string text;
  for (const std::uint32_t row : rows) {
    text += function.is_scalar_row(row) ? fmt::format(" s{}", row - function.vector_rows())
                                        : fmt::format(" r{}", row);
  }
  return text.empty() ? " nothing" : text;
}

class AnnotatedListing {
 public:
  AnnotatedListing(const Program& program, std::span<const Variable> variables)
      : program_(program), notes_(*program.annotations), variables_(variables) {}

  std::string text() {
    for (const Function& function : program_.functions) add(function);
    text_ += table_lines(program_);
    return std::move(text_);
  }

 private:
  void add(const Function& function) {
    text_ += head_line(program_, function);
    if (function.entry == 0) classes();
    if (function.entry == 0) waiting();
    if (function.entry == 0) discarding();
    for (std::uint32_t loop = 0; loop < notes_.loops.size(); ++loop) {
      const Pc begin = notes_.loops[loop].begin;
      if (begin >= function.entry && begin < function.end) add_loop(loop);
    }
    text_ += "   pc scalar live apart loop\n";
    for (Pc pc = function.entry; pc < function.end; ++pc) {
      add_points(function, pc);
      text_ += fmt::format("{:5} {}      {:5} {:5} {:<6}{}\n", pc, scalar_mark(pc), notes_.live[pc],
                           notes_.live_apart[pc], loop_mark(pc),
                           listing(program_, function, pc, variables_));
    }
  }

  void classes() {
    const auto a_warp = [](const RegisterClasses& classes) {
      return kWarpSize * classes.vectors + classes.scalars;
    };
    const RegisterClasses &all = notes_.classes, &some = notes_.classes_convergent;
    text_ += fmt::format(
        "  register classes: {} vectors and {} scalars, {} a warp (convergent only: {} and {}, {}; "
        "without scalars: {}, {})\n",
        all.vectors, all.scalars, a_warp(all), some.vectors, some.scalars, a_warp(some),
        notes_.vectors_alone, kWarpSize * notes_.vectors_alone);
  }

  void waiting() {
    const WaitingRegisters& kept = notes_.waiting;
    if (kept.registers == WaitingRegisters::kAll) return;
    text_ += fmt::format(
        "  a warp that waits keeps: {} registers of each thread, {} B with regular ones "
        "compressed\n",
        kept.registers, kept.bytes);
  }

  /// Adds the line that tells whether a block can always be discarded and run again. If not, the
  /// line names the instructions after which a block cannot run again. If the answer holds only if
  /// each pointer points into an object of its own, the line says so.
  void discarding() {
    const std::vector<Offence> apart = find_offences_of_apart(notes_.effects);
    const std::vector<Offence> together = find_offences_of_one(notes_.effects);
    text_ += "  can be discarded: ";
    if (together.empty()) {
      text_ += "always\n";
    } else if (apart.empty()) {
      text_ +=
          fmt::format("always, if its pointers lead to allocations of their own; else until {}\n",
                      to_string(program_, together.front()));
    } else {
      text_ += "until";
      for (const Offence& offence : apart) text_ += " " + to_string(program_, offence);
      text_ += '\n';
    }
  }

  void add_loop(std::uint32_t number) {
    const Loop& loop = notes_.loops[number];
    text_ += fmt::format("  loop {}: from {} to {}, begins at {}, depth {}", number, loop.first,
                         loop.end, loop.begin, loop.depth);
    if (loop.parent != kNoLoop) text_ += fmt::format(", in loop {}", loop.parent);
    if (loop.innermost) text_ += ", innermost";
    if (loop.irreducible) text_ += ", irreducible";
    if (!loop.loads.empty()) text_ += fmt::format(", loads {}", fmt::join(loop.loads, " "));
    text_ += '\n';
  }

  void add_points(const Function& function, Pc pc) {
    const auto point = std::ranges::lower_bound(notes_.points, pc, {}, &PreemptionPoint::pc);
    if (point == notes_.points.end() || point->pc != pc) return;
    const bool is_barrier = point->kind == PointKind::barrier;
    text_ += fmt::format("{:5}          {}", pc, is_barrier ? "bar.pp" : "pp");
    if (point->loop != kNoLoop) text_ += fmt::format(" in loop {}", point->loop);
    text_ += fmt::format(": live{}, apart{}\n", registers(function, point->live),
                         registers(function, point->live_apart));
  }

  char scalar_mark(Pc pc) const {
    if (!notes_.scalar[pc]) return '.';
    return notes_.scalar_convergent[pc] ? 'S' : 's';
  }

  std::string loop_mark(Pc pc) const {
    const std::uint32_t loop = notes_.loop_of[pc];
    if (loop == kNoLoop) return "";
    return fmt::format("{} {}{}", loop, notes_.loops[loop].begin == pc ? "[" : "",
                       notes_.loops[loop].end == pc ? "]" : "");
  }

  const Program& program_;
  const Annotations& notes_;
  std::span<const Variable> variables_;
  std::string text_;
};

}  // namespace

std::string annotated_listing(const Program& program, std::span<const Variable> variables) {
  return AnnotatedListing(program, variables).text();
}

}  // namespace heddle::isa
