#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <stoa/column.hpp>
#include <stoa/row.hpp>

/// What a query gave: rows, single values, and columns without copies.
namespace stoa {

/// The result of one statement: immutable, cheap to copy, independent of its connection; it keeps the storage
/// alive that it was read from. Used by one thread at a time.
class STOA_EXPORT Result {
 public:
  /// What a Result holds; the library's.
  struct Data;

  Result();
  explicit Result(std::shared_ptr<const Data> data);

  size_t column_count() const noexcept;
  size_t row_count() const noexcept;
  bool empty() const noexcept { return row_count() == 0; }
  /// Raise 22023 for a column that is not there.
  const std::string& column_name(size_t column) const;
  ColumnType column_type(size_t column) const;
  /// Raises 42703 with a near name; of equal names the first.
  size_t column_index(std::string_view name) const;
  /// PostgreSQL's command tag: "SELECT", "CREATE TABLE", ...
  const std::string& command() const noexcept;
  /// Rows that INSERT, UPDATE, DELETE or COPY changed.
  uint64_t changed_row_count() const noexcept;

  /// Raises 22023 for a row that is not there.
  Row operator[](size_t row) const;
  /// The only value of a result of one row and one column, as `result.value<int64_t>()`. Raises 21000 for
  /// another shape.
  template <class T>
  T value() const {
    check_single();
    return Row(*this, 0).get<T>(0);
  }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Row;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Row;
    Iterator() = default;
    Iterator(const Result& result, size_t row) noexcept : result_(&result), row_(row) {}
    Row operator*() const noexcept { return Row(*result_, row_); }
    Iterator& operator++() noexcept {
      ++row_;
      return *this;
    }
    Iterator operator++(int) noexcept {
      Iterator before = *this;
      ++row_;
      return before;
    }
    bool operator==(const Iterator& other) const noexcept { return row_ == other.row_; }

   private:
    const Result* result_ = nullptr;
    size_t row_ = 0;
  };
  Iterator begin() const noexcept { return {*this, 0}; }
  Iterator end() const noexcept { return {*this, row_count()}; }

  /// Rows as tuples: `for (auto [id, name] : result.rows<int64_t, std::optional<std::string>>())`. The result
  /// must outlive the range.
  template <class... Columns>
  class Rows {
   public:
    class TupleIterator {
     public:
      using iterator_category = std::input_iterator_tag;
      using value_type = std::tuple<Columns...>;
      using difference_type = std::ptrdiff_t;
      using pointer = void;
      using reference = value_type;
      explicit TupleIterator(Iterator at) noexcept : at_(at) {}
      value_type operator*() const { return read(std::index_sequence_for<Columns...>()); }
      TupleIterator& operator++() noexcept {
        ++at_;
        return *this;
      }
      void operator++(int) noexcept { ++at_; }
      bool operator==(const TupleIterator& other) const noexcept { return at_ == other.at_; }

     private:
      template <size_t... I>
      value_type read(std::index_sequence<I...>) const {
        const Row row = *at_;
        return {row.get<Columns>(I)...};
      }
      Iterator at_;
    };
    explicit Rows(const Result& result) noexcept : result_(&result) {}
    TupleIterator begin() const noexcept { return TupleIterator(result_->begin()); }
    TupleIterator end() const noexcept { return TupleIterator(result_->end()); }

   private:
    const Result* result_;
  };
  /// Raises 22023 when the result has fewer columns.
  template <class... Columns>
  Rows<Columns...> rows() const& {
    check_column_count(sizeof...(Columns));
    return Rows<Columns...>(*this);
  }
  template <class... Columns>
  Rows<Columns...> rows() const&& = delete;

  // --- columns without copies
  size_t batch_count() const noexcept;
  /// Raises 22023 for what is not there, 42804 when T is not the column's C type.
  template <class T>
  ColumnBatch<T> column(size_t batch, size_t column) const {
    static_assert(detail::kCell<T> != 0, "Result::column reads bool, numbers, stoa_text and stoa_interval");
    const stoa_column found = raw_column(batch, column, sizeof(T), detail::kCell<T>);
    return {{static_cast<const T*>(found.values), found.row_count}, found.validity};
  }

  /// A table of characters with a border; up to `row_count_max` rows, 0: all.
  std::string to_string(size_t row_count_max = 0) const;
  /// An Arrow C stream, batch by batch; the caller's to release. `flags` are those of stoa_result_arrow.
  void export_arrow(ArrowArrayStream* stream, unsigned flags = 0) const;

 private:
  friend class Row;
  void check_single() const;
  void check_column_count(size_t wanted) const;
  stoa_column raw_column(size_t batch, size_t column, size_t value_bytes, char cell) const;

  std::shared_ptr<const Data> data_;
};

}  // namespace stoa
