#include "heddle/sim/device_calls.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"

namespace heddle::sim {
namespace {

using exec::RuntimeAnswer;
using exec::RuntimeCaller;
using exec::RuntimeCode;

// Error codes of CUDA (cudaError_t).
constexpr RuntimeCode kInvalidValue = 1;
constexpr RuntimeCode kMemoryAllocation = 2;
constexpr RuntimeCode kLaunchMaxDepthExceeded = 65;
constexpr RuntimeCode kSyncDepthExceeded = 68;
constexpr RuntimeCode kLaunchPendingCountExceeded = 69;
constexpr RuntimeCode kInvalidDeviceFunction = 98;
constexpr RuntimeCode kInvalidDevice = 101;
constexpr RuntimeCode kInvalidResourceHandle = 400;

// Handles of streams that CUDA reserves.
constexpr std::uint64_t kNullStream = 0;
constexpr std::uint64_t kLegacyStream = 1;   ///< cudaStreamLegacy
constexpr std::uint64_t kThreadStream = 2;   ///< cudaStreamPerThread
constexpr std::uint64_t kTailLaunch = 3;     ///< cudaStreamTailLaunch
constexpr std::uint64_t kFireAndForget = 4;  ///< cudaStreamFireAndForget

constexpr std::uint32_t kNonBlocking = 1;    ///< cudaStreamNonBlocking
constexpr std::uint32_t kDisableTiming = 2;  ///< cudaEventDisableTiming

GridId grid_of(const RuntimeCaller& caller) { return caller.grid->shape.grid_id; }

}  // namespace

Addr DeviceCalls::parameter_buffer(const RuntimeCaller& caller, const exec::DeviceLaunch& launch) {
  const auto program = host_.kernel_at(grid_of(caller), launch.kernel);
  if (program == nullptr) {
    note_error(caller, kInvalidDeviceFunction);
    return 0;
  }
  const Addr buffer = buffers_.make(program->parameter_bytes, launch);
  if (buffer == 0) note_error(caller, kMemoryAllocation);
  return buffer;
}

Addr DeviceCalls::plain_buffer(const RuntimeCaller& caller, std::uint64_t bytes) {
  const Addr buffer = buffers_.make(bytes, std::nullopt);
  if (buffer == 0) note_error(caller, kMemoryAllocation);
  return buffer;
}

void DeviceCalls::describe(const RuntimeCaller& caller, Addr buffer,
                           const exec::DeviceLaunch& launch) {
  if (!buffers_.describe(buffer, launch)) note_error(caller, kInvalidValue);
}

RuntimeCode DeviceCalls::check_room() const {
  return tree_.waiting() + host_.unbegun() >= settings_.pending_launches
             ? kLaunchPendingCountExceeded
             : 0;
}

RuntimeCode DeviceCalls::launch(const RuntimeCaller& caller, Addr buffer, std::uint64_t stream) {
  const GridId parent = grid_of(caller);
  auto contents = buffers_.take(buffer);
  if (!contents) return kInvalidValue;
  const exec::DeviceLaunch& launch = contents->launch;
  auto program = host_.kernel_at(parent, launch.kernel);
  if (program == nullptr) return kInvalidDeviceFunction;
  const auto where = place(caller, stream);
  if (!where) return kInvalidResourceHandle;
  const unsigned depth = caller.grid->shape.depth;
  const bool is_tail = where->order == NodePlace::Order::after_parent;
  if (!is_tail && depth >= kMostDepth) return kLaunchMaxDepthExceeded;
  if (const RuntimeCode code = check_room(); code != 0) return code;
  if (program->refusal)
    fail("kernel {} cannot run: {}", demangled(program->name), program->refusal->what());
  if (contents->bytes.size() < program->parameter_bytes) return kInvalidValue;
  LaunchRequest request = host_.inherited(parent);
  request.program = std::move(program);
  request.grid = launch.grid;
  request.block = launch.block;
  request.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  request.parameters = std::move(contents->bytes);
  request.depth = depth + (is_tail ? 0 : 1);
  if (const RuntimeCode code = host_.check(request); code != 0) return code;
  tree_.add(host_.add(std::move(request), parent), *where, host_.effect(caller.when));
  return 0;
}

RuntimeCode DeviceCalls::check_wait(const RuntimeCaller& caller) {
  return caller.grid->shape.depth >= settings_.sync_depth ? kSyncDepthExceeded : 0;
}

bool DeviceCalls::has_children(const exec::Grid& grid, std::uint64_t block) const {
  return grid.shape.depth < settings_.sync_depth && tree_.open_of(grid.shape.grid_id, block) != 0;
}

RuntimeAnswer DeviceCalls::create_stream(const RuntimeCaller&, std::uint32_t flags) {
  if (flags != kNonBlocking) return {kInvalidValue, 0};
  const std::uint64_t handle = next_handle_++;
  streams_.insert(handle);
  return {0, handle};
}

RuntimeCode DeviceCalls::destroy_stream(const RuntimeCaller&, std::uint64_t stream) {
  return streams_.erase(stream) != 0 ? 0 : kInvalidResourceHandle;
}

RuntimeAnswer DeviceCalls::create_event(const RuntimeCaller&, std::uint32_t flags) {
  if (flags != kDisableTiming) return {kInvalidValue, 0};
  const std::uint64_t handle = next_handle_++;
  events_.emplace(handle, 0);
  return {0, handle};
}

RuntimeCode DeviceCalls::destroy_event(const RuntimeCaller&, std::uint64_t event) {
  return events_.erase(event) != 0 ? 0 : kInvalidResourceHandle;
}

RuntimeCode DeviceCalls::record_event(const RuntimeCaller& caller, std::uint64_t event,
                                      std::uint64_t stream) {
  const auto found = events_.find(event);
  if (found == events_.end()) return kInvalidResourceHandle;
  const LaunchTree::Id id = next_operation_;
  const RuntimeCode code = add(caller, stream, Record{});
  if (code == 0) found->second = id;
  return code;
}

RuntimeCode DeviceCalls::wait_event(const RuntimeCaller& caller, std::uint64_t stream,
                                    std::uint64_t event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return kInvalidResourceHandle;
  return found->second == 0 ? 0 : add(caller, stream, Wait{found->second});
}

RuntimeCode DeviceCalls::copy(const RuntimeCaller& caller, const exec::DeviceCopy& copy,
                              std::uint64_t stream) {
  const bool reaches = copy.bytes == 0 || (memory_.translate(copy.to, copy.bytes) != nullptr &&
                                           memory_.translate(copy.from, copy.bytes) != nullptr);
  return reaches ? add(caller, stream, copy) : kInvalidValue;
}

RuntimeCode DeviceCalls::fill(const RuntimeCaller& caller, const exec::DeviceFill& fill,
                              std::uint64_t stream) {
  const bool reaches = fill.bytes == 0 || memory_.translate(fill.to, fill.bytes) != nullptr;
  return reaches ? add(caller, stream, fill) : kInvalidValue;
}

RuntimeAnswer DeviceCalls::attribute(std::uint32_t attribute, std::uint32_t device) const {
  if (device != 0) return {kInvalidDevice, 0};
  const auto value = settings_.attribute ? settings_.attribute(attribute) : std::nullopt;
  return value ? RuntimeAnswer{0, static_cast<std::uint32_t>(*value)}
               : RuntimeAnswer{kInvalidValue, 0};
}

RuntimeAnswer DeviceCalls::limit(std::uint32_t limit) const {
  const auto value = settings_.limit ? settings_.limit(limit) : std::nullopt;
  return value ? RuntimeAnswer{0, *value} : RuntimeAnswer{kInvalidValue, 0};
}

void DeviceCalls::note_error(const RuntimeCaller& caller, RuntimeCode code) {
  errors_[{grid_of(caller), caller.block, caller.thread}] = code;
}

RuntimeCode DeviceCalls::last_error(const RuntimeCaller& caller, bool forgets) {
  const auto found = errors_.find({grid_of(caller), caller.block, caller.thread});
  if (found == errors_.end()) return 0;
  const RuntimeCode code = found->second;
  if (forgets) errors_.erase(found);
  return code;
}

std::optional<NodePlace> DeviceCalls::place(const RuntimeCaller& caller,
                                            std::uint64_t stream) const {
  using Order = NodePlace::Order;
  NodePlace place{.parent = grid_of(caller), .block = caller.block};
  switch (stream) {
    case kNullStream:
    case kLegacyStream:
      place.stream = {.handle = kNullStream, .grid = place.parent, .block = place.block};
      return place;
    case kThreadStream:
      place.stream = {.handle = kThreadStream,
                      .grid = place.parent,
                      .block = place.block,
                      .thread = caller.thread};
      return place;
    case kTailLaunch:
      place.order = Order::after_parent;
      return place;
    case kFireAndForget:
      place.order = Order::at_once;
      return place;
    default:
      if (!streams_.contains(stream)) return std::nullopt;
      place.stream.handle = stream;
      return place;
  }
}

RuntimeCode DeviceCalls::add(const RuntimeCaller& caller, std::uint64_t stream,
                             Operation operation) {
  const auto where = place(caller, stream);
  if (!where) return kInvalidResourceHandle;
  if (const RuntimeCode code = check_room(); code != 0) return code;
  const LaunchTree::Id id = next_operation_++;
  operations_.emplace(id, operation);
  tree_.add(id, *where, host_.effect(caller.when));
  return 0;
}

bool DeviceCalls::begin(LaunchTree::Id id, Cycle when) {
  if (id < kFirstOperation) return false;
  const auto entry = operations_.extract(id);
  const Operation& operation = entry.mapped();
  const auto* const wait = std::get_if<Wait>(&operation);
  if (wait != nullptr && tree_.end_with(id, wait->record)) return true;
  tree_.end_own_work(id, perform(operation, when));
  return true;
}

/// Moves the data of a copy or fill. Returns the cycle in which the operation ends.
Cycle DeviceCalls::perform(const Operation& operation, Cycle when) {
  if (const auto* const copy = std::get_if<exec::DeviceCopy>(&operation)) {
    if (copy->bytes != 0) memory_.copy(copy->to, copy->from, copy->bytes);
    return when + host_.copy_cycles(copy->bytes);
  }
  if (const auto* const fill = std::get_if<exec::DeviceFill>(&operation)) {
    if (fill->bytes != 0) memory_.fill(fill->to, fill->value, fill->bytes);
    return when + host_.copy_cycles(fill->bytes);
  }
  return when;
}

void DeviceCalls::forget(GridId grid) {
  errors_.erase(errors_.lower_bound({grid, 0, 0}), errors_.lower_bound({grid + 1, 0, 0}));
}

void DeviceCalls::clear() {
  buffers_.clear();
  streams_.clear();
  events_.clear();
  operations_.clear();
  errors_.clear();
}

}  // namespace heddle::sim
