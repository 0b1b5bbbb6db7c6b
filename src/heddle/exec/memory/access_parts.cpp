#include "heddle/exec/memory/access_parts.hpp"

#include "heddle/exec/cluster/shared_target.hpp"

namespace heddle::exec {
namespace {

using isa::Space;

constexpr const char* kSharedHint = " (a GPU may let it pass: --set device.memory_check=page)";

/// Returns text for a message: the owner of the space, and the space's size in bytes.
std::string size_of_space(Space space, std::uint64_t bytes) {
  switch (space) {
    case Space::shared:
      return fmt::format("the block has {} bytes of shared memory", bytes);
    case Space::local:
      return fmt::format("the thread has {} bytes of local memory", bytes);
    default:
      return fmt::format("the kernel has {} bytes of parameters", bytes);
  }
}

}  // namespace

void describe_access(const isa::Modifiers& modifiers, unsigned bytes, AccessKind kind,
                     MemoryAccess& access) {
  access.kind = kind;
  access.cache = modifiers.cache;
  access.is_volatile =
      modifiers.cache == isa::CacheOperator::cv ||
      (modifiers.ordering != isa::Ordering::weak && modifiers.scope != isa::Scope::cta);
  access.bytes = static_cast<std::uint8_t>(bytes);
}

AccessParts::AccessParts(StepContext& context, unsigned bytes, AccessIntent intent)
    : context_(context),
      access_(context.result.access),
      bytes_(bytes),
      intent_(intent),
      lanes_{.address = access_.address, .mask = context.mask, .summary = {}, .range = {}} {
  const Space space = context.instruction.modifiers.space;
  find_addresses(context.instruction, context.source(0), context.mask, bytes, access_.address,
                 lanes_.summary);
  begin();
  if (space != Space::generic)
    left(space) = context.mask;
  else if (lanes_.summary.low >= isa::kCodeWindow)
    left(Space::global) = context.mask;
  else
    resolve_generic();
  note_spaces();
}

AccessParts::AccessParts(StepContext& context, MemoryAccess& access, Space space, unsigned bytes,
                         AccessIntent intent)
    : context_(context),
      access_(access),
      bytes_(bytes),
      intent_(intent),
      lanes_{.address = access.address, .mask = context.mask, .summary = {}, .range = {}} {
  summarise(access_.address, context.mask, bytes, lanes_.summary);
  begin();
  left(space) = context.mask;
  note_spaces();
}

[[gnu::always_inline]] inline void AccessParts::begin() {
  describe_access(context_.instruction.modifiers, bytes_, intent_.kind, access_);
  check_alignment(lanes_.summary.any_bit);
}

void AccessParts::check_alignment(Addr any_bit) const {
  if ((any_bit & (bytes_ - 1)) == 0) return;
  for_each_lane(context_.mask, [&](unsigned lane) {
    const Addr address = lanes_.address[lane];
    if ((address & (bytes_ - 1)) != 0)
      context_.fault(FaultKind::misaligned, lane, address,
                     fmt::format("{} of {} bytes at {:#x} is misaligned: the address must be a "
                                 "multiple of {}",
                                 intent_.verb, bytes_, address, bytes_));
  });
}

/// Handles the usual case that the addresses of all lanes lie in the window of one state space.
/// Returns false in other cases.
bool AccessParts::resolve_window(isa::Space space, Addr window, std::uint64_t bytes) {
  AddressSummary& summary = lanes_.summary;
  if (summary.low < window || summary.high > window + bytes) return false;
  for (Addr& address : access_.address) address -= window;
  summary.low -= window;
  summary.high -= window;
  left(space) = context_.mask;
  return true;
}

void AccessParts::resolve_generic() {
  tighten(lanes_.address, context_.mask, bytes_, lanes_.summary);
  if (lanes_.summary.low >= isa::kCodeWindow) {
    left(Space::global) = context_.mask;
    return;
  }
  if (resolve_window(Space::shared, isa::kSharedWindow, isa::kSharedWindowBytes)) return;
  if (resolve_window(Space::local, isa::kLocalWindow, isa::kLocalWindowBytes)) return;
  auto& address = access_.address;
  for_each_lane(context_.mask, [&](unsigned lane) {
    const Addr at = address[lane];
    Space space = Space::global;
    const bool in_cluster = at - isa::kClusterWindow < isa::kClusterWindowBytes;
    if (in_cluster || at - isa::kSharedWindow < isa::kSharedWindowBytes) {
      space = Space::shared;
      address[lane] = at - isa::kSharedWindow;
    } else if (at - isa::kLocalWindow < isa::kLocalWindowBytes) {
      space = Space::local;
      address[lane] = at - isa::kLocalWindow;
    }
    left(space) |= lane_bit(lane);
  });
  lanes_.mask = 0;  // the summary no longer matches the addresses, which have changed
}

void AccessParts::note_spaces() {
  access_.global = left(Space::global);
  access_.shared = left(Space::shared);
  access_.local = left(Space::local);
  access_.constant = left(Space::constant) | left(Space::param);
  access_.contiguous = lanes_.mask != 0 && lanes_.summary.shape == AddressShape::contiguous;
}

bool AccessParts::next() {
  unsigned space = 0;
  while (space < kSpaces && left_[space] == 0) ++space;
  if (space == kSpaces) return false;
  space_ = static_cast<Space>(space);
  take(left_[space]);
  switch (space_) {
    case Space::shared:
      place_in(context_.warp.block->shared.size(), context_.warp.block->shared.data());
      break;
    case Space::local:
      place_in(context_.warp.local.size() / kWarpSize, nullptr);
      break;
    case Space::param:
      place_in(context_.grid.parameters.size(), context_.grid.parameters.data());
      break;
    default:
      place_in_image();
  }
  left_[space] &= ~lanes_.mask;
  return true;
}

void AccessParts::take(LaneMask mask) {
  if (lanes_.mask == mask) return;
  lanes_.mask = mask;
  summarise(lanes_.address, mask, bytes_, lanes_.summary);
}

void AccessParts::place_in(std::uint64_t size, const std::uint8_t* data) {
  lanes_.range = {0, size, reinterpret_cast<std::uintptr_t>(data), true, false};
  if (lanes_.range.contains(lanes_.summary.low, lanes_.summary.high)) return;
  tighten(lanes_.address, lanes_.mask, bytes_, lanes_.summary);
  if (space_ == Space::shared && names_cluster(lanes_.address[first_lane(lanes_.mask)]))
    return place_in_cluster();
  refuse_lanes_outside(size);
}

/// Takes the lanes that access shared memory of the same block of the cluster as the first lane.
void AccessParts::place_in_cluster() {
  const unsigned first = first_lane(lanes_.mask);
  const SharedTarget target = shared_target(context_, first, lanes_.address[first]);
  const std::uint64_t size = target.block->shared.size();
  const Addr end = target.base == 0 ? isa::kClusterOffset : target.base + isa::kClusterShare;
  LaneMask same = 0;
  for_each_lane(lanes_.mask, [&](unsigned lane) {
    if (lanes_.address[lane] >= target.base && lanes_.address[lane] < end) same |= lane_bit(lane);
  });
  take(same);
  const auto data = reinterpret_cast<std::uintptr_t>(target.block->shared.data());
  lanes_.range = {target.base, target.base + size, data - target.base, true, false};
  refuse_lanes_outside(size);
}

void AccessParts::refuse_lanes_outside(std::uint64_t size) const {
  for_each_lane(lanes_.mask, [&](unsigned lane) {
    if (!lanes_.range.contains(lanes_.address[lane], lanes_.address[lane] + bytes_))
      outside_space(lane, size);
  });
}

void AccessParts::place_in_image() {
  const MemoryImage& image = *context_.grid.memory;
  RangeHint& hint = context_.executable.range;
  const MemoryRange* range = image.find(lanes_.summary.low, lanes_.summary.high, hint);
  if (range == nullptr) {
    tighten(lanes_.address, lanes_.mask, bytes_, lanes_.summary);
    range = image.find(lanes_.summary.low, lanes_.summary.high, hint);
  }
  if (range == nullptr) {
    const unsigned first = first_lane(lanes_.mask);
    const Addr address = lanes_.address[first];
    if (address - isa::kParameterWindow < isa::kParameterWindowBytes) return place_in_parameters();
    range = image.find(address, address + bytes_, hint);
    if (range == nullptr) out_of_bounds(first);
    LaneMask inside = 0;
    for_each_lane(lanes_.mask, [&](unsigned lane) {
      if (range->contains(lanes_.address[lane], lanes_.address[lane] + bytes_))
        inside |= lane_bit(lane);
    });
    take(inside);
  }
  lanes_.range = *range;
  if (!range->writable && intent_.kind != AccessKind::load && intent_.kind != AccessKind::copy) {
    const unsigned lane = first_lane(lanes_.mask);
    const Addr address = lanes_.address[lane];
    context_.fault(FaultKind::read_only, lane, address,
                   fmt::format("{} of {} bytes at {:#x} is to constant memory: {}", intent_.verb,
                               bytes_, address, image.describe(address)));
  }
}

/// Takes the lanes whose generic addresses are those of parameters.
void AccessParts::place_in_parameters() {
  const std::vector<std::uint8_t>& parameters = context_.grid.parameters;
  const Addr begin = isa::kParameterWindow;
  LaneMask inside = 0;
  for_each_lane(lanes_.mask, [&](unsigned lane) {
    if (lanes_.address[lane] - begin < isa::kParameterWindowBytes) inside |= lane_bit(lane);
  });
  take(inside);
  const auto data = reinterpret_cast<std::uintptr_t>(parameters.data());
  lanes_.range = {begin, begin + parameters.size(), data - begin, false, false};
  for_each_lane(lanes_.mask, [&](unsigned lane) {
    const Addr address = lanes_.address[lane];
    if (intent_.kind != AccessKind::load || !lanes_.range.contains(address, address + bytes_))
      out_of_bounds(lane);
  });
}

void AccessParts::out_of_bounds(unsigned lane) const {
  const Addr address = lanes_.address[lane];
  if (address < isa::kSharedWindow)
    context_.fault(
        FaultKind::null_address, lane, address,
        fmt::format("{} of {} bytes at {:#x}: null pointer", intent_.verb, bytes_, address));
  context_.fault(FaultKind::out_of_bounds, lane, address,
                 fmt::format("{} of {} bytes at {:#x} is out of bounds: {}{}", intent_.verb, bytes_,
                             address, context_.grid.memory->describe(address),
                             context_.grid.memory->page_hint(address)));
}

void AccessParts::outside_space(unsigned lane, std::uint64_t size) const {
  const Addr address = lanes_.address[lane];
  const bool may_pass =
      space_ == Space::shared && address + bytes_ <= context_.grid.shape.most_shared_bytes;
  context_.fault(
      FaultKind::out_of_bounds, lane, address,
      fmt::format("{} of {} bytes at offset {:#x} is out of bounds: {}{}", intent_.verb, bytes_,
                  address, size_of_space(space_, size), may_pass ? kSharedHint : ""));
}

}  // namespace heddle::exec
