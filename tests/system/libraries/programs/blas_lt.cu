// cublasLtMatmul against the host: orders, batches, an addend of its own, bias and activations.
#include <cublasLt.h>

#include "check.cuh"

using namespace check;

namespace {

cublasLtHandle_t handle;

struct Case {
  bool transposes_a, by_rows, has_addend;
  cublasLtEpilogue_t epilogue;
};

double activated(cublasLtEpilogue_t epilogue, double x) {
  if (epilogue & CUBLASLT_EPILOGUE_RELU) return x > 0 ? x : 0;
  if (epilogue & CUBLASLT_EPILOGUE_GELU)
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  return x;
}

cublasLtMatrixLayout_t layout_of(int rows, int columns, bool by_rows, int count) {
  cublasLtMatrixLayout_t layout;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, rows, columns, by_rows ? columns : rows);
  const cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
  const int64_t stride = rows * columns;
  cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
  cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                   sizeof count);
  cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
                                   sizeof stride);
  return layout;
}

void check_case(const Case& of) {
  const int m = 20, n = 33, k = 11, count = 2;
  const int rows_a = of.transposes_a ? k : m, columns_a = of.transposes_a ? m : k;
  const Array<float> a(random_values<float>(m * k * count, 71)),
      b(random_values<float>(n * k * count, 72)), c(random_values<float>(m * n * count, 73)),
      bias(random_values<float>(m, 74));
  Array<float> d(std::vector<float>(m * n * count, NAN));
  const auto at = [&](int rows, int columns, int i, int j) {
    return of.by_rows ? i * columns + j : i + j * rows;
  };
  std::vector<Big> wanted(m * n * count);
  for (int z = 0; z < count; ++z)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int l = 0; l < k; ++l)
          sum += a.host[z * m * k +
                        at(rows_a, columns_a, of.transposes_a ? l : i, of.transposes_a ? i : l)] *
                 b.host[z * n * k + at(k, n, l, j)];
        double value = 0.5 * sum;
        if (of.has_addend) value -= 2.0 * c.host[z * m * n + at(m, n, i, j)];
        if (of.epilogue & CUBLASLT_EPILOGUE_BIAS) value += bias.host[i];
        wanted[z * m * n + at(m, n, i, j)] = activated(of.epilogue, value);
      }
  cublasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const cublasOperation_t transa = of.transposes_a ? CUBLAS_OP_T : CUBLAS_OP_N;
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSA, &transa, sizeof transa);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &of.epilogue,
                                 sizeof of.epilogue);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device,
                                 sizeof bias.device);
  const auto in_a = layout_of(rows_a, columns_a, of.by_rows, count),
             in_b = layout_of(k, n, of.by_rows, count), out = layout_of(m, n, of.by_rows, count);
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulHeuristicResult_t result;
  int found = 0;
  expect(cublasLtMatmulAlgoGetHeuristic(handle, description, in_a, in_b, out, out, preference, 1,
                                        &result, &found) == CUBLAS_STATUS_SUCCESS &&
             found == 1,
         "a way is found");
  const float alpha = 0.5f, beta = of.has_addend ? -2.0f : 0.0f;
  expect(cublasLtMatmul(handle, description, &alpha, a.device, in_a, b.device, in_b, &beta,
                        of.has_addend ? c.device : d.device, out, d.device, out, &result.algo,
                        nullptr, 0, nullptr) == CUBLAS_STATUS_SUCCESS,
         "cublasLtMatmul succeeds");
  expect_near(d.download(), wanted, "cublasLtMatmul " + std::to_string(of.epilogue), 1e-4);
  cublasLtMatmulPreferenceDestroy(preference);
  for (const auto layout : {in_a, in_b, out}) cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(description);
}

}  // namespace

int main() {
  expect(cublasLtCreate(&handle) == CUBLAS_STATUS_SUCCESS, "a handle is made");
  check_case({false, false, false, CUBLASLT_EPILOGUE_DEFAULT});
  check_case({true, false, true, CUBLASLT_EPILOGUE_BIAS});
  check_case({false, true, true, CUBLASLT_EPILOGUE_RELU_BIAS});
  check_case({true, true, false, CUBLASLT_EPILOGUE_GELU});
  check_case({false, false, true, CUBLASLT_EPILOGUE_GELU_BIAS});
  check_case({false, true, false, CUBLASLT_EPILOGUE_RELU});
  expect(cublasLtDestroy(handle) == CUBLAS_STATUS_SUCCESS, "the handle ends");
  return finish("blas_lt");
}
