// An SQLite database: statements with parameters that are bound in their order, rows that are read
// by column, and transactions that are undone unless they are committed. Errors name the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "heddle/base/exception.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace heddle::study {

class Database;

/// Advice for a file that is read-only or that holds something other than results.
inline constexpr const char* kNameAnother =
    "name another (--results of heddle sweep, --out of heddle reproduce)";

/// Thrown when the disk has no room for the values to be stored.
class DiskFull : public Error {
 public:
  using Error::Error;
};

class Statement {
 public:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Handle = std::unique_ptr<sqlite3_stmt, Finalize>;

  Statement(Database& database, const std::string& sql);

  /// Binds the next parameter of the statement.
  Statement& bind(const std::string& text);
  Statement& bind(double number);
  Statement& bind(std::int64_t number);
  Statement& bind(std::uint64_t number) { return bind(static_cast<std::int64_t>(number)); }
  /// Binds a value of the current row of another statement, which may belong to another database.
  Statement& bind(const Statement& row, int column);

  bool next();  ///< moves to the next row; returns false if no row is left
  void run();   ///< executes the statement; then parameters can be bound again

  std::string text(int column) const;
  double number(int column) const;
  std::int64_t whole(int column) const;
  /// Appends the type and all bytes of a value, so that different values have different texts.
  void append_exact(int column, std::string& bytes) const;
  int columns() const;
  std::string column_name(int column) const;

 private:
  void check(int code) const;

  Database* database_;
  Handle statement_;
  int bound_ = 0;
};

class Database {
 public:
  /// Opens the file. If the file does not exist and `create` is set, creates the file. Waits a few
  /// seconds for another process that has locked the file. Throws Error.
  Database(const std::filesystem::path& file, bool create);

  /// From now on, waits up to a minute for another process that has locked the file. Call this
  /// before storing values that took long to compute and must not be lost.
  void be_patient();
  bool is_read_only() const;  ///< whether the file exists and may not be written

  void execute(const std::string& sql);  ///< runs SQL without parameters
  /// Runs the SQL text of a file. Throws Error with the file and the line of a wrong statement.
  void execute_file(const std::filesystem::path& file, const std::string& sql);
  /// Throws Error for a temporary view of the file that uses a table or column that does not exist.
  /// SQLite itself does not check a view before its first use.
  void check_views(const std::filesystem::path& file, const std::string& sql);
  std::int64_t last_row() const;
  const std::filesystem::path& file() const { return file_; }
  sqlite3* handle() const { return handle_.get(); }
  /// Throws an Error with the message of the last failure. Throws DiskFull if the disk is full.
  [[noreturn]] void fail_with_reason() const;
  std::string reason() const;  ///< SQLite's message for the last failure

 private:
  [[noreturn]] void fail_at(const std::filesystem::path& file, const std::string& sql,
                            std::ptrdiff_t place) const;

  struct Close {
    void operator()(sqlite3* handle) const;
  };

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* database_;
  bool open_ = true;
};

}  // namespace heddle::study
