// Product of a sparse matrix and a vector, one warp a row: the lanes read neighbouring entries and
// add their sums in shared memory. The vector comes through a texture. Stands for the vector kernel
// for compressed rows of SHOC.
//   spmv_vector [rows = 4096] [entries per row = 82]
#include "matrix.cuh"

constexpr int kThreads = 128;
constexpr int kLanes = 32;

__global__ void multiply_rows(const int* starts, const int* columns, const float* values,
                              cudaTextureObject_t vector, float* product, int rows) {
  __shared__ float sums[kThreads];
  const int lane = threadIdx.x % kLanes;
  const int row = (blockIdx.x * kThreads + threadIdx.x) / kLanes;
  if (row >= rows) return;
  const int end = starts[row + 1];
  float sum = 0;
  for (int i = starts[row] + lane; i < end; i += kLanes) {
    sum += values[i] * tex1Dfetch<float>(vector, columns[i]);
  }
  sums[threadIdx.x] = sum;
  __syncwarp();
  for (int distance = kLanes / 2; distance > 0; distance /= 2) {
    if (lane < distance) sums[threadIdx.x] += sums[threadIdx.x + distance];
    __syncwarp();
  }
  if (lane == 0) product[row] = sums[threadIdx.x];
}

int main(int argc, char** argv) {
  const Matrix matrix = matrix_argument(argc, argv);
  const std::vector<float> vector = workload::random_floats(matrix.rows(), 2);
  DeviceMatrix device(matrix);
  workload::DeviceArray<float> device_vector(vector), product(matrix.rows());
  const workload::LinearTexture<float> texture(device_vector);
  multiply_rows<<<workload::blocks_for(matrix.rows(), kThreads / kLanes), kThreads>>>(
      device.starts.data(), device.columns.data(), device.values.data(), texture.object(),
      product.data(), matrix.rows());
  CHECK(cudaGetLastError());
  return workload::verdict("spmv_vector", count_wrong(matrix, vector, product.to_host()));
}
