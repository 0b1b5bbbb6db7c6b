// Texture reads by reference and by object against the same filter on the host. Prints each value
// that differs.
#include <cmath>
#include <cstdio>
#include <cstring>

constexpr int kWidth = 16, kHeight = 8, kReads = 8;

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
texture<float, cudaTextureType2D, cudaReadModeElementType> plane;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> bytes;

__global__ void read(cudaTextureObject_t linear, cudaTextureObject_t point, float* out) {
  const int i = static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x);
  const float x = static_cast<float>(i % kWidth), y = static_cast<float>(i / kWidth);
  float* o = out + i * kReads;
  o[0] = tex1Dfetch(line, i);
  o[1] = tex2D(plane, x + 0.5f, y + 0.5f);
  o[2] = tex2D(plane, x + 3.5f, y - 2.5f);
  const float4 four = tex2D(bytes, x + 0.5f, y + 0.5f);
  o[3] = four.x + 2 * four.y + 4 * four.z + 8 * four.w;
  o[4] = tex2D<float>(linear, x + 0.75f, y + 0.25f);
  o[5] = tex2D<float>(point, (x + 0.5f) / kWidth + 1, (y + 0.5f) / kHeight);
  o[6] = tex2D<float>(linear, -5.f, -5.f);
  o[7] = tex2D(plane, 1000.f, 1000.f);
}

static float pixel(int x, int y) { return static_cast<float>(x * x + 10 * y); }

static float clamped(int x, int y) {
  x = x < 0 ? 0 : x >= kWidth ? kWidth - 1 : x;
  y = y < 0 ? 0 : y >= kHeight ? kHeight - 1 : y;
  return pixel(x, y);
}

static float expected(int i, int field) {
  const int x = i % kWidth, y = i / kWidth;
  switch (field) {
    case 0:
      return pixel(x, y);
    case 1:
      return pixel(x, y);
    case 2:
      return clamped(x + 3, y - 3);
    case 3:
      return (x + 2.f * y + 4.f * 255 + 8.f * (x + y)) / 255;
    case 4: {  // a quarter of the way to the next column, and back to the row before
      const float here = 0.75f * clamped(x, y) + 0.25f * clamped(x + 1, y);
      const float above = 0.75f * clamped(x, y - 1) + 0.25f * clamped(x + 1, y - 1);
      return 0.75f * here + 0.25f * above;
    }
    case 5:
      return pixel(x, y);
    case 6:
      return pixel(0, 0);
    default:
      return pixel(kWidth - 1, kHeight - 1);
  }
}

static cudaTextureObject_t make_object(cudaArray_t array, cudaTextureFilterMode filter,
                                       cudaTextureAddressMode address, int normalized) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof(resource));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture;
  memset(&texture, 0, sizeof(texture));
  texture.addressMode[0] = texture.addressMode[1] = address;
  texture.filterMode = filter;
  texture.readMode = cudaReadModeElementType;
  texture.normalizedCoords = normalized;
  cudaTextureObject_t object = 0;
  if (cudaCreateTextureObject(&object, &resource, &texture, nullptr) != cudaSuccess)
    printf("no texture object\n");
  return object;
}

int main() {
  float image[kWidth * kHeight];
  uchar4 colours[kWidth * kHeight];
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const int x = i % kWidth, y = i / kWidth;
    image[i] = pixel(x, y);
    colours[i] = make_uchar4(x, y, 255, x + y);
  }
  float *linear_memory, *device_out;
  cudaMalloc(&linear_memory, sizeof(image));
  cudaMemcpy(linear_memory, image, sizeof(image), cudaMemcpyHostToDevice);
  cudaBindTexture(nullptr, line, linear_memory, sizeof(image));
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &desc, kWidth, kHeight);
  cudaMemcpy2DToArray(array, 0, 0, image, kWidth * sizeof(float), kWidth * sizeof(float), kHeight,
                      cudaMemcpyHostToDevice);
  cudaBindTextureToArray(plane, array, desc);
  uchar4* pitched;
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, kWidth * sizeof(uchar4), kHeight);
  cudaMemcpy2D(pitched, pitch, colours, kWidth * sizeof(uchar4), kWidth * sizeof(uchar4), kHeight,
               cudaMemcpyHostToDevice);
  cudaBindTexture2D(nullptr, bytes, pitched, cudaCreateChannelDesc<uchar4>(), kWidth, kHeight,
                    pitch);
  float got[kWidth * kHeight * kReads];
  cudaMalloc(&device_out, sizeof(got));
  read<<<kHeight, kWidth>>>(make_object(array, cudaFilterModeLinear, cudaAddressModeClamp, 0),
                            make_object(array, cudaFilterModePoint, cudaAddressModeWrap, 1),
                            device_out);
  const cudaError_t error = cudaMemcpy(got, device_out, sizeof(got), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kWidth * kHeight * kReads; ++i) {
    const float want = expected(i / kReads, i % kReads);
    if (std::fabs(got[i] - want) <= 1e-5f * (1 + std::fabs(want))) continue;
    if (++wrong < 20)
      printf("texel %d read %d: got %g, want %g\n", i / kReads, i % kReads, got[i], want);
  }
  printf("%d wrong, %s\n", wrong, cudaGetErrorString(error));
  return wrong != 0 || error != cudaSuccess;
}
