// Order between streams, queries, events and host functions.
#include <string>

#include "check.h"

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

__global__ void append(int* list, int* count, int value) { list[(*count)++] = value; }

static int *list, *count;

static void reset_list() {
  OK(cudaMemset(count, 0, sizeof(int)));
  OK(cudaDeviceSynchronize());
}

static std::string order() {
  int n = 0, values[16];
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(&n, count, sizeof n, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(values, list, sizeof values, cudaMemcpyDeviceToHost));
  std::string text;
  for (int i = 0; i < n; ++i) text += std::to_string(values[i]);
  return text;
}

static void default_stream_orders_blocking_streams() {
  cudaStream_t one, two, apart;
  OK(cudaStreamCreate(&one));
  OK(cudaStreamCreate(&two));
  OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
  reset_list();
  spin<<<1, 1, 0, one>>>(20000);
  append<<<1, 1, 0, one>>>(list, count, 1);
  append<<<1, 1>>>(list, count, 2);
  append<<<1, 1, 0, two>>>(list, count, 3);
  append<<<1, 1, 0, apart>>>(list, count, 4);
  CHECK(order() == "4123");
  OK(cudaStreamDestroy(one));
  OK(cudaStreamDestroy(two));
  OK(cudaStreamDestroy(apart));
}

static void polling_ends() {
  cudaStream_t stream;
  cudaEvent_t event;
  OK(cudaStreamCreate(&stream));
  OK(cudaEventCreate(&event));
  OK(cudaStreamQuery(stream));
  OK(cudaEventQuery(event));
  spin<<<1, 1, 0, stream>>>(50000);
  OK(cudaEventRecord(event, stream));
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(cudaPeekAtLastError() == cudaErrorNotReady && cudaGetLastError() == cudaErrorNotReady);
  int polls = 0;
  while (cudaEventQuery(event) == cudaErrorNotReady) ++polls;
  CHECK(polls > 1);
  OK(cudaStreamQuery(stream));
  cudaGetLastError();
  OK(cudaStreamDestroy(stream));
  OK(cudaEventDestroy(event));
}

static void events_measure_simulated_time() {
  cudaEvent_t begin, end, silent;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  OK(cudaEventCreateWithFlags(&silent, cudaEventDisableTiming));
  int khz;
  OK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  OK(cudaEventRecord(begin));
  spin<<<1, 1>>>(100000);
  OK(cudaEventRecord(end));
  OK(cudaEventRecord(silent));
  OK(cudaEventSynchronize(end));
  float ms = 0;
  OK(cudaEventElapsedTime(&ms, begin, end));
  const double cycles = ms * khz;
  CHECK(cycles >= 100000 && cycles < 110000);
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, begin, silent));
  OK(cudaEventElapsedTime(&ms, begin, begin));
  CHECK(ms == 0);
  OK(cudaEventDestroy(begin));
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, begin, end));
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr));
}

static void a_stream_waits_for_an_event() {
  cudaStream_t one, two;
  cudaEvent_t event;
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  OK(cudaEventCreate(&event));
  reset_list();
  spin<<<1, 1, 0, one>>>(30000);
  append<<<1, 1, 0, one>>>(list, count, 1);
  OK(cudaEventRecord(event, one));
  OK(cudaStreamWaitEvent(two, event, 0));
  append<<<1, 1, 0, two>>>(list, count, 2);
  CHECK(order() == "12");
}

struct Calls {
  std::string text;
};

static void host_function(void* data) {
  static_cast<Calls*>(data)->text += "f";
  CHECK(cudaDeviceSynchronize() == cudaErrorNotPermitted);
}

static void callback(cudaStream_t, cudaError_t status, void* data) {
  CHECK(status == cudaSuccess);
  static_cast<Calls*>(data)->text += "c";
}

static void host_functions_run_in_order() {
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  Calls calls;
  OK(cudaLaunchHostFunc(stream, host_function, &calls));
  spin<<<1, 1, 0, stream>>>(1000);
  OK(cudaStreamAddCallback(stream, callback, &calls, 0));
  OK(cudaStreamSynchronize(stream));
  CHECK(calls.text == "fc");
}

static void handles_are_checked() {
  cudaStream_t stream;
  unsigned flags;
  int priority;
  unsigned long long id;
  OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100));
  OK(cudaStreamGetFlags(stream, &flags));
  OK(cudaStreamGetPriority(stream, &priority));
  OK(cudaStreamGetId(stream, &id));
  CHECK(flags == cudaStreamNonBlocking && priority == -5);
  OK(cudaStreamDestroy(stream));
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaStreamDestroy(nullptr));
  EXPECT_CODE(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 77));
}

int main() {
  OK(cudaMalloc(&list, 16 * sizeof(int)));
  OK(cudaMalloc(&count, sizeof(int)));
  default_stream_orders_blocking_streams();
  polling_ends();
  events_measure_simulated_time();
  a_stream_waits_for_an_event();
  host_functions_run_in_order();
  handles_are_checked();
}
