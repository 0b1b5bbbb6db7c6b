#include "machine.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "heddle/compile/lower.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::litmus {
namespace {

constexpr unsigned kMemoryBytes = 4096;

std::string kernel_of(std::string_view body) {
  return fmt::format(
      ".version 8.0\n.target sm_75\n.address_size 64\n"
      ".visible .entry k(.param .u64 memory)\n{{\n"
      ".reg .pred %p<10>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<10>;\n"
      "ld.param.u64 %rd0, [memory];\n"
      "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %tid.x;\n{}\n}}\n",
      body);
}

/// Does the instruction read or write a row that the atomic will write?
bool touches_result(const isa::Instruction& instruction, const isa::Instruction& atomic) {
  const isa::Operand result = atomic.destinations[0];
  if (result.kind != isa::OperandKind::row) return false;
  const unsigned rows = isa::destination_rows(atomic, 0);
  bool touches = false;
  const auto check = [&](isa::Operand operand, unsigned count) {
    if (operand.kind == isa::OperandKind::row)
      touches |= operand.index < result.index + rows && result.index < operand.index + count;
  };
  isa::for_each_source_row(instruction, check);
  isa::for_each_destination_row(instruction, check);
  return touches;
}

}  // namespace

Machine::Machine(std::string_view body, unsigned sms, unsigned threads, unsigned seed,
                 const compile::Options& options)
    : random_(seed), image_(1 << 20) {
  const isa::Module module = compile::lower(ptx::parse(kernel_of(body), "litmus.ptx"), options);
  memory_ = image_.allocate(kMemoryBytes);
  std::vector<std::uint8_t> parameters(8);
  std::memcpy(parameters.data(), &memory_, 8);
  exec::LaunchShape shape;
  shape.grid = {sms, 1, 1};
  shape.block = {threads, 1, 1};
  grid_ = exec::make_grid(module.kernels.at(0), shape, parameters, {}, image_, textures_);
  for (unsigned i = 0; i < sms; ++i) {
    Sm& sm = *sms_.emplace_back(std::make_unique<Sm>());
    sm.block.start(grid_, i);
    sm.warps.resize(grid_.warps_per_block());
    sm.barriers.start(grid_.warps_per_block());
    for (std::uint32_t w = 0; w < sm.warps.size(); ++w) sm.warps[w].warp.start(sm.block, w);
  }
}

bool Machine::run() {
  constexpr unsigned kQuanta = 20000;
  for (unsigned quantum = 0; quantum < kQuanta; ++quantum) {
    bool done = true;
    for (auto& sm : sms_) {
      run_quantum(*sm);
      done &= sm->barriers.live() == 0;
    }
    finish_quantum();
    if (done && travelling_.empty()) return true;
  }
  return false;
}

void Machine::run_quantum(Sm& sm) {
  for (unsigned turns = random_() % 24; turns > 0; --turns) {
    const std::size_t index = random_() % sm.warps.size();
    if (may_step(sm, index)) step(sm, index);
  }
}

bool Machine::may_step(const Sm& sm, std::size_t index) const {
  const WarpState& state = sm.warps[index];
  if (((sm.barriers.live() & ~sm.barriers.waiting()) >> index & 1) == 0) return false;
  const isa::Instruction& next = grid_.program->code[state.warp.pc()];
  const bool is_access = next.op == isa::Op::ld || next.op == isa::Op::st ||
                         next.op == isa::Op::atom || next.op == isa::Op::red;
  const bool waits_for_all = next.op == isa::Op::fence || next.op == isa::Op::membar ||
                             next.op == isa::Op::bar_sync || next.op_class == isa::OpClass::exit;
  return std::none_of(state.in_flight.begin(), state.in_flight.end(), [&](const auto& atomic) {
    return waits_for_all || touches_result(next, *atomic->instruction) ||
           (is_access && exec::next_access_overlaps(state.warp, 0, *atomic));
  });
}

void Machine::step(Sm& sm, std::size_t index) {
  WarpState& state = sm.warps[index];
  exec::Step step;
  exec::step(state.warp, {.log = &sm.log, .defer_atomics = true}, step);
  if (step.kind == exec::StepKind::atomic && step.access.global != 0) {
    auto request = std::make_shared<exec::AtomicRequest>();
    exec::capture_atomic(state.warp, step, *request);
    state.in_flight.push_back(request);
    travelling_.push_back({&sm, index, request, static_cast<unsigned>(random_() % 3)});
  }
  if (step.kind == exec::StepKind::barrier)
    sm.barriers.arrive(static_cast<unsigned>(index), step.barrier);
  if (state.warp.done()) sm.barriers.exited(static_cast<unsigned>(index));
}

void Machine::finish_quantum() {
  for (auto& sm : sms_) sm->log.apply(image_);
  for (auto at = travelling_.begin(); at != travelling_.end();) {
    if (at->quanta > 0) {
      --at->quanta;
      ++at;
      continue;
    }
    exec::perform_atomic(image_, *at->request, kAllLanes);
    WarpState& state = at->sm->warps[at->warp];
    exec::complete_atomic(state.warp, *at->request, kAllLanes);
    std::erase(state.in_flight, at->request);
    at = travelling_.erase(at);
  }
}

std::uint32_t Machine::word(unsigned offset) const {
  std::uint32_t value = 0;
  image_.read(memory_ + offset, &value, sizeof value);
  return value;
}

void Machine::set_word(unsigned offset, std::uint32_t value) {
  image_.write(memory_ + offset, &value, sizeof value);
}

}  // namespace heddle::litmus
