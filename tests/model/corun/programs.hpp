// Programs that share a GPU, made of PTX.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/sim/corun/corun_run.hpp"
#include "ptx_grid.hpp"

namespace heddle::corun_test {

/// How a kernel is launched.
struct Shape {
  std::uint32_t blocks = 1, threads = 32;
  std::uint32_t shared_bytes = 0;  ///< of a block: fewer of them fit on an SM
};

/// The same grid again and again, on memory of its own that begins as zeros.
class PtxProgram final : public sim::TenantProgram {
 public:
  PtxProgram(const gpu::MachineSpec& machine, const std::string& body, const Shape& shape,
             unsigned grids = 1)
      : machine_(machine),
        text_(test::kernel(body)),
        shape_(shape),
        grids_(grids),
        memory_(machine.device.memory_bytes) {
    buffer_ = memory_.allocate(kBytes);
  }

  void begin() override {
    memory_.fill(buffer_, 0, kBytes);
    left_ = grids_;
  }
  std::shared_ptr<exec::Grid> next_grid() override {
    if (left_ == 0) return nullptr;
    --left_;
    compile::Options options;
    options.annotate = annotated;
    auto grid = made_ ? std::make_shared<exec::Grid>(*made_)
                      : std::make_shared<exec::Grid>(
                            test::ptx_grid(text_, {shape_.blocks}, {shape_.threads}, machine_,
                                           buffer_, memory_, textures_, options));
    grid->shape.dynamic_shared_bytes = shape_.shared_bytes;
    made_ = grid;
    return grid;
  }
  std::vector<std::string> differences() const override {
    const std::vector<std::uint32_t> now = words();
    if (!expected.empty() && now != expected) return {"the buffer"};
    return {};
  }
  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> words(kBytes / 4);
    memory_.read(buffer_, words.data(), kBytes);
    return words;
  }

  std::vector<std::uint32_t> expected;  ///< words after each run; empty: any
  bool annotated = false;               ///< the kernel carries what the compiler knows of it

 private:
  static constexpr std::uint64_t kBytes = 1 << 20;

  gpu::MachineSpec machine_;
  std::string text_;
  Shape shape_;
  unsigned grids_, left_ = 0;
  exec::MemoryImage memory_;
  exec::TextureTable textures_;
  Addr buffer_ = 0;
  std::shared_ptr<exec::Grid> made_;
};

/// The configuration with these settings.
inline sim::Configuration configured(const std::vector<std::string>& settings) {
  sim::ConfigurationRequest request;
  request.machine = "gtx480";
  request.assignments = settings;
  return sim::Configuration::resolve(request);
}

inline std::vector<std::string> operator+(std::vector<std::string> a,
                                          const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Each thread adds `count` times, `unrolled` times in a row between branches; nothing is loaded.
inline std::string adds(unsigned count) {
  return fmt::format(R"(
  mov.u32 %r1, {};
L:
{}
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
)",
                     count, test::repeat(16, "  add.u32 %r2, %r2, 3;\n"));
}

/// Each thread adds up words of its own lines, `count` of them, and stores the sum.
inline std::string loads(unsigned count, unsigned stride = 4096) {
  return fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  shl.b32 %r4, %r4, 2;
  cvt.u64.u32 %rd2, %r4;
  and.b64 %rd2, %rd2, 65535;
  add.u64 %rd3, %rd1, %rd2;
  mov.u32 %r5, {};
  mov.u32 %r6, 0;
L:
  ld.global.u32 %r7, [%rd3];
  add.u32 %r6, %r6, %r7;
  add.u32 %r6, %r6, 1;
  add.u64 %rd3, %rd3, {};
  sub.u32 %r5, %r5, 1;
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra L;
  add.u64 %rd4, %rd1, %rd2;
  st.global.u32 [%rd4+524288], %r6;
)",
                     count, stride);
}

}  // namespace heddle::corun_test
