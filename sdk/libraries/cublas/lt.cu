// cuBLASLt: cublasLtMatmul by GemmStridedBatchedEx, and a kernel for what comes after the product.
#include <cublasLt.h>
#include <stdlib.h>
#include <string.h>

#include "cublas/context.cuh"

struct cublasLtContext {
  cublasHandle_t blas;
};

namespace heddle_blas {
inline namespace lt {

/// What the opaque objects hold. The attributes lie in `values`, at their numbers.
struct Attributes {
  static constexpr unsigned kCount = 9;
  uint64_t values[kCount];
};
static_assert(sizeof(Attributes) <= sizeof(cublasLtMatmulDescOpaque_t));

template <typename Opaque>
Attributes& inside(Opaque* object) {
  return *reinterpret_cast<Attributes*>(object);
}
template <typename Opaque>
cublasStatus_t create(Opaque** object) {
  if (object == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *object = static_cast<Opaque*>(calloc(1, sizeof(Opaque)));
  return *object == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}
template <typename Opaque>
cublasStatus_t set(Opaque* object, unsigned attribute, const void* value, size_t bytes) {
  if (object == nullptr || value == nullptr || bytes == 0 || bytes > sizeof(uint64_t))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (attribute >= Attributes::kCount) return CUBLAS_STATUS_NOT_SUPPORTED;
  inside(object).values[attribute] = 0;
  memcpy(&inside(object).values[attribute], value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}
template <typename Opaque>
cublasStatus_t get(Opaque* object, unsigned attribute, void* value, size_t bytes, size_t* written) {
  if (object == nullptr || value == nullptr || bytes > sizeof(uint64_t))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (attribute >= Attributes::kCount) return CUBLAS_STATUS_NOT_SUPPORTED;
  memcpy(value, &inside(object).values[attribute], bytes);
  if (written != nullptr) *written = bytes;
  return CUBLAS_STATUS_SUCCESS;
}

/// A matrix as its layout says.
struct Layout {
  cudaDataType type;
  bool by_rows;
  int rows, columns, pitch, count;
  long long stride;
};
Layout layout_of(cublasLtMatrixLayout_t object) {
  const uint64_t* const values = inside(object).values;
  const auto number = [&](unsigned attribute) { return static_cast<int>(values[attribute]); };
  return {static_cast<cudaDataType>(values[CUBLASLT_MATRIX_LAYOUT_TYPE]),
          values[CUBLASLT_MATRIX_LAYOUT_ORDER] == CUBLASLT_ORDER_ROW,
          number(CUBLASLT_MATRIX_LAYOUT_ROWS),
          number(CUBLASLT_MATRIX_LAYOUT_COLS),
          number(CUBLASLT_MATRIX_LAYOUT_LD),
          number(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT),
          static_cast<long long>(values[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET])};
}

enum class Activation { kNone, kRelu, kGelu };

/// GELU by the hyperbolic tangent (Hendrycks, Gimpel, "Gaussian Error Linear Units", 2016), as
/// cuBLASLt documents it.
template <typename R>
__device__ R activated(Activation activation, R x) {
  if (activation == Activation::kRelu) return x > 0 ? x : R(0);
  if (activation == Activation::kGelu)
    return R(0.5) * x * (1 + tanh(R(0.7978845608028654) * (x + R(0.044715) * x * x * x)));
  return x;
}

template <typename E, typename R>
__global__ void epilogue(int rows, int columns, E* d, long long pitch, long long stride,
                         bool by_rows, const E* bias, Activation activation) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= columns) return;
  E& place = d[blockIdx.z * stride + i + j * pitch];
  R value = as<R>(place);
  if (bias != nullptr) value += as<R>(bias[by_rows ? j : i]);
  place = as<E>(activated(activation, value));
}

template <typename E, typename R>
cublasStatus_t run_epilogue(cublasContext& context, const Layout& layout, void* d, const void* bias,
                            Activation activation) {
  const int rows = layout.by_rows ? layout.columns : layout.rows;
  const int columns = layout.by_rows ? layout.rows : layout.columns;
  return launch(context, epilogue<E, R>,
                dim3(blocks_for(rows, 32), blocks_for(columns, 8), layout.count), dim3(32, 8), rows,
                columns, static_cast<E*>(d), layout.pitch, layout.stride, layout.by_rows,
                static_cast<const E*>(bias), activation);
}

cublasStatus_t after_product(cublasContext& context, uint64_t wanted, const void* bias,
                             const Layout& layout, void* d) {
  const uint64_t without_bias = wanted & ~static_cast<uint64_t>(CUBLASLT_EPILOGUE_BIAS);
  if (wanted == 0 || wanted == CUBLASLT_EPILOGUE_DEFAULT) return CUBLAS_STATUS_SUCCESS;
  if (without_bias != 0 && without_bias != CUBLASLT_EPILOGUE_RELU &&
      without_bias != CUBLASLT_EPILOGUE_GELU) {
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  const bool has_bias = (wanted & CUBLASLT_EPILOGUE_BIAS) != 0;
  if (has_bias && bias == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const void* const added = has_bias ? bias : nullptr;
  const Activation activation = without_bias == 0                        ? Activation::kNone
                                : without_bias == CUBLASLT_EPILOGUE_RELU ? Activation::kRelu
                                                                         : Activation::kGelu;
  switch (layout.type) {
    case CUDA_R_32F:
      return run_epilogue<float, float>(context, layout, d, added, activation);
    case CUDA_R_64F:
      return run_epilogue<double, double>(context, layout, d, added, activation);
    case CUDA_R_16F:
      return run_epilogue<__half, float>(context, layout, d, added, activation);
    case CUDA_R_16BF:
      return run_epilogue<__nv_bfloat16, float>(context, layout, d, added, activation);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 4;
  }
}

/// C to the place of D, in which the product adds to it.
cublasStatus_t copy_addend(cublasContext& context, const void* c, const Layout& from, void* d,
                           const Layout& to) {
  if (from.rows != to.rows || from.columns != to.columns || from.type != to.type ||
      from.by_rows != to.by_rows) {
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (c == d) return from.pitch == to.pitch ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
  const size_t bytes = bytes_of(to.type);
  for (int z = 0; z < to.count; ++z) {
    const cudaError_t error = cudaMemcpy2DAsync(
        static_cast<char*>(d) + z * to.stride * bytes, to.pitch * bytes,
        static_cast<const char*>(c) + z * from.stride * bytes, from.pitch * bytes,
        (to.by_rows ? to.columns : to.rows) * bytes, to.by_rows ? to.rows : to.columns,
        cudaMemcpyDeviceToDevice, context.stream);
    if (error != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  }
  return CUBLAS_STATUS_SUCCESS;
}

/// The operation on a matrix that lies by rows, seen as its transpose by columns, and the operation
/// of a transposed product.
bool turned(cublasOperation_t& operation, bool wanted) {
  if (!wanted) return true;
  if (operation == CUBLAS_OP_C) return false;
  operation = operation == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  return true;
}

bool is_real(cudaDataType type) { return type != CUDA_C_32F && type != CUDA_C_64F; }

/// The product alone. A product by rows is the product of the transposes by columns, in the other
/// order.
cublasStatus_t product(cublasContext& context, const uint64_t* of, const void* alpha, const void* a,
                       const Layout& in_a, const void* b, const Layout& in_b, const void* beta,
                       void* d, const Layout& out) {
  auto transa = static_cast<cublasOperation_t>(of[CUBLASLT_MATMUL_DESC_TRANSA]);
  auto transb = static_cast<cublasOperation_t>(of[CUBLASLT_MATMUL_DESC_TRANSB]);
  if (transa == CUBLAS_OP_C && is_real(in_a.type)) transa = CUBLAS_OP_T;
  if (transb == CUBLAS_OP_C && is_real(in_b.type)) transb = CUBLAS_OP_T;
  const int depth = transa == CUBLAS_OP_N ? in_a.columns : in_a.rows;
  const int depth_b = transb == CUBLAS_OP_N ? in_b.rows : in_b.columns;
  const int rows = transa == CUBLAS_OP_N ? in_a.rows : in_a.columns;
  const int columns = transb == CUBLAS_OP_N ? in_b.columns : in_b.rows;
  if (depth != depth_b || rows != out.rows || columns != out.columns)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!turned(transa, in_a.by_rows != out.by_rows) || !turned(transb, in_b.by_rows != out.by_rows))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto compute = static_cast<cublasComputeType_t>(of[CUBLASLT_MATMUL_DESC_COMPUTE_TYPE]);
  if (out.by_rows) {
    return cublasGemmStridedBatchedEx(&context, transb, transa, columns, rows, depth, alpha, b,
                                      in_b.type, in_b.pitch, in_b.stride, a, in_a.type, in_a.pitch,
                                      in_a.stride, beta, d, out.type, out.pitch, out.stride,
                                      out.count, compute, CUBLAS_GEMM_DEFAULT);
  }
  return cublasGemmStridedBatchedEx(&context, transa, transb, rows, columns, depth, alpha, a,
                                    in_a.type, in_a.pitch, in_a.stride, b, in_b.type, in_b.pitch,
                                    in_b.stride, beta, d, out.type, out.pitch, out.stride,
                                    out.count, compute, CUBLAS_GEMM_DEFAULT);
}

}  // namespace lt
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = static_cast<cublasLtHandle_t>(malloc(sizeof(cublasLtContext)));
  return *handle == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : cublasCreate(&(*handle)->blas);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  HEDDLE_BLAS_NEEDS(handle, true);
  const cublasStatus_t status = cublasDestroy(handle->blas);
  free(handle);
  return status;
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t pitch) {
  const cublasStatus_t status = create(layout);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  uint64_t* const values = inside(*layout).values;
  values[CUBLASLT_MATRIX_LAYOUT_TYPE] = type;
  values[CUBLASLT_MATRIX_LAYOUT_ROWS] = rows;
  values[CUBLASLT_MATRIX_LAYOUT_COLS] = columns;
  values[CUBLASLT_MATRIX_LAYOUT_LD] = pitch;
  values[CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT] = 1;
  return status;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  free(layout);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void* value, size_t bytes) {
  return set(layout, attribute, value, bytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                void* value, size_t bytes, size_t* written) {
  return get(layout, attribute, value, bytes, written);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description,
                                        cublasComputeType_t compute, cudaDataType scale) {
  const cublasStatus_t status = create(description);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  inside(*description).values[CUBLASLT_MATMUL_DESC_COMPUTE_TYPE] = compute;
  inside(*description).values[CUBLASLT_MATMUL_DESC_SCALE_TYPE] = scale;
  return status;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  free(description);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t bytes) {
  return set(description, attribute, value, bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute, void* value,
                                              size_t bytes, size_t* written) {
  return get(description, attribute, value, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return create(preference);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  free(preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void* value, size_t) {
  return preference == nullptr || value == nullptr ? CUBLAS_STATUS_INVALID_VALUE
                                                   : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a,
    cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t, int wanted, cublasLtMatmulHeuristicResult_t* results, int* found) {
  HEDDLE_BLAS_NEEDS(handle, description != nullptr && a != nullptr && b != nullptr &&
                                c != nullptr && d != nullptr && wanted > 0 && results != nullptr &&
                                found != nullptr);
  memset(results, 0, sizeof *results);
  results->state = CUBLAS_STATUS_SUCCESS;
  results->wavesCount = 1;
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                              const void* alpha, const void* a, cublasLtMatrixLayout_t layout_a,
                              const void* b, cublasLtMatrixLayout_t layout_b, const void* beta,
                              const void* c, cublasLtMatrixLayout_t layout_c, void* d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t*, void*,
                              size_t, cudaStream_t stream) {
  HEDDLE_BLAS_NEEDS(handle, description != nullptr && alpha != nullptr && beta != nullptr &&
                                layout_a != nullptr && layout_b != nullptr && layout_c != nullptr &&
                                layout_d != nullptr);
  cublasContext& context = *handle->blas;
  context.stream = stream;
  const uint64_t* const of = inside(description).values;
  context.pointer_mode = of[CUBLASLT_MATMUL_DESC_POINTER_MODE] == CUBLASLT_POINTER_MODE_DEVICE
                             ? CUBLAS_POINTER_MODE_DEVICE
                             : CUBLAS_POINTER_MODE_HOST;
  const Layout out = layout_of(layout_d);
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  // c is null where beta is known to be 0.
  if (c != nullptr) status = copy_addend(context, c, layout_of(layout_c), d, out);
  if (status == CUBLAS_STATUS_SUCCESS) {
    status =
        product(context, of, alpha, a, layout_of(layout_a), b, layout_of(layout_b), beta, d, out);
  }
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const void* bias;
  memcpy(&bias, &of[CUBLASLT_MATMUL_DESC_BIAS_POINTER], sizeof bias);
  return after_product(context, of[CUBLASLT_MATMUL_DESC_EPILOGUE], bias, out, d);
}

}  // extern "C"
