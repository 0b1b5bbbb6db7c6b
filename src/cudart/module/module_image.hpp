// Device code that a program gives to the driver API: PTX text, a container of a fat binary, or the
// wrapper of one (cuModuleLoadData, cuModuleLoadFatBinary, cuLinkAddData).
#pragma once

#include <cstdint>
#include <string>

namespace heddle::cudart {

/// The PTX text in `image` for a device of this compute capability (75 is 7.5). `image` is PTX text
/// that ends with a NUL, a container or a wrapper. Throws CudaError(cudaErrorInvalidKernelImage) if
/// it is none of these, CudaError(cudaErrorNoKernelImageForDevice) for machine code, and
/// CudaError(cudaErrorInvalidKernelImage) for a damaged container.
std::string module_ptx(const void* image, std::uint32_t capability);

/// The contents of a file. Throws CudaError(cudaErrorFileNotFound) if it cannot be read.
std::string image_file(const char* path);

}  // namespace heddle::cudart
