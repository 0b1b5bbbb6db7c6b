// cuFFT's functions. Handles are numbers of plans in a table.
#include <mutex>

#include "cufft/plan.cuh"

namespace heddle_fft {
namespace {

struct Entry {
  bool is_used;
  Plan* plan;  ///< null: made, but not planned yet
  cudaStream_t stream;
};
constexpr int kMostPlans = 1024;
Entry plans[kMostPlans];
std::mutex plans_lock;

Entry* find(cufftHandle handle) {
  if (handle < 0 || handle >= kMostPlans || !plans[handle].is_used) return nullptr;
  return &plans[handle];
}

bool is_double(cufftType type) {
  return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}
bool is_type(cufftType type) {
  return is_double(type) || type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R;
}

/// The layout of dense rows, of half as many complex numbers where those follow from real ones.
Layout basic_layout(const Sizes& sizes, bool is_half) {
  const long long row = is_half ? sizes.n[2] / 2 + 1 : sizes.n[2];
  return {static_cast<long long>(sizes.n[0]) * sizes.n[1] * row, sizes.n[1], row, 1};
}
Layout advanced_layout(int rank, const int* embed, int stride, int distance) {
  return {distance, rank == 3 ? embed[1] : 1, rank > 1 ? embed[rank - 1] : 1, stride};
}

cufftResult make(cufftHandle handle, const Request& request, size_t* work) {
  Entry* const entry = find(handle);
  if (entry == nullptr || entry->plan != nullptr) return CUFFT_INVALID_PLAN;
  if (!is_type(request.type)) return CUFFT_INVALID_TYPE;
  for (const int n : request.sizes.n)
    if (n < 1) return CUFFT_INVALID_SIZE;
  if (request.batch < 1) return CUFFT_INVALID_SIZE;
  Plan* const plan = is_double(request.type) ? make_double_plan(request) : make_float_plan(request);
  if (plan == nullptr) return CUFFT_ALLOC_FAILED;
  const cufftResult result = plan->prepare();
  if (result != CUFFT_SUCCESS) {
    delete plan;
    return result;
  }
  entry->plan = plan;
  if (work != nullptr) *work = plan->work_bytes();
  return CUFFT_SUCCESS;
}

Request request_of(int rank, const int* n, cufftType type, int batch) {
  Request request = {rank, {{1, 1, 1}}, {}, {}, true, true, type, batch};
  for (int i = 0; i < rank; ++i) request.sizes.n[3 - rank + i] = n[i];
  request.in = basic_layout(request.sizes, type == CUFFT_C2R || type == CUFFT_Z2D);
  request.out = basic_layout(request.sizes, type == CUFFT_R2C || type == CUFFT_D2Z);
  return request;
}

cufftResult make_basic(cufftHandle handle, int rank, const int* n, cufftType type, int batch,
                       size_t* work) {
  return make(handle, request_of(rank, n, type, batch), work);
}

cufftResult make_many(cufftHandle handle, int rank, const int* n, const int* inembed, int istride,
                      int idist, const int* onembed, int ostride, int odist, cufftType type,
                      int batch, size_t* work) {
  if (rank < 1 || rank > 3 || n == nullptr) return CUFFT_INVALID_SIZE;
  Request request = request_of(rank, n, type, batch);
  if (inembed != nullptr && onembed != nullptr) {
    if (istride < 1 || ostride < 1 || idist < 0 || odist < 0) return CUFFT_INVALID_VALUE;
    request.is_in_basic = request.is_out_basic = false;
    request.in = advanced_layout(rank, inembed, istride, idist);
    request.out = advanced_layout(rank, onembed, ostride, odist);
  }
  return make(handle, request, work);
}

/// Makes a handle and plans it by `plan`, which gets the handle.
template <typename Planning>
cufftResult create_and(cufftHandle* handle, Planning plan) {
  cufftResult result = cufftCreate(handle);
  if (result != CUFFT_SUCCESS) return result;
  result = plan(*handle);
  if (result != CUFFT_SUCCESS) cufftDestroy(*handle);
  return result;
}

cufftResult execute(cufftHandle handle, cufftType type, const void* in, void* out,
                    bool is_inverse) {
  Entry* const entry = find(handle);
  if (entry == nullptr || entry->plan == nullptr) return CUFFT_INVALID_PLAN;
  if (entry->plan->request().type != type) return CUFFT_INVALID_TYPE;
  if (in == nullptr || out == nullptr) return CUFFT_INVALID_VALUE;
  return entry->plan->execute(in, out, is_inverse, entry->stream);
}

cufftResult execute_directed(cufftHandle handle, cufftType type, const void* in, void* out,
                             int direction) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  return execute(handle, type, in, out, direction == CUFFT_INVERSE);
}

/// Roughly what plans take: three dense arrays.
size_t estimate(long long elements, cufftType type) {
  return 3 * elements * (is_double(type) ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex));
}

}  // namespace
}  // namespace heddle_fft

using namespace heddle_fft;

extern "C" {

cufftResult cufftCreate(cufftHandle* handle) {
  if (handle == nullptr) return CUFFT_INVALID_VALUE;
  const std::lock_guard<std::mutex> guard(plans_lock);
  // 0 is left out: programs take it for no plan.
  for (int i = 1; i < kMostPlans; ++i) {
    if (plans[i].is_used) continue;
    plans[i] = {true, nullptr, nullptr};
    *handle = i;
    return CUFFT_SUCCESS;
  }
  return CUFFT_ALLOC_FAILED;
}

cufftResult cufftDestroy(cufftHandle handle) {
  const std::lock_guard<std::mutex> guard(plans_lock);
  Entry* const entry = find(handle);
  if (entry == nullptr) return CUFFT_INVALID_PLAN;
  delete entry->plan;
  *entry = {};
  return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t* work) {
  return make_basic(handle, 1, &nx, type, batch, work);
}
cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* work) {
  const int n[] = {nx, ny};
  return make_basic(handle, 2, n, type, 1, work);
}
cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                            size_t* work) {
  const int n[] = {nx, ny, nz};
  return make_basic(handle, 3, n, type, 1, work);
}
cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, size_t* work) {
  return make_many(handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                   work);
}

cufftResult cufftPlan1d(cufftHandle* handle, int nx, cufftType type, int batch) {
  return create_and(
      handle, [=](cufftHandle made) { return make_basic(made, 1, &nx, type, batch, nullptr); });
}
cufftResult cufftPlan2d(cufftHandle* handle, int nx, int ny, cufftType type) {
  return create_and(handle,
                    [=](cufftHandle made) { return cufftMakePlan2d(made, nx, ny, type, nullptr); });
}
cufftResult cufftPlan3d(cufftHandle* handle, int nx, int ny, int nz, cufftType type) {
  return create_and(
      handle, [=](cufftHandle made) { return cufftMakePlan3d(made, nx, ny, nz, type, nullptr); });
}
cufftResult cufftPlanMany(cufftHandle* handle, int rank, int* n, int* inembed, int istride,
                          int idist, int* onembed, int ostride, int odist, cufftType type,
                          int batch) {
  return create_and(handle, [=](cufftHandle made) {
    return make_many(made, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                     nullptr);
  });
}

cufftResult cufftGetSize(cufftHandle handle, size_t* work) {
  const Entry* const entry = find(handle);
  if (entry == nullptr || entry->plan == nullptr || work == nullptr) return CUFFT_INVALID_PLAN;
  *work = entry->plan->work_bytes();
  return CUFFT_SUCCESS;
}
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* work) {
  *work = estimate(static_cast<long long>(nx) * batch, type);
  return CUFFT_SUCCESS;
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* work) {
  *work = estimate(static_cast<long long>(nx) * ny, type);
  return CUFFT_SUCCESS;
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* work) {
  *work = estimate(static_cast<long long>(nx) * ny * nz, type);
  return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle handle, int) {
  return find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle handle, void*) {
  return find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  Entry* const entry = find(handle);
  if (entry == nullptr) return CUFFT_INVALID_PLAN;
  entry->stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int* version) {
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  const int values[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
  if (value == nullptr || static_cast<unsigned>(type) > PATCH_LEVEL) return CUFFT_INVALID_VALUE;
  *value = values[type];
  return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return execute_directed(plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
  return execute_directed(plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return execute(plan, CUFFT_R2C, in, out, false);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return execute(plan, CUFFT_C2R, in, out, true);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return execute(plan, CUFFT_D2Z, in, out, false);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return execute(plan, CUFFT_Z2D, in, out, true);
}

}  // extern "C"
