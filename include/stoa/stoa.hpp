#pragma once

/// StoaDB's C++ interface, all of it:
///
///   stoa::Database database;
///   stoa::Connection connection = database.connect();
///   const stoa::Result result = connection.query("SELECT * FROM 'cities.csv' WHERE people > $1", 100000);
///   for (auto [city, people] : result.rows<std::string, int64_t>()) ...
///
/// Errors are exceptions of one type, stoa::Error: SQLSTATE, message, hint, place in the SQL.
#include <stoa/database.hpp>
#include <stoa/error.hpp>
#include <stoa/result.hpp>
