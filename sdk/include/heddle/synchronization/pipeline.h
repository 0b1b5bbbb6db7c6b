// cuda::pipeline: stages that producers fill and consumers empty, in turn. The stages of one thread,
// which is both, are the groups of its asynchronous copies. Of a block, each stage has a barrier for
// "filled" and one for "empty".
#ifndef HEDDLE_SYNCHRONIZATION_PIPELINE_H
#define HEDDLE_SYNCHRONIZATION_PIPELINE_H

#include "barrier.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope>
class pipeline;

template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline(const pipeline&) = delete;
  __device__ pipeline(pipeline&&) {}
  __device__ void producer_acquire() {}
  __device__ void producer_commit() { __heddle_commit_copies(); }
  __device__ void consumer_wait() { __heddle_wait_for_groups<0>(); }
  __device__ void consumer_release() {}
  __device__ bool quit() { return true; }

 private:
  friend __device__ inline pipeline make_pipeline();
  __device__ pipeline() {}
};

__device__ inline pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}

template <thread_scope Scope>
struct __heddle_stage {
  barrier<Scope> filled, emptied;
};

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;

  // What the parts of this folder use.
  __heddle_stage<Scope> __heddle_stages[Stages];
  unsigned __heddle_producers, __heddle_consumers;
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline(const pipeline&) = delete;
  __device__ pipeline(pipeline&& other)
      : stages_(other.stages_),
        count_(other.count_),
        produces_(other.produces_),
        consumes_(other.consumes_) {}

  /// A stage is filled for the first time without waiting, and then whenever it has been emptied.
  __device__ void producer_acquire() {
    if (!produces_) return;
    const unsigned round = head_ / count_;
    if (round > 0) stages_[head_ % count_].emptied.__heddle_wait(round - 1);
  }
  __device__ void producer_commit() {
    if (produces_) stages_[head_++ % count_].filled.__heddle_arrive_with_copies();
  }
  __device__ void consumer_wait() {
    if (consumes_) stages_[tail_ % count_].filled.__heddle_wait(tail_ / count_);
  }
  __device__ void consumer_release() {
    if (consumes_) stages_[tail_++ % count_].emptied.__heddle_arrive();
  }

  __device__ pipeline(__heddle_stage<Scope>* stages, unsigned count, bool produces, bool consumes)
      : stages_(stages), count_(count), produces_(produces), consumes_(consumes) {}

 private:
  __heddle_stage<Scope>* stages_;
  unsigned count_;
  bool produces_, consumes_;
  unsigned head_ = 0;  // stages that this thread has filled
  unsigned tail_ = 0;  // and emptied
};

/// All threads of the group, with what each of them does.
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> __heddle_make_pipeline(const Group& group,
                                                  pipeline_shared_state<Scope, Stages>* state,
                                                  bool produces, bool consumes) {
  const bool first = group.thread_rank() == 0;
  if (first) state->__heddle_producers = state->__heddle_consumers = 0;
  group.sync();
  if (produces) atomicAdd(&state->__heddle_producers, 1u);
  if (consumes) atomicAdd(&state->__heddle_consumers, 1u);
  group.sync();
  if (first) {
    for (auto& stage : state->__heddle_stages) {
      init(&stage.filled, state->__heddle_producers);
      init(&stage.emptied, state->__heddle_consumers);
    }
  }
  group.sync();
  return pipeline<Scope>(state->__heddle_stages, Stages, produces, consumes);
}

template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group,
                                         pipeline_shared_state<Scope, Stages>* state) {
  return __heddle_make_pipeline(group, state, true, true);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group,
                                         pipeline_shared_state<Scope, Stages>* state,
                                         pipeline_role role) {
  return __heddle_make_pipeline(group, state, role == pipeline_role::producer,
                                role == pipeline_role::consumer);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group,
                                         pipeline_shared_state<Scope, Stages>* state,
                                         size_t producers) {
  const bool produces = group.thread_rank() < producers;
  return __heddle_make_pipeline(group, state, produces, !produces);
}

template <unsigned char Prior>
__device__ inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  __heddle_wait_for_groups<Prior>();
}

}  // namespace cuda

#endif
#endif
