// Several SMs with a block each, driven by hand by the rule of memory order and by nothing else:
// within a quantum every SM sees memory as it was and its own stores; then the store logs are
// applied in the order of the SMs; then atomics are performed in the order in which they arrived.
// How many instructions a warp gets in a quantum, and how long an atomic travels, is random, so
// that one test sees many interleavings. Nothing here is a model of time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "heddle/compile/options.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/memory/atomic_order.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/barrier.hpp"
#include "heddle/exec/texture/texture.hpp"

namespace heddle::litmus {

class Machine {
 public:
  /// `body` is that of a kernel with the parameter `memory`, a pointer that is in %rd0; the block's
  /// number is in %r0 and the thread's in %r1. Further registers: %r2-%r19, %rd1-%rd9, %p0-%p9.
  Machine(std::string_view body, unsigned sms, unsigned threads, unsigned seed,
          const compile::Options& options = {});

  /// False: the kernel has not ended after very many quanta.
  bool run();
  /// The 32-bit word at a byte of `memory`.
  std::uint32_t word(unsigned offset) const;
  void set_word(unsigned offset, std::uint32_t value);

 private:
  struct WarpState {
    exec::Warp warp;
    std::vector<std::shared_ptr<exec::AtomicRequest>> in_flight;
  };
  struct Sm {
    exec::Block block;
    exec::StoreLog log;
    exec::BlockBarriers barriers;
    std::vector<WarpState> warps;
  };
  struct Travelling {
    Sm* sm = nullptr;
    std::size_t warp = 0;
    std::shared_ptr<exec::AtomicRequest> request;
    unsigned quanta = 0;  ///< until it arrives
  };

  void run_quantum(Sm& sm);
  void step(Sm& sm, std::size_t index);
  bool may_step(const Sm& sm, std::size_t index) const;
  void finish_quantum();

  std::mt19937 random_;
  exec::MemoryImage image_;
  exec::TextureTable textures_;
  exec::Grid grid_;
  std::vector<std::unique_ptr<Sm>> sms_;
  std::deque<Travelling> travelling_;
  Addr memory_ = 0;
};

}  // namespace heddle::litmus
