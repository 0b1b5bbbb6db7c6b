// clang's wrapper includes this file of CUDA's last, before the program's first line. The wrapper
// leaves
// __CUDACC__ empty; nvcc's is 1 on both sides, and programs test its value.
#undef __CUDACC__
#define __CUDACC__ 1
