// What the host does for a product on the matrix unit: the shape from the arguments, the operands,
// and the check.
#pragma once

#include "matrix_tiles.cuh"
#include "product_on_host.cuh"

namespace gemm {

struct Shape {
  int rows, columns, terms, steps;

  dim3 grid() const { return dim3(columns / kTileColumns, rows / kTileRows); }
  std::size_t elements_of_a() const { return static_cast<std::size_t>(rows) * terms; }
  std::size_t elements_of_b() const { return static_cast<std::size_t>(columns) * terms; }
  std::size_t elements_of_c() const { return static_cast<std::size_t>(rows) * columns; }
};

/// The three arguments.
inline Shape shape_arguments(int argc, char** argv, const char* program, int element_bytes) {
  Shape shape{workload::size_argument(argc, argv, 1, 256),
              workload::size_argument(argc, argv, 2, 256),
              workload::size_argument(argc, argv, 3, 256), 0};
  workload::require(shape.rows % kTileRows == 0 && shape.columns % kTileColumns == 0, program,
                    "the rows must be a multiple of 256, and the columns of 128");
  workload::require(shape.terms * element_bytes % kLineBytes == 0, program,
                    element_bytes == 2 ? "the terms must be a multiple of 64"
                                       : "the terms must be a multiple of 128");
  workload::require(shape.rows <= 8192 && shape.columns <= 8192 && shape.terms <= 8192, program,
                    "the rows, columns and terms must be at most 8192");
  shape.steps = shape.terms * element_bytes / kLineBytes;
  return shape;
}

/// Launches a product of halves on the device, and compares it with the host's, bit by bit: all
/// sums are exact.
template <typename Launch>
int check_halves(const char* program, const Shape& shape, Launch launch) {
  const std::vector<__half> a = workload::random_sixteenths(shape.elements_of_a(), 1);
  const std::vector<__half> b = workload::random_sixteenths(shape.elements_of_b(), 2);
  workload::DeviceArray<__half> device_a(a), device_b(b);
  workload::DeviceArray<float> device_c(shape.elements_of_c());
  launch(device_a.data(), device_b.data(), device_c.data());
  CHECK(cudaGetLastError());
  const std::vector<float> expected = product_on_host<float>(
      workload::to_floats(a), workload::to_floats(b), shape.columns, shape.terms);
  return workload::verdict(program, workload::count_different(device_c.to_host(), expected));
}

}  // namespace gemm
