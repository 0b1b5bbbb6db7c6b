#include "heddle/exec/memory/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/step/lane_rows.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {
namespace {

/// Returns the address of lane 0 of contiguous lanes. If lane 0 is inactive, returns the address
/// that lane 0 would have.
Addr base_of(const TransferLanes& lanes, unsigned bytes) {
  return lanes.summary.low - Addr{first_lane(lanes.mask)} * bytes;
}

/// Returns whether the elements of all 32 contiguous lanes can be read, including the elements of
/// inactive lanes.
bool is_whole(const TransferLanes& lanes, unsigned bytes) {
  const Addr base = base_of(lanes, bytes);
  return lanes.summary.shape == AddressShape::contiguous &&
         lanes.range.contains(base, base + Addr{bytes} * kWarpSize);
}

/// Calls `visit(lane, address)` for each lane.
template <typename Visit>
void for_each_address(const TransferLanes& lanes, Visit&& visit) {
  if (lanes.mask == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) visit(lane, lanes.address[lane]);
    return;
  }
  for_each_lane(lanes.mask, [&](unsigned lane) { visit(lane, lanes.address[lane]); });
}

template <typename T>
T read_at(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Extends an element to a word; signed elements keep their sign.
template <typename T>
std::uint32_t extended(T value) {
  return static_cast<std::uint32_t>(value);  // NOLINT(bugprone-signed-char-misuse)
}

/// Loads kCount consecutive elements of type T for each lane. Each element gets a row of its own.
template <typename T, unsigned kCount>
void load_elements(const LoadRows& to, const TransferLanes& lanes) {
  constexpr unsigned kBytes = kCount * sizeof(T);
  if (is_whole(lanes, kBytes)) {
    if (sizeof(T) == 4 && kCount == 1 && lanes.mask == kAllLanes) {
      std::memcpy(to[0], lanes.range.at(lanes.summary.low), sizeof(Row));
      return;
    }
    std::array<T, kCount * kWarpSize> block;
    std::memcpy(block.data(), lanes.range.at(base_of(lanes, kBytes)), sizeof block);
    for (unsigned i = 0; i < kCount; ++i)
      write_row(to[i], lanes.mask,
                [&block, i](unsigned lane) { return extended(block[lane * kCount + i]); });
  } else if (lanes.summary.shape == AddressShape::uniform) {
    const auto values = read_at<std::array<T, kCount>>(lanes.range.at(lanes.summary.low));
    for (unsigned i = 0; i < kCount; ++i)
      write_row(to[i], lanes.mask, [value = extended(values[i])](unsigned) { return value; });
  } else {
    for_each_address(lanes, [&](unsigned lane, Addr address) {
      const auto values = read_at<std::array<T, kCount>>(lanes.range.at(address));
      for (unsigned i = 0; i < kCount; ++i) to[i][lane] = extended(values[i]);
    });
  }
}

/// Calls `sink(address, values, bytes)` for each piece of consecutive bytes.
template <typename T, unsigned kCount, typename Sink>
void store_elements(const StoreRows& from, const TransferLanes& lanes, Sink&& sink) {
  constexpr unsigned kBytes = kCount * sizeof(T);
  const unsigned first = first_lane(lanes.mask);
  const unsigned active = lane_count(lanes.mask);
  const LaneMask run = active == kWarpSize ? kAllLanes : (LaneMask{1} << active) - 1;
  if (lanes.summary.shape == AddressShape::contiguous && lanes.mask >> first == run) {
    std::array<T, kCount * kWarpSize> block;
    for (unsigned i = 0; i < kCount; ++i)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        block[lane * kCount + i] = static_cast<T>(from[i][lane]);
    if (active == kWarpSize)
      sink(lanes.summary.low, block.data(), sizeof block);
    else
      sink(lanes.summary.low, block.data() + first * kCount, std::size_t{active} * kBytes);
    return;
  }
  for_each_address(lanes, [&](unsigned lane, Addr address) {
    std::array<T, kCount> values;
    for (unsigned i = 0; i < kCount; ++i) values[i] = static_cast<T>(from[i][lane]);
    sink(address, values.data(), kBytes);
  });
}

/// Returns the index, in the warp's local memory, of byte `offset` of the lane's local memory.
std::size_t local_place(unsigned lane, Addr offset) {
  return (offset / 4 * kWarpSize + lane) * 4 + offset % 4;
}

/// Returns whether all lanes access one whole word at one offset. Such words form one row of local
/// memory.
bool is_local_row(const TransferLanes& lanes) {
  return lanes.summary.shape == AddressShape::uniform || (lanes.mask & (lanes.mask - 1)) == 0;
}

template <typename T, unsigned kCount>
void load_logged(const LoadRows& to, const TransferLanes& lanes, const StoreLog& log) {
  load_elements<T, kCount>(to, lanes);
  for_each_address(lanes, [&](unsigned lane, Addr address) {
    if (!log.may_hold(address)) return;
    auto values = read_at<std::array<T, kCount>>(lanes.range.at(address));
    log.overlay(address, values.data(), sizeof values);
    for (unsigned i = 0; i < kCount; ++i) to[i][lane] = extended(values[i]);
  });
}

template <typename T, unsigned kCount>
void store_direct(const StoreRows& from, const TransferLanes& lanes) {
  store_elements<T, kCount>(from, lanes,
                            [&lanes](Addr address, const void* values, std::size_t bytes) {
                              std::memcpy(lanes.range.at(address), values, bytes);
                            });
}

template <typename T, unsigned kCount>
void store_logged(const StoreRows& from, const TransferLanes& lanes, StoreLog& log) {
  store_elements<T, kCount>(from, lanes,
                            [&log](Addr address, const void* values, std::size_t bytes) {
                              log.store(address, values, bytes);
                            });
}

template <typename T, unsigned kCount>
void load_local(const LoadRows& to, const TransferLanes& lanes, const std::uint8_t* local) {
  for (unsigned i = 0; i < kCount; ++i) {
    if (sizeof(T) == 4 && is_local_row(lanes)) {
      Row words;
      std::memcpy(words.lane, local + local_place(0, lanes.summary.low + 4 * i), sizeof words);
      write_row(to[i], lanes.mask, [&words](unsigned lane) { return words.lane[lane]; });
      continue;
    }
    for_each_address(lanes, [&](unsigned lane, Addr offset) {
      const Addr at = offset + i * sizeof(T);
      to[i][lane] = extended(read_at<T>(local + local_place(lane, at)));
    });
  }
}

template <typename T, unsigned kCount>
void store_local(const StoreRows& from, const TransferLanes& lanes, std::uint8_t* local) {
  for (unsigned i = 0; i < kCount; ++i) {
    if (sizeof(T) == 4 && lanes.mask == kAllLanes && is_local_row(lanes)) {
      std::memcpy(local + local_place(0, lanes.summary.low + 4 * i), from[i], sizeof(Row));
      continue;
    }
    for_each_address(lanes, [&](unsigned lane, Addr offset) {
      const auto value = static_cast<T>(from[i][lane]);
      std::memcpy(local + local_place(lane, offset + i * sizeof(T)), &value, sizeof value);
    });
  }
}

/// The type `Loaded` decides how an element narrower than a row is extended.
template <typename Loaded, unsigned kCount>
constexpr Transfers make_transfers() {
  using Stored = std::make_unsigned_t<Loaded>;
  return {.load = load_elements<Loaded, kCount>,
          .load_logged = load_logged<Loaded, kCount>,
          .load_local = load_local<Loaded, kCount>,
          .store = store_direct<Stored, kCount>,
          .store_logged = store_logged<Stored, kCount>,
          .store_local = store_local<Stored, kCount>,
          .bytes = kCount * sizeof(Loaded)};
}

template <typename Loaded>
const Transfers& with_rows(unsigned rows) {
  static constexpr Transfers k1 = make_transfers<Loaded, 1>();
  static constexpr Transfers k2 = make_transfers<Loaded, 2>();
  static constexpr Transfers k4 = make_transfers<Loaded, 4>();
  return rows == 1 ? k1 : rows == 2 ? k2 : k4;
}

}  // namespace

const Transfers& find_transfers(isa::Type type, unsigned elements) {
  static constexpr Transfers kFourPairs = make_transfers<std::uint32_t, 8>();
  const unsigned bytes = isa::bytes_of(type);
  const unsigned rows = isa::rows_of(type) * elements;
  const bool is_power = rows == 1 || rows == 2 || rows == 4 || rows == 8;
  if (bytes == 0 || elements > 4 || !is_power)
    fail("an access of {} elements of {} bytes is not implemented", elements, bytes);
  if (rows == 8) return kFourPairs;
  if (bytes >= 4) return with_rows<std::uint32_t>(rows);
  if (bytes == 2)
    return isa::is_signed(type) ? with_rows<std::int16_t>(rows) : with_rows<std::uint16_t>(rows);
  return isa::is_signed(type) ? with_rows<std::int8_t>(rows) : with_rows<std::uint8_t>(rows);
}

}  // namespace heddle::exec
