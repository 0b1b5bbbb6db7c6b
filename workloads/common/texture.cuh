// What kernels read through the texture path: arrays by index, images by place.
#pragma once

#include "workload.cuh"

namespace workload {

/// An array, read with tex1Dfetch. It must stay.
template <typename T>
class LinearTexture {
 public:
  explicit LinearTexture(const DeviceArray<T>& array) : LinearTexture(array.data(), array.size()) {}
  LinearTexture(const T* data, std::size_t count) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<T*>(data);
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    resource.res.linear.sizeInBytes = count * sizeof(T);
    cudaTextureDesc reading{};
    reading.readMode = cudaReadModeElementType;
    CHECK(cudaCreateTextureObject(&texture_, &resource, &reading, nullptr));
  }
  ~LinearTexture() { cudaDestroyTextureObject(texture_); }
  LinearTexture(const LinearTexture&) = delete;
  LinearTexture& operator=(const LinearTexture&) = delete;
  cudaTextureObject_t object() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

/// An image, read with tex2D: the nearest pixel by unnormalized coordinates, beyond the edge the
/// pixel at the edge.
template <typename T>
class ImageTexture {
 public:
  ImageTexture(int width, int height) : row_bytes_(width * sizeof(T)), height_(height) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMallocArray(&array_, &format, width, height));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc reading{};
    reading.addressMode[0] = reading.addressMode[1] = cudaAddressModeClamp;
    reading.filterMode = cudaFilterModePoint;
    reading.readMode = cudaReadModeElementType;
    CHECK(cudaCreateTextureObject(&texture_, &resource, &reading, nullptr));
  }
  ~ImageTexture() {
    cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }
  ImageTexture(const ImageTexture&) = delete;
  ImageTexture& operator=(const ImageTexture&) = delete;

  void copy_from(const T* pixels, cudaMemcpyKind kind) {
    CHECK(cudaMemcpy2DToArray(array_, 0, 0, pixels, row_bytes_, row_bytes_, height_, kind));
  }
  cudaTextureObject_t object() const { return texture_; }

 private:
  std::size_t row_bytes_, height_;
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

}  // namespace workload
