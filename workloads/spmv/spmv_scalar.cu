// Product of a sparse matrix and a vector, one thread a row: neighbouring threads walk rows of
// different length that lie far apart, each of them its own lines. The vector comes through a
// texture. Stands for the scalar kernel for compressed rows of SHOC.
//   spmv_scalar [rows = 4096] [entries per row = 82]
#include "matrix.cuh"

constexpr int kThreads = 128;

__global__ void multiply_rows(const int* starts, const int* columns, const float* values,
                              cudaTextureObject_t vector, float* product, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int end = starts[row + 1];
  float sum = 0;
  for (int i = starts[row]; i < end; ++i) {
    sum += values[i] * tex1Dfetch<float>(vector, columns[i]);
  }
  product[row] = sum;
}

int main(int argc, char** argv) {
  const Matrix matrix = matrix_argument(argc, argv);
  const std::vector<float> vector = workload::random_floats(matrix.rows(), 2);
  DeviceMatrix device(matrix);
  workload::DeviceArray<float> device_vector(vector), product(matrix.rows());
  const workload::LinearTexture<float> texture(device_vector);
  multiply_rows<<<workload::blocks_for(matrix.rows(), kThreads), kThreads>>>(
      device.starts.data(), device.columns.data(), device.values.data(), texture.object(),
      product.data(), matrix.rows());
  CHECK(cudaGetLastError());
  return workload::verdict("spmv_scalar", count_wrong(matrix, vector, product.to_host()));
}
