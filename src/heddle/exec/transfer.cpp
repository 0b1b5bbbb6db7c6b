#include "heddle/exec/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/exec/lane_rows.hpp"
#include "heddle/exec/store_log.hpp"

namespace heddle::exec {
namespace {

/// Address that lane 0 of contiguous lanes has or would have.
Addr base_of(const TransferLanes& lanes, unsigned bytes) {
  return lanes.summary.low - Addr{first_lane(lanes.mask)} * bytes;
}

/// May all 32 elements of contiguous lanes be read, those of inactive lanes too?
bool is_whole(const TransferLanes& lanes, unsigned bytes) {
  const Addr base = base_of(lanes, bytes);
  return lanes.summary.shape == AddressShape::contiguous &&
         lanes.range.contains(base, base + Addr{bytes} * kWarpSize);
}

/// Calls `visit(lane, address)` for each lane.
template <typename Visit>
void for_each_address(const TransferLanes& lanes, Visit&& visit) {
  for_each_lane(lanes.mask, [&](unsigned lane) { visit(lane, lanes.address[lane]); });
}

template <typename T>
T read_at(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// A lane is kCount consecutive elements of T, each to a row of its own.
template <typename T, unsigned kCount>
void load_elements(const LoadRows& to, const TransferLanes& lanes) {
  constexpr unsigned kBytes = kCount * sizeof(T);
  if (is_whole(lanes, kBytes)) {
    std::array<T, kCount * kWarpSize> block;
    std::memcpy(block.data(), lanes.range.at(base_of(lanes, kBytes)), sizeof block);
    for (unsigned i = 0; i < kCount; ++i)
      write_row(to.row[i], lanes.mask, [&block, i](unsigned lane) {
        return static_cast<std::uint32_t>(block[lane * kCount + i]);
      });
  } else if (lanes.summary.shape == AddressShape::uniform) {
    const auto values = read_at<std::array<T, kCount>>(lanes.range.at(lanes.summary.low));
    for (unsigned i = 0; i < kCount; ++i)
      write_row(to.row[i], lanes.mask,
                [value = static_cast<std::uint32_t>(values[i])](unsigned) { return value; });
  } else {
    for_each_address(lanes, [&](unsigned lane, Addr address) {
      const auto values = read_at<std::array<T, kCount>>(lanes.range.at(address));
      for (unsigned i = 0; i < kCount; ++i) to.row[i][lane] = static_cast<std::uint32_t>(values[i]);
    });
  }
}

/// `sink(address, bytes' place, bytes)` takes each consecutive piece.
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
        block[lane * kCount + i] = static_cast<T>(from.row[i][lane]);
    sink(lanes.summary.low, block.data() + first * kCount, std::size_t{active} * kBytes);
    return;
  }
  for_each_address(lanes, [&](unsigned lane, Addr address) {
    std::array<T, kCount> values;
    for (unsigned i = 0; i < kCount; ++i) values[i] = static_cast<T>(from.row[i][lane]);
    sink(address, values.data(), kBytes);
  });
}

/// Calls `visit.operator()<kCount>()` for the number of rows of an access.
template <typename Visit>
void with_count(unsigned count, Visit&& visit) {
  switch (count) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 4:
      return visit.template operator()<4>();
    default:
      return visit.template operator()<8>();
  }
}

/// Calls `visit.operator()<T>()` for the piece of an element that goes to one row.
template <typename Visit>
void with_piece(isa::Type type, Visit&& visit) {
  const unsigned bytes = isa::bytes_of(type);
  if (bytes >= 4) return visit.template operator()<std::uint32_t>();
  if (bytes == 2)
    return isa::is_signed(type) ? visit.template operator()<std::int16_t>()
                                : visit.template operator()<std::uint16_t>();
  return isa::is_signed(type) ? visit.template operator()<std::int8_t>()
                              : visit.template operator()<std::uint8_t>();
}

template <typename Sink>
void store_to(const StoreRows& from, const TransferLanes& lanes, Sink&& sink) {
  with_piece(from.type, [&]<typename T>() {
    with_count(from.count, [&]<unsigned kCount>() {
      store_elements<std::make_unsigned_t<T>, kCount>(from, lanes, sink);
    });
  });
}

/// Where byte `offset` of a thread's local memory lies in its warp's.
std::size_t local_place(unsigned lane, Addr offset) {
  return (offset / 4 * kWarpSize + lane) * 4 + offset % 4;
}

/// A row of local memory, which all lanes reach at one offset of whole words.
bool is_local_row(const TransferLanes& lanes) {
  return lanes.summary.shape == AddressShape::uniform || (lanes.mask & (lanes.mask - 1)) == 0;
}

}  // namespace

void load(const LoadRows& to, const TransferLanes& lanes) {
  with_piece(to.type, [&]<typename T>() {
    with_count(to.count, [&]<unsigned kCount>() { load_elements<T, kCount>(to, lanes); });
  });
}

void load_logged(const LoadRows& to, const TransferLanes& lanes, const StoreLog& log) {
  load(to, lanes);
  with_piece(to.type, [&]<typename T>() {
    for_each_address(lanes, [&](unsigned lane, Addr address) {
      if (!log.may_hold(address)) return;
      std::array<T, 8> values;
      std::memcpy(values.data(), lanes.range.at(address), to.bytes);
      log.overlay(address, values.data(), to.bytes);
      for (unsigned i = 0; i < to.count; ++i)
        to.row[i][lane] = static_cast<std::uint32_t>(values[i]);
    });
  });
}

void store(const StoreRows& from, const TransferLanes& lanes) {
  store_to(from, lanes, [&lanes](Addr address, const void* values, std::size_t bytes) {
    std::memcpy(lanes.range.at(address), values, bytes);
  });
}

void store_logged(const StoreRows& from, const TransferLanes& lanes, StoreLog& log) {
  store_to(from, lanes, [&log](Addr address, const void* values, std::size_t bytes) {
    log.store(address, values, bytes);
  });
}

void load_local(const LoadRows& to, const TransferLanes& lanes, const std::uint8_t* local) {
  with_piece(to.type, [&]<typename T>() {
    for (unsigned i = 0; i < to.count; ++i) {
      std::uint32_t* const row = to.row[i];
      if (sizeof(T) == 4 && is_local_row(lanes)) {
        Row words;
        std::memcpy(words.lane, local + local_place(0, lanes.summary.low + 4 * i), sizeof words);
        write_row(row, lanes.mask, [&words](unsigned lane) { return words.lane[lane]; });
        continue;
      }
      for_each_address(lanes, [&](unsigned lane, Addr offset) {
        const Addr at = offset + i * sizeof(T);
        row[lane] = static_cast<std::uint32_t>(read_at<T>(local + local_place(lane, at)));
      });
    }
  });
}

void store_local(const StoreRows& from, const TransferLanes& lanes, std::uint8_t* local) {
  with_piece(from.type, [&]<typename T>() {
    for (unsigned i = 0; i < from.count; ++i) {
      if (sizeof(T) == 4 && lanes.mask == kAllLanes && is_local_row(lanes)) {
        std::memcpy(local + local_place(0, lanes.summary.low + 4 * i), from.row[i], sizeof(Row));
        continue;
      }
      for_each_address(lanes, [&](unsigned lane, Addr offset) {
        const auto value = static_cast<T>(from.row[i][lane]);
        std::memcpy(local + local_place(lane, offset + i * sizeof(T)), &value, sizeof value);
      });
    }
  });
}

}  // namespace heddle::exec
