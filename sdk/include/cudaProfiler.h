// heddle has no CUDA driver API (cuda_profiler_api.h has the runtime's functions).
#error \
    "cudaProfiler.h: heddle has no CUDA driver API (cuda_profiler_api.h has the runtime's functions)"
