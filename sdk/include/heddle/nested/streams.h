// The streams of device code that CUDA names: launches without order, and launches after the kernel
// that launches. Values: cuda_device_runtime_api.h of CUDA 12.
#ifndef HEDDLE_NESTED_STREAMS_H
#define HEDDLE_NESTED_STREAMS_H

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#endif
