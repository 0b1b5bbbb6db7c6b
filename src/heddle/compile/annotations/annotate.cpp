#include "heddle/compile/annotations/annotate.hpp"

#include <algorithm>

#include "heddle/compile/annotations/idempotence.hpp"
#include "heddle/compile/annotations/preemption_points.hpp"
#include "heddle/compile/annotations/waiting_registers.hpp"
#include "heddle/compile/code/program_routines.hpp"
#include "heddle/compile/flow/call_graph.hpp"
#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/compile/registers/register_classes.hpp"

namespace heddle::compile {
namespace {

class Annotating {
 public:
  Annotating(const isa::Program& program, std::uint32_t interval)
      : program_(program), interval_(interval), routines_(routines_of(program)) {
    for (const Routine& routine : routines_) has_local_memory_ |= routine.local_bytes != 0;
  }

  isa::Annotations run() {
    const std::size_t size = program_.code.size();
    found_.loop_of.assign(size, isa::kNoLoop);
    found_.live.assign(size, 0);
    found_.live_apart.assign(size, 0);
    found_.scalar.assign(size, false);
    found_.scalar_convergent.assign(size, false);
    alone_ = all_ = convergent_ = routines_;
    const std::vector<bool> recurs = recursion_without_barrier();
    for (std::size_t i = 0; i < routines_.size(); ++i) {
      if (routines_[i].code.empty()) continue;
      flow(routines_[i], program_.functions[i].entry, recurs[i]);
      classes(i);
    }
    found_.vectors_alone = stack_needs(alone_).vectors;
    found_.classes = classes_of(all_);
    found_.classes_convergent = classes_of(convergent_);
    if (program_.has_scalar_class) take_classes_of_code();
    return std::move(found_);
  }

 private:
  std::vector<bool> recursion_without_barrier() const {
    const std::vector<std::uint32_t> cycles = call_cycles(routines_);
    std::vector<bool> waits(routines_.size(), false), found(routines_.size(), false);
    for (std::size_t i = 0; i < routines_.size(); ++i) {
      if (cycles[i] != kNoCycle && has_waiting_barrier(routines_[i])) waits[cycles[i]] = true;
    }
    for (std::size_t i = 0; i < routines_.size(); ++i) {
      found[i] = cycles[i] != kNoCycle && !waits[cycles[i]];
    }
    return found;
  }

  void flow(const Routine& routine, Pc entry, bool point_at_entry) {
    const FlowGraph graph(routine);
    const LoopNest nest = find_loops(routine, graph);
    const LivePoints points = live_points(routine, graph, Liveness(routine, graph));
    const auto first = static_cast<std::uint32_t>(found_.loops.size());
    const auto renumber = [&](std::uint32_t& loop) { loop += loop == isa::kNoLoop ? 0 : first; };
    for (Pc pc = 0; pc < routine.code.size(); ++pc) {
      std::uint32_t& loop = found_.loop_of[entry + pc] = nest.loop_of[graph.block_of(pc)];
      renumber(loop);
      found_.live[entry + pc] = static_cast<std::uint16_t>(points.live[pc].count(0, routine.rows));
      found_.live_apart[entry + pc] =
          static_cast<std::uint16_t>(points.live_apart(graph, pc).count(0, routine.rows));
    }
    for (isa::Loop loop : nest.loops) {
      loop.begin += entry, loop.first += entry, loop.end += entry;
      renumber(loop.parent);
      for (Pc& load : loop.loads) load += entry;
      found_.loops.push_back(std::move(loop));
    }
    for (isa::PreemptionPoint& point :
         find_preemption_points(routine, graph, nest, points, interval_, point_at_entry)) {
      point.pc += entry;
      renumber(point.loop);
      found_.points.push_back(std::move(point));
    }
  }

  static isa::RegisterClasses classes_of(const std::vector<Routine>& routines) {
    const StackNeeds needs = stack_needs(routines);
    return {needs.vectors, needs.scalars};
  }

  /// Replaces the results of the analysis by the program's own register counts and scalar
  /// instructions. Only a program with scalar registers has these.
  void take_classes_of_code() {
    found_.classes = {program_.least_registers, program_.scalar_registers};
    for (Pc pc = 0; pc < program_.code.size(); ++pc) {
      found_.scalar[pc] = program_.code[pc].is_scalar;
    }
  }

  void classes(std::size_t function) {
    const Pc entry = program_.functions[function].entry;
    Webs webs = separate_values(routines_[function]);
    for (isa::Effect& effect : find_effects(program_, webs)) {
      effect.pc += entry;
      found_.effects.push_back(std::move(effect));
    }
    webs.routine.scalars = {};
    give_frame(assign_classes(webs.routine), alone_[function]);
    for (const Criterion criterion : {Criterion::all, Criterion::convergent}) {
      const bool all = criterion == Criterion::all;
      const Uniformity uniformity = find_uniformity(webs, criterion, has_local_memory_);
      if (all && routines_.size() == 1) found_.waiting = find_waiting_registers(webs, uniformity);
      mark_scalars(webs.routine, uniformity);
      give_frame(assign_classes(webs.routine), (all ? all_ : convergent_)[function]);
      std::vector<bool>& marks = all ? found_.scalar : found_.scalar_convergent;
      std::copy(uniformity.scalar_instruction.begin(), uniformity.scalar_instruction.end(),
                marks.begin() + entry);
    }
  }

  static void give_frame(const Assignment& assignment, Routine& routine) {
    routine.rows = routine.registers = assignment.rows;
    routine.rows += assignment.scalar_rows;
    routine.scalars.rows.assign(assignment.scalar_rows, true);
  }

  const isa::Program& program_;
  std::uint32_t interval_;
  std::vector<Routine> routines_;
  bool has_local_memory_ = false;
  /// The routines with the register counts of three assignments: without scalars (alone_), with the
  /// scalars of Criterion::all (all_), and with the scalars of Criterion::convergent (convergent_).
  std::vector<Routine> alone_, all_, convergent_;
  isa::Annotations found_;
};

}  // namespace

isa::Annotations annotate(const isa::Program& program, std::uint32_t point_interval) {
  return Annotating(program, point_interval).run();
}

}  // namespace heddle::compile
