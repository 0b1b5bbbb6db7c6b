// The driver API: fills with words of 1, 2 or 4 bytes.
#include "cudart/api/planned_work.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// A fill of rows. The host does not wait, as for cudaMemset of device memory.
cudaError_t fill_words(const cudaMemsetParams& words, CUstream stream) {
  return enter([&](Context& context, ThreadState& thread) {
    Stream& in = context.stream(stream, thread);
    const BoxFill fill = plan_fill(context, words);
    context.fill(fill, in);
  });
}

template <typename Word>
CUresult fill_row(CUdeviceptr to, Word value, std::size_t count, CUstream stream,
                  const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] { return fill_words({pointer_to(to), 0, value, sizeof(Word), count, 1}, stream); }, name);
}

template <typename Word>
CUresult fill_rows(CUdeviceptr to, std::size_t pitch, Word value, std::size_t width,
                   std::size_t height, CUstream stream, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        return fill_words({pointer_to(to), pitch, value, sizeof(Word), width, height}, stream);
      },
      name);
}

}  // namespace

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return fill_row(dstDevice, uc, N, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return fill_row(dstDevice, us, N, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return fill_row(dstDevice, ui, N, nullptr);
}
CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height) {
  return fill_rows(dstDevice, dstPitch, uc, Width, Height, nullptr);
}
CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height) {
  return fill_rows(dstDevice, dstPitch, us, Width, Height, nullptr);
}
CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height) {
  return fill_rows(dstDevice, dstPitch, ui, Width, Height, nullptr);
}

CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return fill_row(dstDevice, uc, N, hStream);
}
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return fill_row(dstDevice, us, N, hStream);
}
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return fill_row(dstDevice, ui, N, hStream);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, CUstream hStream) {
  return fill_rows(dstDevice, dstPitch, uc, Width, Height, hStream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, CUstream hStream) {
  return fill_rows(dstDevice, dstPitch, us, Width, Height, hStream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                            size_t Height, CUstream hStream) {
  return fill_rows(dstDevice, dstPitch, ui, Width, Height, hStream);
}
