// What programs rely on between threads of different SMs, over many interleavings each.
#include <gtest/gtest.h>

#include "machine.hpp"

namespace heddle::litmus {
namespace {

constexpr unsigned kSeeds = 200;

/// A thread's own store comes after its own atomic to the same word, however long that travels and
/// however many registers an address takes.
void store_after_atomic(const compile::Options& options) {
  constexpr std::string_view kBody = R"(
    mad.wide.u32 %rd1, %r0, 128, %rd0;
    atom.global.add.u32 %r2, [%rd1], 7;
    st.global.u32 [%rd1], 100;
    red.global.add.u32 [%rd1+4], 5;
    ld.global.u32 %r3, [%rd1+4];
    st.global.u32 [%rd1+8], %r3;
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 2, 1, seed, options);
    ASSERT_TRUE(machine.run());
    for (unsigned sm = 0; sm < 2; ++sm) {
      ASSERT_EQ(machine.word(sm * 128), 100u) << seed;
      ASSERT_EQ(machine.word(sm * 128 + 8), 5u) << "a load waits for the reduction before it";
    }
  }
}
TEST(Litmus, StoreAfterAtomic) { store_after_atomic({}); }
TEST(Litmus, StoreAfterAtomicWithShortAddresses) {
  compile::Options options;
  options.address_bits = 32;
  store_after_atomic(options);
}

/// Bytes of one line written by several SMs all survive.
TEST(Litmus, FalseSharing) {
  constexpr std::string_view kBody = R"(
    shl.b32 %r2, %r1, 2;
    add.u32 %r2, %r2, %r0;
    cvt.u64.u32 %rd1, %r2;
    add.u64 %rd1, %rd0, %rd1;
    add.u32 %r3, %r2, 1;
    st.global.u8 [%rd1], %r3;
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 4, 32, seed);
    ASSERT_TRUE(machine.run());
    for (unsigned i = 0; i < 128; i += 4)
      ASSERT_EQ(machine.word(i), (i + 1) | (i + 2) << 8 | (i + 3) << 16 | (i + 4) << 24) << seed;
  }
}

/// Whoever sees the flag sees the data stored before it.
TEST(Litmus, MessagePassing) {
  constexpr std::string_view kBody = R"(
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra reader;
    st.global.u32 [%rd0], 42;
    membar.gl;
    st.volatile.global.u32 [%rd0+512], 1;
    exit;
  reader:
    ld.volatile.global.u32 %r2, [%rd0+512];
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra reader;
    membar.gl;
    ld.global.u32 %r3, [%rd0];
    mad.wide.u32 %rd1, %r0, 4, %rd0;
    st.global.u32 [%rd1+1024], %r3;
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 3, 1, seed);
    ASSERT_TRUE(machine.run());
    ASSERT_EQ(machine.word(1024 + 4), 42u) << seed;
    ASSERT_EQ(machine.word(1024 + 8), 42u) << seed;
  }
}

/// A fence waits for the atomics before it: the flag is not seen before what they did.
TEST(Litmus, MessageByReduction) {
  constexpr std::string_view kBody = R"(
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra reader;
    red.global.add.u32 [%rd0], 42;
    membar.gl;
    st.volatile.global.u32 [%rd0+512], 1;
    exit;
  reader:
    ld.volatile.global.u32 %r2, [%rd0+512];
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra reader;
    ld.volatile.global.u32 %r3, [%rd0];
    st.global.u32 [%rd0+1024], %r3;
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 2, 1, seed);
    ASSERT_TRUE(machine.run());
    ASSERT_EQ(machine.word(1024), 42u) << seed;
  }
}

/// Each block stores a partial sum, fences and takes a ticket; the last one adds them up.
TEST(Litmus, LastBlockReduces) {
  constexpr std::string_view kBody = R"(
    mad.wide.u32 %rd1, %r0, 4, %rd0;
    add.u32 %r2, %r0, 10;
    st.global.u32 [%rd1+128], %r2;
    membar.gl;
    atom.global.add.u32 %r3, [%rd0], 1;
    setp.ne.u32 %p0, %r3, 7;
    @%p0 bra end;
    membar.gl;
    mov.u32 %r4, 0;
    mov.u32 %r5, 0;
  sum:
    mad.wide.u32 %rd2, %r5, 4, %rd0;
    ld.global.u32 %r6, [%rd2+128];
    add.u32 %r4, %r4, %r6;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 8;
    @%p1 bra sum;
    st.global.u32 [%rd0+4], %r4;
  end:
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 8, 1, seed);
    ASSERT_TRUE(machine.run());
    ASSERT_EQ(machine.word(4), 8u * 10 + 28) << seed;
  }
}

/// A spin lock that is taken by compare-and-swap and released by a plain volatile store.
TEST(Litmus, LockReleasedByAStore) {
  constexpr std::string_view kBody = R"(
    mov.u32 %r5, 0;
  again:
    atom.global.cas.b32 %r2, [%rd0], 0, 1;
    setp.ne.u32 %p0, %r2, 0;
    @%p0 bra again;
    membar.gl;
    ld.volatile.global.u32 %r3, [%rd0+128];
    add.u32 %r3, %r3, 1;
    st.volatile.global.u32 [%rd0+128], %r3;
    membar.gl;
    st.volatile.global.u32 [%rd0], 0;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 5;
    @%p1 bra again;
    exit;)";
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    Machine machine(kBody, 4, 1, seed);
    ASSERT_TRUE(machine.run()) << seed;
    ASSERT_EQ(machine.word(128), 20u) << seed;
    ASSERT_EQ(machine.word(0), 0u);
  }
}

/// A warp polls a word that another SM stores while its neighbour warp keeps atomics to the same
/// line in flight: the poll is not held by them, and both end.
TEST(Litmus, PollingBesideAtomicsOfAnotherWarp) {
  constexpr std::string_view kBody = R"(
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra writer;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra adder;
  poll:
    ld.volatile.global.u32 %r2, [%rd0];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra poll;
    st.volatile.global.u32 [%rd0+8], 1;
    exit;
  adder:
    red.global.add.u32 [%rd0+4], 1;
    ld.volatile.global.u32 %r3, [%rd0+8];
    setp.eq.u32 %p3, %r3, 0;
    @%p3 bra adder;
    exit;
  writer:
    mov.u32 %r4, 0;
  delay:
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p4, %r4, 50;
    @%p4 bra delay;
    st.volatile.global.u32 [%rd0], 1;
    exit;)";
  for (unsigned seed = 0; seed < 50; ++seed) {
    Machine machine(kBody, 2, 64, seed);
    ASSERT_TRUE(machine.run()) << seed;
    ASSERT_EQ(machine.word(4) % 32, 0u);
    ASSERT_GT(machine.word(4), 0u);
  }
}

/// Sums of atomics are exact, in whatever order they arrive.
TEST(Litmus, AtomicsLoseNothing) {
  constexpr std::string_view kBody = R"(
    and.b32 %r2, %r1, 3;
    mad.wide.u32 %rd1, %r2, 4, %rd0;
    atom.global.add.u32 %r3, [%rd1], %r1;
    atom.global.inc.u32 %r4, [%rd0+64], 1000;
    exit;)";
  for (unsigned seed = 0; seed < 50; ++seed) {
    Machine machine(kBody, 4, 64, seed);
    ASSERT_TRUE(machine.run());
    // Threads i, i + 4, ... to i + 60 of four blocks: 4 (16 i + 4 (0 + 1 + ... + 15)).
    for (unsigned i = 0; i < 4; ++i) ASSERT_EQ(machine.word(4 * i), 4 * (16 * i + 480));
    ASSERT_EQ(machine.word(64), 256u);
  }
}

/// Two warps of a block exchange values through shared memory and a barrier.
TEST(Litmus, SharedMemoryAndBarrier) {
  constexpr std::string_view kBody = R"(
    .shared .b32 box[64];
    mov.u32 %r2, box;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, %r3;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    xor.b32 %r3, %r3, 128;
    add.u32 %r4, %r2, %r3;
    ld.shared.u32 %r5, [%r4];
    mad.wide.u32 %rd1, %r1, 4, %rd0;
    st.global.u32 [%rd1], %r5;
    exit;)";
  for (unsigned seed = 0; seed < 50; ++seed) {
    Machine machine(kBody, 1, 64, seed);
    ASSERT_TRUE(machine.run());
    for (unsigned i = 0; i < 64; ++i) ASSERT_EQ(machine.word(4 * i), i ^ 32u);
  }
}

}  // namespace
}  // namespace heddle::litmus
