#pragma once

#include <string>
#include <vector>

#include "runner/script.h"
#include "runner/sql_session.h"

namespace stoa::sqltest {

/// A result as the classic runner prints it: one text per cell, row after row.
/// I: an integer (reals lose their fraction, text its tail); R: %.3f; T: the text itself, with control
/// characters written as \n, \t and so on. NULL is "NULL", empty text "(empty)"; booleans are 1 and 0 under
/// I, else true and false.
std::vector<std::string> print_cells(const SqlResult& result, const std::string& types);

/// Orders the texts as the mode says, rows of `column_count` texts staying together under rowsort.
void sort_cells(std::vector<std::string>& cells, int column_count, SortMode mode);

/// "N values hashing to D": D is the MD5 of all texts, each followed by a newline.
std::string digest_cells(const std::vector<std::string>& cells);

/// Empty if the result is what the record expects, else what is wrong with it, in lines.
std::string compare_result(const SqlResult& result, const Record& record);

}  // namespace stoa::sqltest
