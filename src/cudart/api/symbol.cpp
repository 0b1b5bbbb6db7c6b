// Variables of the device, found by their symbols.
#include "cudart/api/copy_end.hpp"

using namespace heddle::cudart;

namespace {

/// The end of a copy that is `count` bytes of a variable, from byte `offset` on.
CopyEnd symbol_end(Context& context, const void* symbol, std::size_t offset, std::size_t count) {
  const DeviceVariable& variable = context.variable(symbol);
  require(offset <= variable.bytes && count <= variable.bytes - offset);
  return {{true, variable.address + offset, false}, {}};
}

cudaError_t copy_to(const void* symbol, const void* from, std::size_t count, std::size_t offset,
                    cudaMemcpyKind kind, cudaStream_t stream_handle, HostOrder order,
                    const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    const BoxExtent extent{count};
    const CopyEnd end = symbol_end(context, symbol, offset, count);
    const Direction way = direction_of(context.memory(), from, from, kind);
    require(way.to_device || kind == cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
    if (count == 0) return;
    context.copy(box_of(end, linear_end(context, from, way.from_device, {}, extent), extent),
                 stream, order);
  });
}

cudaError_t copy_from(void* to, const void* symbol, std::size_t count, std::size_t offset,
                      cudaMemcpyKind kind, cudaStream_t stream_handle, HostOrder order,
                      const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    const BoxExtent extent{count};
    const CopyEnd end = symbol_end(context, symbol, offset, count);
    const Direction way = direction_of(context.memory(), to, to, kind);
    require(way.from_device || kind == cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
    if (count == 0) return;
    context.copy(box_of(linear_end(context, to, way.to_device, {}, extent), end, extent), stream,
                 order);
  });
}

}  // namespace

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
