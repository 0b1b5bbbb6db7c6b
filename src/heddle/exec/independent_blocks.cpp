#include "heddle/exec/independent_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "heddle/exec/float_environment.hpp"
#include "heddle/exec/memory/atomic_function.hpp"
#include "heddle/exec/step/cluster.hpp"
#include "heddle/exec/step/executable.hpp"

namespace heddle::exec {
namespace {

using isa::Op, isa::OpClass, isa::Space;

/// A grid of fewer warp instructions ends before threads have started. Some 5 ms of one thread.
constexpr std::uint64_t kWorthThreads = 200'000;

bool reads_clock(const isa::Instruction& instruction) {
  using enum isa::SpecialRegister;
  if (instruction.op != Op::sreg) return false;
  const auto which = static_cast<isa::SpecialRegister>(instruction.modifiers.immediate);
  return which == clock || which == clock_hi || which == clock64 || which == globaltimer ||
         which == globaltimer_lo || which == globaltimer_hi;
}

bool is_outside(const isa::Modifiers& modifiers) {
  return modifiers.space != Space::shared && modifiers.space != Space::local;
}

/// The reductions of a program on global memory. Any two of them may meet at one location.
class Reductions {
 public:
  /// Adds a reduction. Returns false if the reduction does not commute with all reductions so far
  /// that can meet it. Reductions of different sizes cannot: by the memory model of PTX they would
  /// be a race.
  bool add(const isa::Instruction& instruction) {
    const isa::Modifiers& modifiers = instruction.modifiers;
    const bool is_relaxed =
        modifiers.ordering == isa::Ordering::weak || modifiers.ordering == isa::Ordering::relaxed;
    if (!is_relaxed || !isa::commutes(modifiers.atomic, modifiers.type)) return false;
    AtomicFunction& function = isa::bytes_of(modifiers.type) == 8 ? of_8_bytes_ : of_4_bytes_;
    const AtomicFunction before =
        std::exchange(function, atomic_function(modifiers.atomic, modifiers.type, true));
    return before == nullptr || before == function;
  }

 private:
  AtomicFunction of_4_bytes_ = nullptr, of_8_bytes_ = nullptr;
};

/// Whether other blocks may see the effect of the instruction, which is no reduction, in an order
/// that matters, or it may see theirs.
bool meets_other_blocks(const isa::Instruction& instruction) {
  const isa::Modifiers& modifiers = instruction.modifiers;
  const bool outside = is_outside(modifiers);
  switch (instruction.op_class) {
    case OpClass::load:
    case OpClass::store:
      return outside && (modifiers.ordering != isa::Ordering::weak ||
                         modifiers.cache == isa::CacheOperator::cv);
    case OpClass::atomic:
      return instruction.op == Op::atom && outside;
    case OpClass::fence:
      return (instruction.op == Op::fence || instruction.op == Op::membar ||
              instruction.op == Op::fence_tensormap) &&
             modifiers.scope != isa::Scope::cta;
    case OpClass::system:
      return true;
    default:
      return reads_clock(instruction);
  }
}

/// The state that the host threads share.
class SharedBlocks {
 public:
  SharedBlocks(const Grid& grid, SystemServices& services, const FunctionalOptions& options,
               BlockEngine& engine)
      : grid_(grid),
        services_(services),
        options_(options),
        engine_(engine),
        next_(engine.next_block()),
        end_(grid.blocks()),
        counts_(engine.counts()) {}

  /// Runs blocks until none is left. `asked`: this thread answers requests.
  void work(bool asked) noexcept {
    const FloatEnvironment environment;
    BlockEngine engine(grid_, services_, one_block(asked), 0, 0);
    for (std::uint64_t id = next_++; id < end_; id = next_++) {
      try {
        engine.add_block(id);
        if (engine.advance() == BlockEngine::Outcome::stuck) keep_stuck(engine);
        add(engine.counts());
        engine.set_counts({});
      } catch (...) {
        note_failure(id, std::current_exception());
        return;
      }
    }
  }

  /// Throws what the first block has thrown. An interruption comes before all faults.
  void finish() {
    engine_.set_counts(counts_);
    if (interruption_ != nullptr) std::rethrow_exception(interruption_);
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    engine_.skip_to(grid_.blocks());
    for (auto& block : stuck_) engine_.adopt(std::move(block));
  }

 private:
  /// Thrown in the other threads when the run is interrupted.
  struct Stopped {};

  FunctionalOptions one_block(bool asked) {
    FunctionalOptions options = options_;
    options.resident_blocks = 1;
    options.most_blocks = 1;
    options.among_threads = true;
    options.requests = {&stop_, [] { throw Stopped{}; }};
    if (asked) options.requests = {options_.requests.word, [this] { ask(); }};
    return options;
  }

  void ask() {
    {
      const std::scoped_lock lock(mutex_);
      engine_.set_counts(counts_);
    }
    try {
      options_.requests.answer();
    } catch (...) {
      interruption_ = std::current_exception();
      stop_ = 1;
      throw Stopped{};
    }
  }

  void add(const FunctionalCounts& more) {
    const std::scoped_lock lock(mutex_);
    counts_.warp_instructions += more.warp_instructions;
    counts_.thread_instructions += more.thread_instructions;
    counts_.ptx_instructions += more.ptx_instructions;
    counts_.blocks += more.blocks;
  }

  void keep_stuck(BlockEngine& engine) {
    const std::scoped_lock lock(mutex_);
    for (auto& block : engine.give_up()) stuck_.push_back(std::move(block));
  }

  /// Lets no block after `id` begin.
  void note_failure(std::uint64_t id, std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    if (failure_ != nullptr && failed_ < id) return;
    failed_ = id;
    failure_ = std::move(failure);
    end_ = std::min(end_.load(), id);
  }

  const Grid& grid_;
  SystemServices& services_;
  const FunctionalOptions& options_;
  BlockEngine& engine_;  ///< its counts are those that requests show
  std::atomic<std::uint64_t> next_, end_;
  std::atomic<std::uint32_t> stop_{0};
  std::mutex mutex_;
  FunctionalCounts counts_;
  std::vector<std::unique_ptr<ResidentBlock>> stuck_;
  std::uint64_t failed_ = 0;  ///< the first block that has failed
  std::exception_ptr failure_, interruption_;
};

}  // namespace

bool has_independent_blocks(const isa::Program& program) {
  Reductions reductions;
  return std::ranges::all_of(program.code, [&](const isa::Instruction& instruction) {
    if (instruction.op == Op::red && is_outside(instruction.modifiers))
      return reductions.add(instruction);
    return !meets_other_blocks(instruction);
  });
}

bool may_share_blocks(const Grid& grid) {
  return !grid.shape.cooperative && !needs_one_host_thread(grid) &&
         grid.executable->scalar_check == nullptr && has_independent_blocks(*grid.program);
}

void share_blocks(const Grid& grid, SystemServices& services, const FunctionalOptions& options,
                  BlockEngine& engine) {
  FunctionalOptions alone = options;
  alone.resident_blocks = 1;
  BlockEngine first(grid, services, alone, 0, 1);
  const bool ended = first.advance() == BlockEngine::Outcome::finished;
  const FunctionalCounts& counts = first.counts();
  engine.set_counts(counts);
  engine.skip_to(1);
  for (auto& block : first.give_up()) engine.adopt(std::move(block));
  if (!ended || counts.warp_instructions * grid.blocks() < kWorthThreads) return;
  SharedBlocks shared(grid, services, options, engine);
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < options.threads; ++i)
      threads.emplace_back([&] { shared.work(false); });
    shared.work(true);
  }
  shared.finish();
}

}  // namespace heddle::exec
