// Device code that the programs load as a PTX file and as a fat binary.
__constant__ float scale = 1;
static __constant__ int offset;
__device__ int launches = 40;

extern "C" __global__ void add(const float* a, const float* b, float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + scale * b[i] + offset;
  if (i == 0) atomicAdd(&launches, 1);
}

/// Parameters of several sizes and alignments, as a buffer for `extra` must lay them out.
extern "C" __global__ void mixed(char small, double wide, short middle, float* out) {
  if (threadIdx.x == 0) *out = small + static_cast<float>(wide) + middle;
}

extern "C" __global__ void reverse(int* values) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
