// A factor that the host knows or that lies on the device.
#pragma once

namespace heddle_math {

template <typename T>
struct Scalar {
  const T* pointer;  ///< null: the value is known
  T value;
  __device__ T get() const { return pointer != nullptr ? *pointer : value; }
};
template <typename T>
inline Scalar<T> constant(T value) {
  return {nullptr, value};
}
/// Whether the host knows that the factor has this value.
template <typename T>
inline bool is_known(const Scalar<T>& factor, T value) {
  return factor.pointer == nullptr && factor.value == value;
}

/// Keeps a parameter's type from being deduced from its argument.
template <typename T>
struct Same {
  using Type = T;
};

}  // namespace heddle_math
