// The first-level caches of an SM besides what pointer chases say: the L1's rate, the constant
// cache and the texture cache, against the machine's parameters.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "memory_path.hpp"

namespace heddle::test {
namespace {

// The L1 serves a line a cycle: a load of k lines is done k - 1 cycles after its first.
TEST(L1, AHitTakesACycleForEachLine) {
  const ClosedForm form{"cycles from a hit of several lines to the next, an addition between",
                        "hit latency + lines - 1 + addition"};
  for (const unsigned stride : {8u, 16u, 64u, 128u}) {
    for (const std::uint64_t line_bytes : {64u, 128u}) {
      auto machine = one_slice();
      machine.l1.line_bytes = line_bytes;
      machine.l1.hit_latency = 30;
      const auto lines = std::min(32u, static_cast<unsigned>(32 * stride / line_bytes));
      const std::string setup = fmt::format(
          "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, {};\n  add.u64 %rd2, %rd1, %rd2;\n",
          stride);
      // The buffer is zero, so each address is the last one plus nothing.
      const double cycles =
          cycles_per_copy(setup, "  ld.global.u64 %rd3, [%rd2];\n  add.u64 %rd2, %rd2, %rd3;\n",
                          "  st.global.u64 [%rd2], %rd2;\n", machine);
      const double add = machine.execution.timing(isa::OpClass::integer).latency;
      form.expect(fmt::format("lines {}, each of {} B", lines, line_bytes), 30 + lines - 1 + add,
                  cycles);
    }
  }
}

/// Cycles a load when a warp goes through zeros of an array of so many bytes of constants, 64
/// apart, each address with the last value added.
double constant_chase(const gpu::MachineSpec& machine, std::uint32_t bytes) {
  return cycles_a_load(bytes / 64, [&](std::uint64_t loads) {
    std::string text = kernel(fmt::format(R"(
  mov.u32 %r1, {};
  mov.u32 %r2, 0;
  mov.u64 %rd5, c;
L:
  cvt.u64.u32 %rd2, %r2;
  add.u64 %rd3, %rd5, %rd2;
  ld.const.u32 %r3, [%rd3];
  add.u32 %r2, %r2, 64;
  add.u32 %r2, %r2, %r3;
  and.b32 %r2, %r2, {};
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
  st.global.u32 [%rd1], %r2;
)",
                                          loads, bytes - 1));
    text.insert(text.find(".visible"), ".const .align 64 .b8 c[16384];\n");
    Rig rig(machine);
    return duration(rig.run(text, {}, {32}));
  });
}

gpu::MachineSpec with_constant_cache() {
  auto machine = one_slice();
  machine.constant_cache.enabled = true;
  machine.constant_cache.line_bytes = 64;
  machine.constant_cache.associativity = 2;
  machine.constant_cache.hit_latency = 40;
  return machine;
}

TEST(ConstantCache, ItsMissesGoToTheL2) {
  const ClosedForm misses{"cycles that a miss of the constant cache takes more than a hit",
                          "read of the L2 - hit latency"};
  const ClosedForm hits{"cycles of a chase that hits, hit latency 50", "those with 40, + 10"};
  const ClosedForm without{"cycles of a chase without a constant cache, less the latency",
                           "those that hit, less the hit latency"};
  auto machine = with_constant_cache();
  for (const std::uint64_t capacity : {2048u, 4096u}) {
    machine.constant_cache.bytes = capacity;
    const auto size = static_cast<std::uint32_t>(capacity);
    const double hit = constant_chase(machine, size);
    const double miss = constant_chase(machine, 2 * size);
    const std::string with = fmt::format("{} B", capacity);
    misses.expect(with, l2_latency(machine, 64) - 40.0, miss - hit);
    machine.constant_cache.hit_latency = 50;
    hits.expect(with, hit + 10, constant_chase(machine, size));
    machine.constant_cache.hit_latency = 40;
  }
  // Without it constants have a latency whatever their number.
  machine.constant_cache.enabled = false;
  for (const std::uint32_t latency : {40u, 70u}) {
    machine.load_store.constant_latency = latency;
    for (const std::uint32_t size : {2048u, 8192u}) {
      without.expect(fmt::format("latency {}, {} B", latency, size),
                     constant_chase(with_constant_cache(), 512) - 40.0,
                     constant_chase(machine, size) - latency);
    }
  }
}

// Lanes that want different words wait for each other, with the cache or without.
TEST(ConstantCache, ItServesAWordACycle) {
  const ClosedForm form{"cycles from a load of several constants to the next, an addition between",
                        "latency + words - 1 + addition"};
  for (const unsigned words : {1u, 2u, 4u, 8u, 16u}) {
    const auto cycles = [&](const gpu::MachineSpec& machine) {
      const auto time = [&](unsigned copies) {
        std::string text =
            kernel(fmt::format("  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, {};\n"
                               "  mul.wide.u32 %rd2, %r1, 8;\n  mov.u64 %rd3, c;\n"
                               "  add.u64 %rd2, %rd2, %rd3;\n",
                               words - 1) +
                   repeat(copies, "  ld.const.u64 %rd4, [%rd2];\n  add.u64 %rd2, %rd2, %rd4;\n") +
                   "  st.global.u64 [%rd1], %rd2;\n");
        text.insert(text.find(".visible"), ".const .align 128 .b8 c[128];\n");
        Rig rig(machine);
        return static_cast<double>(duration(rig.run(text, {}, {32})));
      };
      return (time(80) - time(16)) / 64;
    };
    auto machine = with_constant_cache();
    machine.constant_cache.line_bytes = 128;
    const double add = machine.execution.timing(isa::OpClass::integer).latency;
    form.expect(fmt::format("words {}, with the cache", words),
                machine.constant_cache.hit_latency + words - 1 + add, cycles(machine));
    machine.constant_cache.enabled = false;
    machine.load_store.constant_latency = 25;
    form.expect(fmt::format("words {}, without", words), 25 + words - 1 + add, cycles(machine));
  }
}

/// A texture of so many 32-bit words over the rig's buffer, read by index; its handle.
std::uint64_t bind_words(Rig& rig, std::uint32_t words) {
  exec::TextureDescriptor descriptor;
  descriptor.base = rig.buffer();
  descriptor.width = words;
  descriptor.kind = exec::ChannelKind::unsigned_integer;
  descriptor.linear_memory = true;
  return rig.textures().create(descriptor);
}

/// Cycles a texel when one lane follows a ring of indices through `bytes`, `stride` apart.
double texture_chase(const gpu::MachineSpec& machine, std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t elements = bytes / stride;
  return cycles_a_load(elements, [&](std::uint64_t texels) {
    Rig rig(machine);
    for (std::uint64_t i = 0; i < elements; ++i) {
      const auto next = static_cast<std::uint32_t>((i + 1) % elements * stride / 4);
      rig.image().write(rig.buffer() + i * stride, &next, sizeof next);
    }
    const std::uint64_t handle = bind_words(rig, static_cast<std::uint32_t>(bytes / 4));
    return duration(rig.run_body(fmt::format(R"(
  mov.u64 %rd5, {};
  mov.u32 %r1, {};
  mov.u32 %r2, 0;
L:
  tex.1d.v4.u32.s32 {{%r2, %r3, %r4, %r5}}, [%rd5, {{%r2}}];
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
  st.global.u32 [%rd1], %r2;
)",
                                             handle, texels),
                                 {}, {1}));
  });
}

/// The data cache would hold all that the tests read, and answers sooner.
gpu::MachineSpec with_texture_cache(std::uint64_t bytes, std::uint32_t line_bytes = 128) {
  auto machine = one_slice();
  machine.l1.bytes = 512 * 1024;
  machine.l1.hit_latency = 20;
  machine.texture_cache.enabled = true;
  machine.texture_cache.bytes = bytes;
  machine.texture_cache.line_bytes = line_bytes;
  machine.texture_cache.associativity = 4;
  machine.texture_cache.hit_latency = 45;
  return machine;
}

TEST(TextureCache, ChasesShowItsCapacityAndLatency) {
  const ClosedForm hits{"cycles a texel of a chase that fits into the texture cache",
                        "hit latency"};
  const ClosedForm misses{"cycles a texel of a chase of twice the texture cache", "read of the L2"};
  for (const std::uint64_t bytes : {4096u, 16384u}) {
    for (const std::uint32_t line_bytes : {64u, 128u}) {
      auto machine = with_texture_cache(bytes, line_bytes);
      const std::string with = fmt::format("{} B, lines of {} B", bytes, line_bytes);
      hits.expect(with + ", hit latency 45", 45, texture_chase(machine, bytes, line_bytes));
      misses.expect(with, l2_latency(machine, line_bytes),
                    texture_chase(machine, 2 * bytes, line_bytes));
      machine.texture_cache.hit_latency = 61;
      hits.expect(with + ", hit latency 61", 61, texture_chase(machine, bytes, line_bytes));
    }
  }
  auto machine = with_texture_cache(4096);
  machine.l2.slice.bytes = 32 * 1024;
  // But for one access of a row's 32.
  const ClosedForm rows{"cycles a texel of a chase of twice the L2", "read of an open row", 0.02};
  rows.expect("L2 of 32 KiB", row_hit_latency(machine), texture_chase(machine, 64 * 1024, 128));
  machine.texture_cache.enabled = false;
  const ClosedForm data{"cycles a texel without a texture cache", "hit latency of the L1"};
  data.expect("hit latency 20", 20, texture_chase(machine, 64 * 1024, 128));
}

// 32 lanes, 4 B each, `stride` words apart: so many lines, each missed once and hit after that, and
// nothing of it in the data cache.
TEST(TextureCache, EachLineOfAnAccessIsLookedUpOnce) {
  const ClosedForm form{"misses, and then hits, of a texture access", "lines of the access"};
  for (const unsigned stride : {1u, 4u, 32u}) {
    for (const std::uint32_t line_bytes : {32u, 64u, 128u}) {
      Rig rig(with_texture_cache(16384, line_bytes));
      const std::uint64_t handle = bind_words(rig, 32 * stride);
      const auto counters = rig.run_body(
          fmt::format("  mov.u64 %rd5, {};\n  mov.u32 %r1, %tid.x;\n  mul.lo.u32 %r1, %r1, {};\n"
                      "  tex.1d.v4.u32.s32 {{%r2, %r3, %r4, %r5}}, [%rd5, {{%r1}}];\n"
                      "  add.u32 %r1, %r1, %r2;\n"
                      "  tex.1d.v4.u32.s32 {{%r2, %r3, %r4, %r5}}, [%rd5, {{%r1}}];\n"
                      "  st.global.u32 [%rd1+524288], %r2;\n",
                      handle, stride));
      const unsigned lines = std::min(32u, 32 * 4 * stride / line_bytes);
      const std::string with = fmt::format("words {} apart, lines of {} B", stride, line_bytes);
      form.expect(with + ", misses", lines, counters.kernel.texture_cache.misses);
      form.expect(with + ", hits", lines, counters.kernel.texture_cache.hits);
      EXPECT_EQ(counters.kernel.l1.loads, 0u);
      EXPECT_EQ(counters.l2.loads, lines);
    }
  }
}

}  // namespace
}  // namespace heddle::test
