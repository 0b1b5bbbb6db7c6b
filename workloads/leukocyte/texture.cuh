// A picture as a texture of one dimension, which keeps it in the texture cache.
#pragma once

#include "../common/workload.cuh"

/// An array of floats as a texture.
class Texture {
 public:
  explicit Texture(const std::vector<float>& values) : array_(values) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = array_.data();
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = values.size() * sizeof(float);
    const cudaTextureDesc description{};
    CHECK(cudaCreateTextureObject(&object_, &resource, &description, nullptr));
  }
  ~Texture() { cudaDestroyTextureObject(object_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  cudaTextureObject_t object() const { return object_; }

 private:
  workload::DeviceArray<float> array_;
  cudaTextureObject_t object_ = 0;
};
