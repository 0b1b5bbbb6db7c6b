#include "heddle/memory/l2_slice.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

using model::MemoryRequest;
using model::RequestKind;

/// Two slices before one channel with a short queue, few sets and few miss registers, so that each
/// reason to block is met often.
MemorySpec crowded() {
  MemorySpec spec;
  spec.l2.slices_per_channel = 2;
  spec.l2.interleave_bytes = 128;
  spec.l2.address_hash = false;
  spec.l2.slice = {.bytes = 4 * 2 * 128,
                   .line_bytes = 128,
                   .associativity = 2,
                   .sectored = true,
                   .mshr_entries = 4,
                   .mshr_merges = 2};
  spec.dram = {.clock_mhz = 1000, .channels = 1, .banks = 4, .queue_entries = 4};
  return spec;
}

MemoryRequest random_request(std::mt19937& random, std::uint32_t slice) {
  const std::uint32_t kind = random() % 4;
  return {.line = Addr{128} * (2 * (random() % 24) + slice),
          .sectors = static_cast<std::uint8_t>(1 + random() % 15),
          .kind = kind == 0   ? RequestKind::atomic
                  : kind == 1 ? RequestKind::load
                              : RequestKind::store};
}

/// A blocked request is tried in every cycle, whatever the slice says of it: if the slice says that
/// it may not serve the request, it must block again.
void try_blocked_requests(const MemorySpec& spec, unsigned seed) {
  std::mt19937 random(seed);
  const AddressMap map(spec);
  DramChannel channel(spec.dram, 1000);
  std::vector<L2Slice> slices;
  for (std::uint32_t i = 0; i < 2; ++i) slices.emplace_back(spec, map, i, channel);
  std::vector<MemoryRequest> heads = {random_request(random, 0), random_request(random, 1)};
  std::vector<DramCompletion> reads;
  std::vector<MemoryRequest> answered;
  unsigned refused = 0, retried = 0, waiting = 0;
  for (Cycle now = 0; now < 30'000; ++now) {
    for (std::size_t i = 0; i < reads.size();) {
      if (reads[i].when > to_ticks(now)) {
        ++i;
        continue;
      }
      const std::uint32_t cookie = reads[i].cookie;
      reads.erase(reads.begin() + static_cast<std::ptrdiff_t>(i));
      const L2Slice::Fetch fetch = slices[cookie & 0xFF].fetch(cookie >> 8);
      slices[cookie & 0xFF].release_fetch(cookie >> 8);
      slices[cookie & 0xFF].fill(fetch.line, fetch.sectors, answered);
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      const bool may_serve = slices[i].may_serve();
      const auto outcome = slices[i].access(to_ticks(now), heads[i]);
      if (!may_serve) {
        ++refused;
        ASSERT_EQ(outcome, L2Slice::Outcome::blocked) << "cycle " << now;
      }
      if (outcome == L2Slice::Outcome::blocked) {
        if (may_serve) ++retried;
        continue;
      }
      if (outcome == L2Slice::Outcome::waiting) ++waiting;
      heads[i] = random_request(random, i);
    }
    channel.run(to_ticks(now + 1), reads);
  }
  EXPECT_GT(refused, 4 * retried) << "most retries are spared";
  EXPECT_GT(waiting, 500u);
}

TEST(L2Slice, WhatItMayNotServeItWouldBlockAgain) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    MemorySpec spec = crowded();
    try_blocked_requests(spec, seed);
    spec.dram.write_queue_entries = 4;
    spec.dram.write_high = 3;
    spec.dram.write_low = 1;
    try_blocked_requests(spec, seed);
    spec.dram.queue_entries = 16;
    spec.l2.slice.mshr_entries = 2;
    try_blocked_requests(spec, seed);
  }
}

}  // namespace
}  // namespace heddle::memory
