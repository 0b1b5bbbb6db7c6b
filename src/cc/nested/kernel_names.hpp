// Finds the kernel that a launch in device code means, where the name alone does not tell. For a
// kernel template
//   template <class T, int N> __global__ void k(T* p, T (&a)[N]);
// the text gets, before its first declaration, a class and a device function without a body:
//   template <class T, int N> struct __heddle_deduced_0 {
//     typedef T t0; static constexpr decltype(N) t1 = N; };
//   template <class T, int N> __device__ __heddle_deduced_0<T, N> __heddle_deduce_k(T* p, ...);
// The type of a call of the function has the template's arguments. For each declaration of a kernel
// that is overloaded, the text gets a device function whose result has the kernel's type:
//   __device__ __heddle_overload<void(T* p)> __heddle_deduce_k(T* p);
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cc/nested/launch_sites.hpp"

namespace heddle::cc {

class KernelNames {
 public:
  /// `heads`: the kernels of the text, in its order.
  KernelNames(const TokenText& text, const std::vector<KernelHead>& heads);

  /// Whether a launch by this name with this number of template arguments needs the declarations
  /// to find its kernel.
  bool needs_search(std::string_view name, std::size_t arguments) const;
  /// The type and the value of the kernel, in terms of __heddle_d, the type of a call of the
  /// declared function: template arguments of __heddle_launch_shaped. `scope`: what qualifies the
  /// name. Nothing if the kernel cannot be found by its arguments.
  std::optional<std::string> kernel(std::string_view name, std::string_view scope) const;

  struct Insertion {
    std::size_t token = 0;  ///< the text belongs before this token
    std::string text;
  };
  /// The declarations for the kernels with these names.
  std::vector<Insertion> declarations(const std::vector<std::string_view>& names) const;

 private:
  struct Parameter {
    std::string name;  ///< empty: it has none, and a default
    bool is_type = false;
    bool is_deducible = true;  ///< false: a pack, or a template
  };
  struct Kernel {
    std::size_t begin = 0;
    std::string header;  ///< "template <...>"; empty: it is no template
    std::string function_parameters;
    std::vector<Parameter> parameters;
    std::vector<std::size_t> scopes;

    bool is_template() const { return !header.empty(); }
  };

  void add(const KernelHead& head);
  std::vector<Parameter> parameters(std::size_t from, std::size_t to) const;
  Parameter parameter(std::size_t from, std::size_t to) const;
  std::optional<std::string> arguments(const Kernel& kernel) const;
  std::string declaration(std::string_view name, const Kernel& kernel) const;

  const TokenText& text_;
  std::map<std::string_view, std::vector<Kernel>> kernels_;
};

}  // namespace heddle::cc
