// Handles and descriptors of cuSPARSE.
#include "cusparse/common.cuh"

namespace heddle_sparse {
namespace {

template <typename Object, typename Pointer>
cusparseStatus_t create(Pointer* result, const Object& value) {
  if (result == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  Object* const object = static_cast<Object*>(malloc(sizeof(Object)));
  if (object == nullptr) return CUSPARSE_STATUS_ALLOC_FAILED;
  *object = value;
  *result = object;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t destroy(const void* object) {
  free(const_cast<void*>(object));
  return CUSPARSE_STATUS_SUCCESS;
}

bool is_index(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

template <typename Pointer>
cusparseStatus_t create_sparse(Pointer* matrix, const cusparseSpMatDescr& value) {
  if (value.rows < 0 || value.columns < 0 || value.nnz < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_index(value.offset) || !is_index(value.index)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return create(matrix, value);
}

template <typename Pointer>
cusparseStatus_t create_dense(Pointer* matrix, const cusparseDnMatDescr& value) {
  const int64_t least = value.order == CUSPARSE_ORDER_COL ? value.rows : value.columns;
  if (value.rows < 0 || value.columns < 0 || value.pitch < least)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return create(matrix, value);
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format, void* offsets,
                              void* within, void* values) {
  if (matrix == nullptr || matrix->format != format) return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->offsets = offsets;
  matrix->indices = within;
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

struct Text {
  const char *name, *meaning;
};
constexpr Text kTexts[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "texture mapping failure"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"}};
constexpr unsigned kTextCount = sizeof kTexts / sizeof *kTexts;

}  // namespace
}  // namespace heddle_sparse

using namespace heddle_sparse;

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  return create(handle, cusparseContext{nullptr, CUSPARSE_POINTER_MODE_HOST});
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  HEDDLE_SPARSE_NEEDS(handle, true);
  return destroy(handle);
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int* version) {
  if (version == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  const int values[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
  if (value == nullptr || static_cast<unsigned>(type) > PATCH_LEVEL)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *value = values[type];
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  HEDDLE_SPARSE_NEEDS(handle, true);
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  HEDDLE_SPARSE_NEEDS(handle, stream != nullptr);
  *stream = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  HEDDLE_SPARSE_NEEDS(handle, true);
  handle->pointer_mode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  HEDDLE_SPARSE_NEEDS(handle, mode != nullptr);
  *mode = handle->pointer_mode;
  return CUSPARSE_STATUS_SUCCESS;
}
const char* cusparseGetErrorName(cusparseStatus_t status) {
  return static_cast<unsigned>(status) < kTextCount ? kTexts[status].name
                                                    : "unrecognized error code";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  return static_cast<unsigned>(status) < kTextCount ? kTexts[status].meaning
                                                    : "unrecognized error code";
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* descriptor) {
  return create(descriptor, cusparseMatDescr{});
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) {
  return destroy(descriptor);
}
// A property of a matrix descriptor.
#define PROPERTY(NAME, TYPE, MEMBER)                                                 \
  cusparseStatus_t cusparseSetMat##NAME(cusparseMatDescr_t descriptor, TYPE value) { \
    if (descriptor == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                 \
    descriptor->MEMBER = value;                                                      \
    return CUSPARSE_STATUS_SUCCESS;                                                  \
  }                                                                                  \
  TYPE cusparseGetMat##NAME(const cusparseMatDescr_t descriptor) { return descriptor->MEMBER; }
PROPERTY(Type, cusparseMatrixType_t, type)
PROPERTY(IndexBase, cusparseIndexBase_t, base)
PROPERTY(FillMode, cusparseFillMode_t, fill)
PROPERTY(DiagType, cusparseDiagType_t, diagonal)

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* vector, int64_t size, int64_t nnz,
                                     void* indices, void* values, cusparseIndexType_t index,
                                     cusparseIndexBase_t base, cudaDataType type) {
  if (size < 0 || nnz < 0 || nnz > size) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_index(index)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return create(vector, cusparseSpVecDescr{size, nnz, indices, values, index, base, type});
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) { return destroy(vector); }
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void** values) {
  *values = vector->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void* values) {
  vector->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, int64_t size, void* values,
                                     cudaDataType type) {
  if (size < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  return create(vector, cusparseDnVecDescr{size, values, type});
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* vector, int64_t size,
                                          const void* values, cudaDataType type) {
  if (size < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  return create(vector, cusparseDnVecDescr{size, const_cast<void*>(values), type});
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { return destroy(vector); }
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values,
                                  cudaDataType* type) {
  *size = vector->size;
  *values = vector->values;
  *type = vector->type;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  *values = vector->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  vector->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void* offsets, void* indices, void* values,
                                   cusparseIndexType_t offset, cusparseIndexType_t index,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return create_sparse(matrix, {CUSPARSE_FORMAT_CSR, rows, columns, nnz, offsets, indices, values,
                                offset, index, base, type});
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void* offsets,
                                        const void* indices, const void* values,
                                        cusparseIndexType_t offset, cusparseIndexType_t index,
                                        cusparseIndexBase_t base, cudaDataType type) {
  return create_sparse(
      matrix, {CUSPARSE_FORMAT_CSR, rows, columns, nnz, const_cast<void*>(offsets),
               const_cast<void*>(indices), const_cast<void*>(values), offset, index, base, type});
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void* offsets, void* indices, void* values,
                                   cusparseIndexType_t offset, cusparseIndexType_t index,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return create_sparse(matrix, {CUSPARSE_FORMAT_CSC, rows, columns, nnz, offsets, indices, values,
                                offset, index, base, type});
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void* row_indices, void* column_indices,
                                   void* values, cusparseIndexType_t index,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return create_sparse(matrix, {CUSPARSE_FORMAT_COO, rows, columns, nnz, row_indices,
                                column_indices, values, index, index, base, type});
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { return destroy(matrix); }
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows,
                                      int64_t* columns, int64_t* nnz) {
  *rows = matrix->rows;
  *columns = matrix->columns;
  *nnz = matrix->nnz;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix,
                                        cusparseFormat_t* format) {
  *format = matrix->format;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  *values = matrix->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices,
                                        void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_CSR, offsets, indices, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices,
                                        void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_CSC, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void* row_indices,
                                        void* column_indices, void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_COO, row_indices, column_indices, values);
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, int64_t rows, int64_t columns,
                                     int64_t pitch, void* values, cudaDataType type,
                                     cusparseOrder_t order) {
  return create_dense(matrix, {rows, columns, pitch, values, type, order});
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* matrix, int64_t rows,
                                          int64_t columns, int64_t pitch, const void* values,
                                          cudaDataType type, cusparseOrder_t order) {
  return create_dense(matrix, {rows, columns, pitch, const_cast<void*>(values), type, order});
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) { return destroy(matrix); }
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  *values = matrix->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void* values) {
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // extern "C"
