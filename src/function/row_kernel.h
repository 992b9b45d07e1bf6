#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "function/scalar_function.h"

/// Scalar kernels made from plain C++ functions of one row.
///
/// `row_kernel<&f>` is a ScalarKernel for `R f(A...)`. Parameters that are values (integers, double,
/// Interval, bool, std::string_view) take the arguments in order. Besides them a function may take `const
/// ScalarCall&` (context and bound data) and `TextSink&` (where new text goes). R is a value, TextView (made
/// by the sink), TextSlice (a part of an argument), std::string (copied), or std::optional of these, where
/// nullopt gives NULL. Functions run for rows without NULL arguments only, so they may raise.
namespace stoa {

/// Gives room for the texts of a result vector.
class TextSink {
 public:
  explicit TextSink(ColumnVector& result) : result_(result) {}
  TextView add(std::string_view text) {
    return text.size() <= TextView::kInlineBytes ? TextView(text) : heap().add(text);
  }
  /// Uninitialized bytes that live as long as the result; for texts written in place.
  char* allocate(size_t size_bytes) { return heap().allocate(size_bytes); }
  TextHeap& heap() {
    if (heap_ == nullptr) {
      heap_ = &result_.mutable_heap();
    }
    return *heap_;
  }

 private:
  ColumnVector& result_;
  TextHeap* heap_ = nullptr;
};

/// A part of an argument's text, shared and not copied.
struct TextSlice {
  std::string_view text;
};

/// The rows whose arguments are all valid.
class ValidRows {
 public:
  ValidRows(std::span<const ColumnVector> arguments, size_t row_count);
  /// A constant argument is NULL: there are no valid rows.
  bool none() const { return none_; }
  bool all() const { return !none_ && words_ == nullptr; }
  const uint64_t* words() const { return words_; }

  template <class F>
  void for_each(F&& visit) const {
    if (none_) {
      return;
    }
    if (words_ == nullptr) {
      for (size_t row = 0; row < row_count_; ++row) {
        visit(row);
      }
      return;
    }
    for (size_t base = 0; base < row_count_; base += 64) {
      uint64_t word = words_[base / 64] & low_bits(row_count_ - base);
      for (; word != 0; word &= word - 1) {
        visit(base + static_cast<size_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  size_t row_count_;
  bool none_ = false;
  const uint64_t* words_ = nullptr;
  std::unique_ptr<uint64_t[]> combined_;
};

/// Lets `result` keep alive what the texts of `arguments` point into.
void share_heaps(std::span<const ColumnVector> arguments, ColumnVector& result);

namespace row {

template <class P>
inline constexpr bool kIsEnvironment = std::is_same_v<P, TextSink&> || std::is_same_v<P, const ScalarCall&>;

template <class P>
struct Stored {
  using Type = P;
  static P load(const Type& value) { return value; }
};
template <>
struct Stored<std::string_view> {
  using Type = TextView;
  static std::string_view load(const TextView& value) { return value.view(); }
};
template <>
struct Stored<bool> {
  using Type = uint8_t;
  static bool load(uint8_t value) { return value != 0; }
};

/// One parameter's values: a column's, or the environment.
template <class P>
struct Parameter {
  Parameter(const ScalarCall& call, TextSink&, size_t index)
      : values(call.arguments[index].values<typename Stored<P>::Type>()),
        mask(call.arguments[index].is_constant() ? 0 : ~size_t{0}) {}
  P at(size_t row) const { return Stored<P>::load(values[row & mask]); }
  const typename Stored<P>::Type* values;
  size_t mask;
};
template <>
struct Parameter<TextSink&> {
  Parameter(const ScalarCall&, TextSink& text_sink, size_t) : sink(text_sink) {}
  TextSink& at(size_t) const { return sink; }
  TextSink& sink;
};
template <>
struct Parameter<const ScalarCall&> {
  Parameter(const ScalarCall& bound_call, TextSink&, size_t) : call(bound_call) {}
  const ScalarCall& at(size_t) const { return call; }
  const ScalarCall& call;
};

template <class... P>
constexpr std::array<size_t, sizeof...(P) + 1> argument_indexes() {
  constexpr std::array<bool, sizeof...(P) + 1> environment = {kIsEnvironment<P>..., true};
  std::array<size_t, sizeof...(P) + 1> indexes{};
  size_t next = 0;
  for (size_t i = 0; i < sizeof...(P); ++i) {
    indexes[i] = environment[i] ? 0 : next++;
  }
  return indexes;
}

template <class R>
struct Result {
  using Type = typename Stored<R>::Type;
  static bool store(Type& to, const R& value, TextSink&) {
    to = static_cast<Type>(value);
    return true;
  }
};
template <>
struct Result<TextSlice> {
  using Type = TextView;
  static bool store(TextView& to, const TextSlice& value, TextSink&) {
    to = TextView(value.text);
    return true;
  }
};
template <>
struct Result<std::string> {
  using Type = TextView;
  static bool store(TextView& to, const std::string& value, TextSink& sink) {
    to = sink.add(value);
    return true;
  }
};
template <class R>
struct Result<std::optional<R>> {
  using Type = typename Result<R>::Type;
  static bool store(Type& to, const std::optional<R>& value, TextSink& sink) {
    return value.has_value() && Result<R>::store(to, *value, sink);
  }
};

template <class F>
struct Kernel;

template <class R, class... P>
struct Kernel<R (*)(P...)> {
  template <auto Fn>
  static ColumnVector run(const ScalarCall& call) {
    return run_indexed<Fn>(call, std::index_sequence_for<P...>());
  }

 private:
  template <auto Fn, size_t... I>
  static ColumnVector run_indexed(const ScalarCall& call, std::index_sequence<I...>) {
    static constexpr auto kIndexes = argument_indexes<P...>();
    const ValidRows valid(call.arguments, call.row_count);
    if (valid.none()) {
      return ColumnVector::make_null(call.return_type, call.row_count);
    }
    ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
    if constexpr (std::is_same_v<R, TextSlice> || std::is_same_v<R, std::optional<TextSlice>>) {
      share_heaps(call.arguments, result);
    }
    TextSink sink(result);
    const std::tuple<Parameter<P>...> parameters{Parameter<P>(call, sink, kIndexes[I])...};
    auto* to = result.template mutable_values<typename Result<R>::Type>();
    valid.for_each([&](size_t row) {
      if (!Result<R>::store(to[row], Fn(std::get<I>(parameters).at(row)...), sink)) {
        result.set_null(row);
      }
    });
    return result;
  }
};

// noexcept functions have a type of their own.
template <class R, class... P>
struct Kernel<R (*)(P...) noexcept> : Kernel<R (*)(P...)> {};

}  // namespace row

template <auto Fn>
ColumnVector row_kernel(const ScalarCall& call) {
  return row::Kernel<decltype(Fn)>::template run<Fn>(call);
}

}  // namespace stoa
