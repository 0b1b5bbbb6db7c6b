// Variables of the device, found by their symbols.
#include "cudart/api/copy_end.hpp"
#include "cudart/api/planned_work.hpp"

using namespace heddle::cudart;

namespace {

/// The end of a copy that is `count` bytes of a variable, from byte `offset` on.
CopyEnd symbol_end(Context& context, const void* symbol, std::size_t offset, std::size_t count) {
  const DeviceVariable& variable = context.variable(symbol);
  require(offset <= variable.bytes && count <= variable.bytes - offset);
  return {{true, variable.address + offset, false}, {}};
}

cudaError_t copy_to(const void* symbol, const void* from, std::size_t count, std::size_t offset,
                    cudaMemcpyKind kind, cudaStream_t stream, HostOrder order,
                    const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& in = context.stream(stream, thread);
    context.copy(plan_copy_to_symbol(context, symbol, from, count, offset, kind), in, order);
  });
}

cudaError_t copy_from(void* to, const void* symbol, std::size_t count, std::size_t offset,
                      cudaMemcpyKind kind, cudaStream_t stream, HostOrder order,
                      const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& in = context.stream(stream, thread);
    context.copy(plan_copy_from_symbol(context, to, symbol, count, offset, kind), in, order);
  });
}

}  // namespace

BoxCopy heddle::cudart::plan_copy_to_symbol(Context& context, const void* symbol, const void* from,
                                            std::size_t count, std::size_t offset,
                                            cudaMemcpyKind kind) {
  const BoxExtent extent{count};
  const CopyEnd end = symbol_end(context, symbol, offset, count);
  const Direction way = direction_of(context.memory(), from, from, kind);
  require(way.to_device || kind == cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
  if (count == 0) return {};
  return box_of(end, linear_end(context, from, way.from_device, {}, extent), extent);
}

BoxCopy heddle::cudart::plan_copy_from_symbol(Context& context, void* to, const void* symbol,
                                              std::size_t count, std::size_t offset,
                                              cudaMemcpyKind kind) {
  const BoxExtent extent{count};
  const CopyEnd end = symbol_end(context, symbol, offset, count);
  const Direction way = direction_of(context.memory(), to, to, kind);
  require(way.from_device || kind == cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
  if (count == 0) return {};
  return box_of(linear_end(context, to, way.to_device, {}, extent), end, extent);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  return copy_to(symbol, src, count, offset, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to(symbol, src, count, offset, kind, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_from(dst, symbol, count, offset, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from(dst, symbol, count, offset, kind, stream, HostOrder::asynchronous);
}

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  return enter([&](Context& context) {
    require(devPtr != nullptr);
    const DeviceVariable& variable = context.variable(symbol);
    *devPtr = variable.on_host ? const_cast<void*>(variable.host)
                               : reinterpret_cast<void*>(variable.address);
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return enter([&](Context& context) {
    require(size != nullptr);
    *size = context.variable(symbol).bytes;
  });
}
