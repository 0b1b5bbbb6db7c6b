// Arrays and their copies, texture objects, legacy references.
#include <cstring>
#include <vector>

#include "check.h"

__global__ void read_line(cudaTextureObject_t t, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<int>(t, i);
}

__global__ void read_plane(cudaTextureObject_t t, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}

__global__ void read_between(cudaTextureObject_t t, float* out) {
  out[0] = tex2D<float>(t, 1.0f, 0.5f);   // between the first two texels
  out[1] = tex2D<float>(t, -5.0f, 0.5f);  // clamped
}

__global__ void read_bytes(cudaTextureObject_t t, float4* out) {
  *out = tex2D<float4>(t, 0.5f, 0.5f);
}

texture<float, cudaTextureType1D, cudaReadModeElementType> line_reference;
texture<float, cudaTextureType2D, cudaReadModeElementType> plane_reference;

__global__ void read_references(float* out) {
  out[0] = tex1Dfetch(line_reference, 7);
  out[1] = tex2D(plane_reference, 2.5f, 1.5f);
}

static cudaTextureDesc sampling(cudaTextureFilterMode filter) {
  cudaTextureDesc desc;
  std::memset(&desc, 0, sizeof desc);
  for (auto& mode : desc.addressMode) mode = cudaAddressModeClamp;
  desc.filterMode = filter;
  return desc;
}

static cudaTextureObject_t make(const cudaResourceDesc& resource, const cudaTextureDesc& desc) {
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  return texture;
}

static void linear() {
  int values[20], *device, *out, result[20];
  for (int i = 0; i < 20; ++i) values[i] = i * i;
  OK(cudaMalloc(&device, sizeof values));
  OK(cudaMalloc(&out, sizeof values));
  OK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof values;
  const cudaTextureObject_t texture = make(resource, sampling(cudaFilterModePoint));
  read_line<<<1, 32>>>(texture, out, 20);
  OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(std::memcmp(values, result, sizeof values) == 0);
  cudaResourceDesc asked;
  OK(cudaGetTextureObjectResourceDesc(&asked, texture));
  CHECK(asked.res.linear.devPtr == device);
  OK(cudaDestroyTextureObject(texture));
  EXPECT_CODE(cudaErrorInvalidValue, cudaDestroyTextureObject(texture));
}

static cudaArray_t make_plane(int width, int height) {
  std::vector<float> values(width * height);
  for (int i = 0; i < width * height; ++i) values[i] = static_cast<float>(i);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, width, height));
  OK(cudaMemcpy2DToArray(array, 0, 0, values.data(), width * sizeof(float), width * sizeof(float),
                         height, cudaMemcpyHostToDevice));
  return array;
}

static void planes() {
  const int width = 5, height = 3;
  cudaArray_t array = make_plane(width, height);
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  float *out, result[width * height];
  OK(cudaMalloc(&out, sizeof result));
  const cudaTextureObject_t texture = make(resource, sampling(cudaFilterModePoint));
  read_plane<<<1, dim3(8, 4)>>>(texture, out, width, height);
  OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; ++i) CHECK(result[i] == i);
  const cudaTextureObject_t smooth = make(resource, sampling(cudaFilterModeLinear));
  read_between<<<1, 1>>>(smooth, out);
  OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result[0] == 0.5f && result[1] == 0.0f);

  // Consecutive texels run on in the next row.
  const float line[4] = {100, 101, 102, 103};
  OK(cudaMemcpyToArray(array, 3 * sizeof(float), 1, line, sizeof line, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(result, width * sizeof(float), array, 0, 0, width * sizeof(float),
                           height, cudaMemcpyDeviceToHost));
  CHECK(result[7] == 7 && result[8] == 100 && result[9] == 101 && result[10] == 102 &&
        result[11] == 103 && result[12] == 12);
  cudaExtent extent;
  cudaChannelFormatDesc format;
  unsigned flags;
  OK(cudaArrayGetInfo(&format, &extent, &flags, array));
  CHECK(extent.width == 5 && extent.height == 3 && extent.depth == 0 && format.x == 32);
  OK(cudaFreeArray(array));
}

static void normalized_bytes() {
  const unsigned char texel[4] = {0, 51, 102, 255};
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  OK(cudaMallocArray(&array, &format, 1, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, texel, 4, 4, 1, cudaMemcpyHostToDevice));
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = sampling(cudaFilterModePoint);
  desc.readMode = cudaReadModeNormalizedFloat;
  float4 *out, result;
  OK(cudaMalloc(&out, sizeof result));
  read_bytes<<<1, 1>>>(make(resource, desc), out);
  OK(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result.x == 0.0f && result.y == 51 / 255.0f && result.z == 102 / 255.0f &&
        result.w == 1.0f);
  cudaTextureObject_t refused;
  desc = sampling(cudaFilterModeLinear);
  EXPECT_CODE(cudaErrorInvalidFilterSetting,
              cudaCreateTextureObject(&refused, &resource, &desc, nullptr));
}

static void references() {
  float values[10], *device, *out, result[2];
  for (int i = 0; i < 10; ++i) values[i] = i * 1.5f;
  OK(cudaMalloc(&device, sizeof values));
  OK(cudaMalloc(&out, sizeof result));
  OK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  std::size_t offset = 1;
  OK(cudaBindTexture(&offset, line_reference, device, sizeof values));
  CHECK(offset == 0);
  OK(cudaBindTextureToArray(plane_reference, make_plane(4, 4)));
  read_references<<<1, 1>>>(out);
  OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result[0] == 10.5f && result[1] == 6.0f);
  OK(cudaUnbindTexture(line_reference));
}

int main() {
  linear();
  planes();
  normalized_bytes();
  references();
}
