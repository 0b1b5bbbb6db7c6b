// Sets the value that conditional nodes of graphs read. The handle is the address of the value.
#ifndef HEDDLE_DEVICE_CONDITIONAL_H
#define HEDDLE_DEVICE_CONDITIONAL_H

static inline __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                      unsigned int value) {
  *(volatile unsigned int*)handle = value;
}

#endif
