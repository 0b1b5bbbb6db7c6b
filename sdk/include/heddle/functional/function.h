// nvstd::function. It owns a copy of its target: within itself if the target is small, else on the
// heap.
#ifndef HEDDLE_FUNCTIONAL_FUNCTION_H
#define HEDDLE_FUNCTIONAL_FUNCTION_H

#include "../../cuda_runtime.h"

#if defined(__cplusplus) && __cplusplus >= 201103L
#include <functional>
#include <new>
#include <type_traits>
#include <utility>

#define HEDDLE_BOTH __host__ __device__

namespace nvstd {

template <typename Signature>
class function;

template <typename Result, typename... Arguments>
class function<Result(Arguments...)> {
  /// Holds for what can be called so and is no function of this type.
  template <typename Target,
            typename Answer = decltype(std::declval<Target&>()(std::declval<Arguments>()...))>
  using Callable =
      typename std::enable_if<!std::is_same<typename std::decay<Target>::type, function>::value &&
                              (std::is_void<Result>::value ||
                               std::is_convertible<Answer, Result>::value)>::type;

 public:
  using result_type = Result;

  HEDDLE_BOTH function() noexcept {}
  HEDDLE_BOTH function(decltype(nullptr)) noexcept {}
  HEDDLE_BOTH function(const function& other) {
    if (other.manage_ != nullptr) other.manage_(Task::copy, this, &other);
  }
  HEDDLE_BOTH function(function&& other) noexcept { take(other); }
  template <typename Target, typename = Callable<Target>>
  HEDDLE_BOTH function(Target target) {
    if (!is_null(target)) Keeper<Target>::make(this, std::move(target));
  }
  HEDDLE_BOTH ~function() { clear(); }

  HEDDLE_BOTH function& operator=(const function& other) {
    function(other).swap(*this);
    return *this;
  }
  HEDDLE_BOTH function& operator=(function&& other) {
    if (this != &other) {
      clear();
      take(other);
    }
    return *this;
  }
  HEDDLE_BOTH function& operator=(decltype(nullptr)) {
    clear();
    return *this;
  }
  template <typename Target, typename = Callable<Target>>
  HEDDLE_BOTH function& operator=(Target target) {
    function(std::move(target)).swap(*this);
    return *this;
  }

  HEDDLE_BOTH void swap(function& other) {
    function mine(std::move(other));
    other.take(*this);
    take(mine);
  }
  HEDDLE_BOTH explicit operator bool() const noexcept { return call_ != nullptr; }

  /// Without a target: std::bad_function_call on the host, a trap on the device.
  HEDDLE_BOTH Result operator()(Arguments... arguments) const {
    if (call_ == nullptr) fail();
    return call_(this, static_cast<Arguments&&>(arguments)...);
  }

 private:
  enum class Task { copy, move, destroy };
  static constexpr unsigned kNear = 24;  // bytes

  /// What is done with a target of one type.
  template <typename Target>
  struct Keeper {
    static constexpr bool kFits = sizeof(Target) <= kNear && alignof(Target) <= alignof(void*);

    HEDDLE_BOTH static Target* of(const function* owner) {
      void* at = const_cast<unsigned char*>(owner->target_);
      return static_cast<Target*>(kFits ? at : *static_cast<void**>(at));
    }
    template <typename From>
    HEDDLE_BOTH static void place(function* owner, From&& from, std::true_type) {
      ::new (static_cast<void*>(owner->target_)) Target(static_cast<From&&>(from));
    }
    template <typename From>
    HEDDLE_BOTH static void place(function* owner, From&& from, std::false_type) {
      ::new (static_cast<void*>(owner->target_)) void*(new Target(static_cast<From&&>(from)));
    }
    template <typename From>
    HEDDLE_BOTH static void make(function* owner, From&& from) {
      place(owner, static_cast<From&&>(from), std::integral_constant<bool, kFits>());
      owner->call_ = call;
      owner->manage_ = manage;
    }
    HEDDLE_BOTH static Result call(const function* owner, Arguments&&... arguments) {
      return static_cast<Result>((*of(owner))(static_cast<Arguments&&>(arguments)...));
    }
    HEDDLE_BOTH static void manage(Task task, function* to, const function* from) {
      if (task == Task::copy) {
        make(to, *static_cast<const Target*>(of(from)));
      } else if (task == Task::move && kFits) {
        make(to, std::move(*of(from)));
        of(from)->~Target();
      } else if (task == Task::move) {
        ::new (static_cast<void*>(to->target_)) void*(of(from));
        to->call_ = call;
        to->manage_ = manage;
      } else if (kFits) {
        of(from)->~Target();
      } else {
        delete of(from);
      }
    }
  };

  /// Whether a target is a pointer to no function.
  template <typename Target>
  HEDDLE_BOTH static bool is_null(const Target&) {
    return false;
  }
  template <typename Function>
  HEDDLE_BOTH static bool is_null(Function* target) {
    return target == nullptr;
  }

  /// Both are without a target afterwards, or this one has the other's.
  HEDDLE_BOTH void take(function& other) {
    call_ = nullptr;
    manage_ = nullptr;
    if (other.manage_ == nullptr) return;
    other.manage_(Task::move, this, &other);
    other.call_ = nullptr;
    other.manage_ = nullptr;
  }
  HEDDLE_BOTH void clear() {
    if (manage_ != nullptr) manage_(Task::destroy, nullptr, this);
    call_ = nullptr;
    manage_ = nullptr;
  }
  HEDDLE_BOTH static void fail() {
#if defined(__CUDA_ARCH__)
    __trap();
#else
    throw std::bad_function_call();
#endif
  }

  alignas(void*) unsigned char target_[kNear];  // the target, or the address of one on the heap
  Result (*call_)(const function*, Arguments&&...) = nullptr;
  void (*manage_)(Task, function* to, const function* from) = nullptr;
};

template <typename Result, typename... Arguments>
HEDDLE_BOTH void swap(function<Result(Arguments...)>& a, function<Result(Arguments...)>& b) {
  a.swap(b);
}
template <typename Result, typename... Arguments>
HEDDLE_BOTH bool operator==(const function<Result(Arguments...)>& a, decltype(nullptr)) {
  return !a;
}
template <typename Result, typename... Arguments>
HEDDLE_BOTH bool operator==(decltype(nullptr), const function<Result(Arguments...)>& a) {
  return !a;
}
template <typename Result, typename... Arguments>
HEDDLE_BOTH bool operator!=(const function<Result(Arguments...)>& a, decltype(nullptr)) {
  return static_cast<bool>(a);
}
template <typename Result, typename... Arguments>
HEDDLE_BOTH bool operator!=(decltype(nullptr), const function<Result(Arguments...)>& a) {
  return static_cast<bool>(a);
}

}  // namespace nvstd

#undef HEDDLE_BOTH

#endif
#endif
