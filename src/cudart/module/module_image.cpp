#include "cudart/module/module_image.hpp"

#include <cstring>

#include "cudart/error/cuda_error.hpp"
#include "cudart/module/fat_binary.hpp"
#include "cudart/module/ptx_link.hpp"
#include "heddle/base/files/input_file.hpp"

namespace heddle::cudart {
namespace {

constexpr std::uint32_t kElfMagic = 0x464c457f;

/// The PTX behind the magic number of a fat binary.
std::string unpacked(const void* image, std::uint32_t magic, std::uint32_t capability) {
  if (magic == kContainerMagic) return ptx_at(image, capability);
  FatBinaryWrapper wrapper;
  std::memcpy(&wrapper, image, sizeof wrapper);
  return join_ptx(ptx_texts(wrapper, capability));
}

}  // namespace

std::string module_ptx(const void* image, std::uint32_t capability) {
  require(image != nullptr);
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == kElfMagic) {
    throw CudaError(cudaErrorNoKernelImageForDevice,
                    "the module is machine code (a cubin), which heddle does not run; give PTX, as "
                    "heddle cc -ptx makes it");
  }
  if (magic == kContainerMagic || magic == kWrapperMagic) {
    try {
      return unpacked(image, magic, capability);
    } catch (const NoPtx& error) {
      throw CudaError(cudaErrorNoKernelImageForDevice, error.what());
    } catch (const Error& error) {
      throw CudaError(cudaErrorInvalidKernelImage, error.what());
    }
  }
  std::string text = static_cast<const char*>(image);
  if (text.find(".version") == std::string::npos) {
    throw CudaError(cudaErrorInvalidKernelImage,
                    "the module is neither PTX (it has no .version) nor a fat binary");
  }
  return text;
}

std::string image_file(const char* path) {
  require(path != nullptr);
  try {
    return read_file(path, file_kinds::kObject);
  } catch (const Error& error) {
    throw CudaError(cudaErrorFileNotFound, error.what());
  }
}

}  // namespace heddle::cudart
