#include "heddle/exec/functional_run.hpp"

#include "heddle/exec/block_engine.hpp"
#include "heddle/exec/independent_blocks.hpp"

namespace heddle::exec {
namespace {

/// Blocks for each host thread, below which one host thread runs the grid.
constexpr std::uint64_t kBlocksPerThread = 4;

}  // namespace

class FunctionalRun::Blocks {
 public:
  Blocks(const Grid& grid, SystemServices& services, const FunctionalOptions& options)
      : grid_(grid),
        services_(services),
        options_(options),
        engine_(grid, services, options, 0, grid.blocks()),
        may_share_(options.threads > 1 && options.limit == 0 &&
                   grid.blocks() >= options.threads * kBlocksPerThread && may_share_blocks(grid)) {}

  Outcome advance() {
    if (std::exchange(may_share_, false)) share_blocks(grid_, services_, options_, engine_);
    return engine_.advance();
  }
  const BlockEngine& engine() const { return engine_; }

 private:
  const Grid& grid_;
  SystemServices& services_;
  FunctionalOptions options_;
  BlockEngine engine_;
  bool may_share_;
};

FunctionalRun::FunctionalRun(const Grid& grid, SystemServices& services,
                             const FunctionalOptions& options)
    : blocks_(std::make_unique<Blocks>(grid, services, options)) {}
FunctionalRun::~FunctionalRun() = default;

FunctionalRun::Outcome FunctionalRun::advance() { return blocks_->advance(); }
bool FunctionalRun::progressed() const { return blocks_->engine().progressed(); }
const FunctionalCounts& FunctionalRun::counts() const { return blocks_->engine().counts(); }
void FunctionalRun::report_deadlock() const { blocks_->engine().report_deadlock(); }

FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options) {
  FunctionalRun run(grid, services, options);
  if (run.advance() == FunctionalRun::Outcome::stuck) run.report_deadlock();
  return run.counts();
}

}  // namespace heddle::exec
