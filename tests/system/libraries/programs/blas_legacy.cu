// cuBLAS before version 2, in C's manner: letters for operations, factors by value, results
// returned.
#include <cublas.h>

#include "check.cuh"

using namespace check;

int main() {
  const int m = 9, n = 7, k = 5;
  expect(cublasInit() == CUBLAS_STATUS_SUCCESS, "cublasInit");
  const std::vector<double> a = random_values<double>(m * k, 1),
                            b = random_values<double>(n * k, 2);
  std::vector<double> c = random_values<double>(m * n, 3);
  std::vector<Big> wanted(m * n);
  double dot = 0, largest = 0;
  int place = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += a[l + i * k] * b[j + l * n];
      wanted[i + j * m] = 2 * sum - c[i + j * m];
    }
  for (int i = 0; i < n * k; ++i) {
    dot += a[i] * b[i];
    if (std::abs(a[i]) <= largest) continue;
    largest = std::abs(a[i]);
    place = i + 1;
  }
  void *da, *db, *dc;
  for (void** device : {&da, &db, &dc})
    expect(cublasAlloc(m * n + m * k, sizeof(double), device) == CUBLAS_STATUS_SUCCESS,
           "cublasAlloc");
  cublasSetVector(m * k, sizeof(double), a.data(), 1, da, 1);
  cublasSetVector(n * k, sizeof(double), b.data(), 1, db, 1);
  cublasSetMatrix(m, n, sizeof(double), c.data(), m, dc, m);
  double *x = static_cast<double*>(da), *y = static_cast<double*>(db);
  cublasDgemm('T', 't', m, n, k, 2.0, x, k, y, n, -1.0, static_cast<double*>(dc), m);
  expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "no error");
  cublasGetMatrix(m, n, sizeof(double), dc, m, c.data(), m);
  expect_near(c, wanted, "Dgemm");
  expect(std::abs(cublasDdot(n * k, x, 1, y, 1) - dot) < 1e-10, "Ddot");
  expect(cublasIdamax(n * k, x, 1) == place, "Idamax");
  cublasDgemm('N', 'N', m, n, k, 2.0, x, 1, y, n, -1.0, static_cast<double*>(dc), m);
  expect(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE, "an error is kept");
  expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "until it is asked for");
  for (void* device : {da, db, dc}) cublasFree(device);
  expect(cublasShutdown() == CUBLAS_STATUS_SUCCESS, "cublasShutdown");
  return finish("blas_legacy");
}
