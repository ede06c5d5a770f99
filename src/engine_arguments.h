#pragma once

/// Reads the arguments of a call and checks them, so that a method states what it takes and nothing
/// else. The first thing that is wrong is kept; readers go on with defaults, and the method asks
/// once, at the end, by finish().
///
/// Numbers by the thousand and whole files do not go through JSON: behind the array may stand a
/// zero byte and then raw bytes, the attachments. Where a value is one of them, the JSON has
/// `{"at": first byte, "bytes": how many}` in its place. Only vector(), vectors() and bytes() take
/// such a value for one; to all others it is an object.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci {

/// What a call tells beside its result.
struct Warning {
  std::string_view code;  // a constant
  std::string message;
};

/// A limit without a range of its own: this is the most it gives.
inline constexpr int64_t kMaxLimit = 1000;

/// What a text has to be where it is a moment, for messages.
inline constexpr char kMoment[] = "an ISO 8601 string or a Date";

/// One object whose fields are read by name. Fields that nobody read are unknown, and an error.
class Fields {
 public:
  /// `what` names the object in messages; empty for the options of a call. `attachments` stay the
  /// caller's.
  Fields(const nlohmann::json* object, std::string what, std::string_view attachments);
  ~Fields();
  Fields(Fields&&) noexcept;

  std::string text(const char* name);  // required
  /// Absent or null: none. `wanted` says what it has to be, for messages.
  std::optional<std::string> optional_text(const char* name, const char* wanted = "a string");
  std::optional<std::vector<std::string>> texts(const char* name);  // absent or null: none
  bool flag(const char* name, bool otherwise);
  /// An integer >= 0, of any size; what does not fit is the largest that does.
  std::optional<int64_t> count(const char* name, bool null_allowed = false);
  int64_t required_count(const char* name);
  /// A count with a default, cut to kMaxLimit with a warning.
  int64_t limit(const char* name, int64_t otherwise);
  /// A number in [0, 1]: a weight, a threshold.
  double fraction(const char* name, double otherwise);
  /// The same; absent or null: none.
  std::optional<double> fraction(const char* name);
  /// A number >= 0: a distance.
  double number(const char* name, double otherwise);
  /// A moment as text, in microseconds since 1970.
  std::optional<int64_t> instant(const char* name);
  /// The same as it is stored, see normalize_timestamp(). An empty text is none, too.
  std::optional<std::string> moment(const char* name);
  /// One of the given words, which are constants; the first where it is absent.
  std::string_view choice(const char* name, std::initializer_list<std::string_view> words);
  /// An object, as compact JSON text.
  std::optional<std::string> object_text(const char* name);
  /// An object, to be read by its own fields.
  std::optional<Fields> object(const char* name);
  /// The same where it must be there; none is an error.
  std::optional<Fields> required_object(const char* name);
  /// An array of objects, each to be read by its own fields. Absent or null: none.
  std::vector<Fields> objects(const char* name);
  /// Whether null was given, which to some fields says another thing than nothing does.
  bool is_null(const char* name) const;
  /// Whether anything was given, null too.
  bool has(const char* name);
  /// What a thing is known by, see check_short_text(). Absent or null: empty.
  std::string id(const char* name, size_t most_bytes);
  /// A word that begins with no digit, or a count as its digits. Absent or null: none.
  std::optional<std::string> text_or_count(const char* name, const char* wanted);
  /// Attached numbers, each a little-endian float32. Absent or null: none. What is no such
  /// attachment is an empty vector, which is invalid wherever one is wanted: so it is judged there,
  /// beside vectors of other faults, and never by finish().
  std::optional<std::vector<float>> vector(const char* name);
  /// An array of such attachments, or null where one is missing. Absent or null: none.
  std::vector<std::optional<std::vector<float>>> vectors(const char* name);
  /// Attached bytes, the caller's, who keeps them for the time of the call. Absent or null: none.
  std::optional<std::string_view> bytes(const char* name);

  /// An error about a field of this object, with the object's name in front.
  Failure located(Failure failure) const;

  /// The first error of this object: what a reader found, or an unknown field.
  Status finish();
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  const nlohmann::json* find(const char* name);
  std::optional<std::string_view> attachment(const nlohmann::json& value) const;
  std::vector<float> numbers(const nlohmann::json& value) const;
  std::string label(std::string_view name) const;
  void complain(std::string_view name, std::string_view wanted);
  void complain(Failure failure);
  double number_up_to(double most, const char* name, double otherwise, const char* wanted);

  const nlohmann::json* object_;  // nullptr: no fields
  std::string what_;
  std::string_view attachments_;
  std::vector<std::string_view> read_;
  Failure failure_;
  std::vector<Warning> warnings_;
};

/// The arguments of one call.
class Arguments {
 public:
  /// `text` is that of a JSON array, with the attachments behind it, which must outlive what is
  /// read here. `names` are those of the parameters with a space between, a constant, for messages
  /// and to refuse arguments that no parameter takes.
  static Result<Arguments> parse(std::string_view text, const char* names);
  /// For a method that takes no arguments.
  static Status none(std::string_view text);
  ~Arguments();
  Arguments(Arguments&&) noexcept;

  Result<std::string> text(size_t at) const;
  /// Empty where it is absent or null.
  Result<std::string> text_or_none(size_t at) const;
  /// The argument as an object; an absent or null one has no fields.
  Result<Fields> options(size_t at) const;
  /// The argument as an object that must be there.
  Result<Fields> object(size_t at) const;
  /// The argument as an object with one more field, as compact JSON text; an absent one is empty.
  Result<std::string> object_with(size_t at, const char* name, int64_t value) const;
  /// The argument as an array of objects. Messages number them from `first`.
  Result<std::vector<Fields>> objects(size_t at, int64_t first) const;
  /// The argument as a count; 0 when it is absent.
  Result<int64_t> count(size_t at) const;
  /// The argument, or the only option of the object that it is, as a count of at most `most`.
  Result<int64_t> count_or_option(size_t at, const char* option, int64_t otherwise,
                                  int64_t most) const;

 private:
  Arguments();
  const nlohmann::json* find(size_t at) const;
  size_t count_names() const;
  std::string name(size_t at) const;
  Failure unfit(size_t at, std::string_view wanted, const nlohmann::json* value) const;

  std::unique_ptr<nlohmann::json> values_;
  std::string_view attachments_;
  std::string_view names_;
};

}  // namespace loci
