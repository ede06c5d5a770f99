#pragma once

/// A callable that somebody else holds: what a function takes that calls back before it returns.
/// Two words, no allocation, and no code for each callable but the call itself.

#include <concepts>
#include <type_traits>
#include <utility>

namespace loci {

template <typename Signature>
class FunctionRef;

/// Empty by default. The callable must outlive every call: hand a lambda over as an argument, keep
/// none.
template <typename R, typename... Args>
class FunctionRef<R(Args...)> {
 public:
  FunctionRef() = default;

  template <typename Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef>)
  FunctionRef(Callable&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* object, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(
              std::forward<Args>(args)...);
        }) {}

  explicit operator bool() const { return call_ != nullptr; }

  /// Not of an empty one.
  R operator()(Args... args) const { return call_(callable_, std::forward<Args>(args)...); }

 private:
  void* callable_ = nullptr;
  R (*call_)(void*, Args...) = nullptr;
};

}  // namespace loci
