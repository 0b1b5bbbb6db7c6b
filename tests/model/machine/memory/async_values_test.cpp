// What cp.async copies, and the counts of barriers in shared memory, against independent
// computations.

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "rig.hpp"

namespace heddle::test::async_values {
namespace {

using ::testing::HasSubstr;

constexpr unsigned kInput = 1 << 16;  ///< byte of the buffer from which values are copied
constexpr unsigned kSizes = 1 << 17;  ///< byte from which the lanes' numbers of bytes stand

std::vector<std::uint8_t> random_bytes(std::mt19937& random, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

/// Each lane copies `size` bytes, of which it reads so many, and stores them to its place in the
/// buffer. `sizes`: empty if the instruction has no third operand.
std::vector<std::uint8_t> copied(unsigned size, const std::string& cache,
                                 const std::vector<std::uint8_t>& input,
                                 const std::vector<std::uint32_t>& sizes, bool by_predicate) {
  Rig rig;
  rig.use_capability(80);
  rig.image().write(rig.buffer() + kInput, input.data(), input.size());
  rig.image().write(rig.buffer() + kSizes, sizes.data(), 4 * sizes.size());
  const std::string more = sizes.empty() ? "" : by_predicate ? ", %p1" : ", %r6";
  std::string body = fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  ld.global.u32 %r6, [%rd2+{0}];
  setp.eq.u32 %p1, %r6, 0;
  mov.u32 %r5, s;
  mad.lo.u32 %r5, %r1, {1}, %r5;
  mul.wide.u32 %rd3, %r1, {1};
  add.u64 %rd3, %rd3, %rd1;
  mov.u32 %r8, -1;
)",
                                 kSizes, size);
  for (unsigned i = 0; i < size; i += 4)
    body += fmt::format("  st.shared.u32 [%r5+{}], %r8;\n", i + 64);
  body += fmt::format("  cp.async.{}.shared.global [%r5+64], [%rd3+{}], {}{};\n", cache, kInput,
                      size, more);
  body += "  cp.async.wait_all;\n";
  for (unsigned i = 0; i < size; i += 4)
    body +=
        fmt::format("  ld.shared.u32 %r9, [%r5+{}];\n  st.global.u32 [%rd3+{}], %r9;\n", i + 64, i);
  rig.run_body(body);
  return rig.read<std::uint8_t>(32 * size);
}

TEST(AsyncValues, ACopyReadsWhatItsOperandsSay) {
  std::mt19937 random(1);
  for (const unsigned size : {4u, 8u, 16u}) {
    for (unsigned trial = 0; trial < 4; ++trial) {
      const auto input = random_bytes(random, 32 * size);
      const bool by_predicate = trial == 1;
      std::vector<std::uint32_t> sizes;
      for (unsigned lane = 0; trial != 0 && lane < 32; ++lane)
        sizes.push_back(by_predicate ? random() % 2 * size : random() % (size + 1));
      std::vector<std::uint8_t> expected = input;
      for (unsigned lane = 0; lane < sizes.size(); ++lane)
        for (unsigned i = sizes[lane]; i < size; ++i) expected[lane * size + i] = 0;
      const std::string cache = size == 16 && trial % 2 == 0 ? "cg" : "ca";
      EXPECT_EQ(copied(size, cache, input, sizes, by_predicate), expected)
          << size << " bytes, trial " << trial;
    }
  }
}

TEST(AsyncValues, BytesThatAreNotReadNeedNoMemory) {
  Rig rig;
  rig.use_capability(80);
  rig.run_body(R"(
  mov.u64 %rd2, 16;
  mov.u32 %r5, s;
  mov.u32 %r6, 0;
  mov.u32 %r7, 7;
  st.shared.u32 [%r5], %r7;
  cp.async.ca.shared.global [%r5], [%rd2], 4, %r6;
  cp.async.wait_all;
  ld.shared.u32 %r8, [%r5];
  st.global.u32 [%rd1], %r8;
)");
  EXPECT_EQ(rig.read<std::uint32_t>(1).front(), 0u);
}

std::string failure(const std::string& body, unsigned capability = 80) {
  try {
    Rig rig;
    rig.use_capability(capability);
    rig.run_body("  mov.u32 %r5, s;\n" + body, {}, {1});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(AsyncValues, BadCopiesAreRefused) {
  EXPECT_THAT(failure("  cp.async.ca.shared.global [%r5], [%rd1], 12;\n"),
              HasSubstr("copies 4, 8 or 16 bytes"));
  EXPECT_THAT(failure("  cp.async.cg.shared.global [%r5], [%rd1], 8;\n"),
              HasSubstr("copies 16 bytes"));
  EXPECT_THAT(failure("  cp.async.cs.shared.global [%r5], [%rd1], 4;\n"),
              HasSubstr("a copy is .ca or .cg"));
  EXPECT_THAT(failure("  cp.async.ca.shared.global [%r5], [%rd1+2], 4;\n"),
              HasSubstr("asynchronous copy of 4 bytes"));
  EXPECT_THAT(failure("  cp.async.ca.shared.global [%r5+4], [%rd1], 8;\n"),
              HasSubstr("misaligned"));
  EXPECT_THAT(failure("  cp.async.ca.shared.global [%r5+4096], [%rd1], 4;\n"),
              HasSubstr("4096 bytes of shared memory"));
  EXPECT_THAT(failure("  mov.u32 %r6, 5;\n  cp.async.ca.shared.global [%r5], [%rd1], 4, %r6;\n"),
              HasSubstr("of 4 bytes reads 5"));
  EXPECT_THAT(failure("  mov.u64 %rd2, 0;\n  cp.async.ca.shared.global [%r5], [%rd2], 4;\n"),
              HasSubstr("null pointer"));
}

/// The rules of the PTX ISA for a barrier, with plain numbers.
struct BarrierModel {
  unsigned expected = 0, pending = 0, phase = 0;
  void arrive(unsigned count) {
    pending -= count;
    if (pending != 0) return;
    ++phase;
    pending = expected;
  }
};

TEST(AsyncValues, RandomArrivalsCountAsTheIsaSays) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    BarrierModel model;
    model.expected = model.pending = 2 + random() % 12;
    std::string body = fmt::format("  mbarrier.init.shared.b64 [%r5], {};\n", model.pending);
    std::vector<std::uint32_t> expected;
    const auto store = [&](std::uint32_t value) {
      body += fmt::format("  st.global.u32 [%rd1+{}], %r9;\n", 4 * expected.size());
      expected.push_back(value);
    };
    unsigned phase_of_state = 0;
    for (unsigned i = 0; i < 60; ++i) {
      const unsigned before = model.pending;
      const unsigned most = model.expected == 1 ? 1 : before;
      const unsigned count = 1 + random() % most;
      switch (random() % 4) {
        case 0:
          body += fmt::format("  mbarrier.arrive.shared::cta.b64 %rd5, [%r5], {};\n", count);
          phase_of_state = model.phase;
          model.arrive(count);
          break;
        case 1:
          if (model.expected < 2) continue;
          body += "  mbarrier.arrive_drop.release.cta.shared.b64 %rd5, [%r5];\n";
          phase_of_state = model.phase;
          --model.expected;
          model.arrive(1);
          break;
        case 2:
          if (before < 2) continue;
          body += "  mbarrier.arrive.noComplete.shared.b64 %rd5, [%r5], 1;\n";
          phase_of_state = model.phase;
          model.pending -= 1;
          break;
        default:
          body += fmt::format(
              "  mbarrier.test_wait.parity.shared.b64 %p1, [%r5], {};\n"
              "  selp.u32 %r9, 1, 0, %p1;\n",
              i % 2);
          store(model.phase % 2 != i % 2 ? 1 : 0);
          continue;
      }
      body += "  mbarrier.pending_count.b64 %r9, %rd5;\n";
      store(before);
      body +=
          "  mbarrier.test_wait.acquire.cta.shared.b64 %p1, [%r5], %rd5;\n"
          "  selp.u32 %r9, 1, 0, %p1;\n";
      store(model.phase != phase_of_state ? 1 : 0);
    }
    Rig rig;
    rig.use_capability(80);
    rig.run_body("  mov.u32 %r5, s;\n" + body, {}, {1});
    EXPECT_EQ(rig.read<std::uint32_t>(expected.size()), expected) << "seed " << seed;
  }
}

TEST(AsyncValues, BytesHoldAPhaseOpen) {
  Rig rig;
  rig.use_capability(90);
  rig.run_body(R"(
  mov.u32 %r5, s;
  mbarrier.init.shared::cta.b64 [%r5], 1;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 48;
  mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r5], 0;
  selp.u32 %r1, 1, 0, %p1;
  mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r5], 32;
  mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r5], 0;
  selp.u32 %r2, 1, 0, %p1;
  mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r5], 16;
  mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r5], 0, 100;
  selp.u32 %r3, 1, 0, %p1;
  st.global.u32 [%rd1], %r1;
  st.global.u32 [%rd1+4], %r2;
  st.global.u32 [%rd1+8], %r3;
)",
               {}, {1});
  EXPECT_EQ(rig.read<std::uint32_t>(3), (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(AsyncValues, BadArrivalsAreRefused) {
  const std::string init = "  mbarrier.init.shared.b64 [%r5], 2;\n";
  EXPECT_THAT(failure(init + "  mbarrier.arrive.shared.b64 %rd2, [%r5], 3;\n"),
              HasSubstr("3 arrivals on a barrier that needs 2 more"));
  EXPECT_THAT(failure(init + "  mbarrier.arrive.noComplete.shared.b64 %rd2, [%r5], 2;\n"),
              HasSubstr(".noComplete completes"));
  EXPECT_THAT(failure("  mbarrier.init.shared.b64 [%r5], 0;\n"), HasSubstr("1 to 1048575"));
  EXPECT_THAT(failure("  mbarrier.init.b64 [%rd1], 1;\n"), HasSubstr("not in shared memory"));
  EXPECT_THAT(failure("  mbarrier.init.global.b64 [%rd1], 1;\n"), HasSubstr(".shared memory only"));
  EXPECT_THAT(failure("  mbarrier.init.shared.b64 [%r5+4], 1;\n"), HasSubstr("misaligned"));
  EXPECT_THAT(failure("  mbarrier.init.shared.b32 [%r5], 1;\n"), HasSubstr("the type is .b64"));
  EXPECT_THAT(failure("  mbarrier.arrive.noComplete.shared.b64 %rd2, [%r5];\n"),
              HasSubstr("operands"));
  EXPECT_THAT(failure(init + "  mbarrier.try_wait.parity.shared.b64 %p1, [%r5], 0;\n"),
              HasSubstr("needs compute capability 9.0"));
}

}  // namespace
}  // namespace heddle::test::async_values
