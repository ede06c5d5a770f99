// Tested by tests/engine_arguments_test.cpp.

#include "engine_arguments.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/concat.h"
#include "base/json.h"
#include "base/metadata.h"
#include "base/timestamp.h"
#include "text/short_text.h"

namespace loci {
namespace {

using nlohmann::json;

// Deeper arguments are refused before the parser sees them: metadata may nest kMaxMetadataDepth,
// inside an item, inside a list, inside the list of arguments.
constexpr size_t kMaxArgumentDepth = kMaxMetadataDepth + 8;

constexpr double kTwoTo63 = 9223372036854775808.0;

// The value as a count; nothing where it is negative, a fraction or no number.
std::optional<int64_t> count_of(const json& value) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  if (value.is_number_unsigned()) {
    return static_cast<int64_t>(std::min<uint64_t>(value.get<uint64_t>(), kMost));
  }
  if (value.is_number_integer()) {
    const auto integer = value.get<int64_t>();
    return integer < 0 ? std::nullopt : std::optional<int64_t>(integer);
  }
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 0) || number != std::floor(number)) return std::nullopt;
  return number >= kTwoTo63 ? kMost : static_cast<int64_t>(number);
}

// A text in quotes, so long that its start is recognized, cut between characters.
std::string in_quotes(std::string_view text) {
  constexpr size_t kMostBytes = 40;
  const bool cut = text.size() > kMostBytes;
  size_t size = cut ? kMostBytes : text.size();
  while (cut && size > 0 && (text[size] & 0xC0) == 0x80) --size;
  return concat({"'", text.substr(0, size), cut ? "…'" : "'"});
}

std::string shown(const json& value) {
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  if (value.is_number() || value.is_boolean() || value.is_null()) return dump_json(value);
  return value.is_array() ? "an array" : "an object";
}

// The elements of an array of objects, which messages number from `number`.
Result<std::vector<Fields>> fields_of(const json* array, const std::string& name, uint64_t number,
                                      std::string_view attachments) {
  if (array == nullptr || !array->is_array()) {
    return invalid_argument({name, " must be an array"});
  }
  std::vector<Fields> objects;
  for (const json& element : *array) {
    const std::string what = concat({name, "[", number++, "]"});
    if (!element.is_object()) {
      return invalid_argument({what, " must be an object, not ", shown(element)});
    }
    objects.emplace_back(&element, what, attachments);
  }
  return objects;
}

}  // namespace

Fields::Fields(const json* object, std::string what, std::string_view attachments)
    : object_(object), what_(std::move(what)), attachments_(attachments) {}
Fields::~Fields() = default;
Fields::Fields(Fields&&) noexcept = default;

std::string Fields::label(std::string_view name) const {
  return what_.empty() ? std::string(name) : concat({what_, ".", name});
}

void Fields::complain(Failure failure) {
  if (!failure_) failure_ = std::move(failure);
}

void Fields::complain(std::string_view name, std::string_view wanted) {
  const bool absent = object_ == nullptr || !object_->contains(name);
  complain(
      invalid_argument({label(name), " must be ", wanted, absent ? ", and is missing" : ", not ",
                        absent ? std::string() : shown((*object_)[name])}));
}

const json* Fields::find(const char* name) {
  if (std::find(read_.begin(), read_.end(), name) == read_.end()) read_.emplace_back(name);
  if (object_ == nullptr) return nullptr;
  const auto found = object_->find(name);
  return found == object_->end() ? nullptr : &*found;
}

std::string Fields::text(const char* name) {
  const json* value = find(name);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  complain(name, "a string");
  return {};
}

std::optional<std::string> Fields::optional_text(const char* name, const char* wanted) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  complain(name, wanted);
  return std::nullopt;
}

std::optional<std::vector<std::string>> Fields::texts(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto is_text = [](const json& element) { return element.is_string(); };
  if (value->is_array() && std::all_of(value->begin(), value->end(), is_text)) {
    return value->get<std::vector<std::string>>();
  }
  complain(name, "an array of strings");
  return std::nullopt;
}

bool Fields::flag(const char* name, bool otherwise) {
  const json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  complain(name, "true or false");
  return otherwise;
}

std::optional<int64_t> Fields::count(const char* name, bool null_allowed) {
  const json* value = find(name);
  if (value == nullptr || (null_allowed && value->is_null())) return std::nullopt;
  const auto count = count_of(*value);
  if (!count) complain(name, null_allowed ? "an integer >= 0 or null" : "an integer >= 0");
  return count;
}

int64_t Fields::required_count(const char* name) {
  const auto given = count(name);
  if (!given) complain(name, "an integer >= 0");  // where count() has complained, that stays
  return given.value_or(0);
}

int64_t Fields::limit(const char* name, int64_t otherwise) {
  const int64_t asked = count(name).value_or(otherwise);
  if (asked <= kMaxLimit) return asked;
  warnings_.push_back(
      {"limit_clamped", concat({label(name), " ", asked, " is above the most that one call gives; ",
                                kMaxLimit, " was used"})});
  return kMaxLimit;
}

double Fields::number_up_to(double most, const char* name, double otherwise, const char* wanted) {
  const json* value = find(name);
  if (value == nullptr) return otherwise;
  const double number = value->is_number() ? value->get<double>() : -1;
  if (number >= 0 && number <= most) return number;
  complain(name, wanted);
  return otherwise;
}

double Fields::fraction(const char* name, double otherwise) {
  return number_up_to(1, name, otherwise, "a number from 0 to 1");
}

std::optional<double> Fields::fraction(const char* name) {
  if (!has(name) || is_null(name)) return std::nullopt;
  return fraction(name, 0);
}

double Fields::number(const char* name, double otherwise) {
  return number_up_to(std::numeric_limits<double>::max(), name, otherwise, "a number >= 0");
}

std::optional<int64_t> Fields::instant(const char* name) {
  const auto text = optional_text(name, kMoment);
  if (!text) return std::nullopt;
  auto instant = parse_instant(*text);
  if (instant.ok()) return instant.value();
  complain(invalid_argument({label(name), ": ", instant.error().message}));
  return std::nullopt;
}

std::optional<std::string> Fields::moment(const char* name) {
  const auto text = optional_text(name, kMoment);
  if (!text || text->empty()) return std::nullopt;
  auto normalized = normalize_timestamp(*text);
  if (normalized.ok()) return std::move(normalized.value());
  complain(invalid_argument({label(name), ": ", normalized.error().message}));
  return std::nullopt;
}

std::string_view Fields::choice(const char* name, std::initializer_list<std::string_view> words) {
  const json* value = find(name);
  if (value == nullptr) return *words.begin();
  if (value->is_string()) {
    const std::string_view given = value->get_ref<const std::string&>();
    const auto* const word = std::find(words.begin(), words.end(), given);
    if (word != words.end()) return *word;
  }
  std::string wanted = "one of";
  for (const std::string_view word : words) wanted += concat({" '", word, "'"});
  complain(name, wanted);
  return *words.begin();
}

std::optional<std::string> Fields::object_text(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (value->is_object()) return dump_json(*value);
  complain(name, "a plain object");
  return std::nullopt;
}

std::optional<Fields> Fields::object(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (value->is_object()) return Fields(value, label(name), attachments_);
  complain(name, "an object");
  return std::nullopt;
}

std::optional<Fields> Fields::required_object(const char* name) {
  auto given = object(name);
  if (!given) complain(name, "an object");  // where object() has complained, that stays
  return given;
}

std::vector<Fields> Fields::objects(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return {};
  auto objects = fields_of(value, label(name), 0, attachments_);
  if (objects.ok()) return std::move(objects.value());
  complain(objects.take_failure());
  return {};
}

bool Fields::is_null(const char* name) const {
  if (object_ == nullptr) return false;
  const auto found = object_->find(name);
  return found != object_->end() && found->is_null();
}

bool Fields::has(const char* name) { return find(name) != nullptr; }

std::string Fields::id(const char* name, size_t most_bytes) {
  auto given = optional_text(name);
  if (!given) return {};
  Status fit = check_short_text(name, *given, most_bytes);
  if (!fit.ok()) complain(located(fit.take_failure()));
  return std::move(*given);
}

std::optional<std::string> Fields::text_or_count(const char* name, const char* wanted) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto word = value->is_string() ? value->get<std::string>() : std::string("0");
  if (word.empty() || word[0] < '0' || word[0] > '9') return word;
  if (const auto count = count_of(*value)) return std::to_string(*count);
  complain(name, wanted);
  return std::nullopt;
}

// The bytes that the value stands for, if it stands for some that are there.
std::optional<std::string_view> Fields::attachment(const json& value) const {
  if (!value.is_object() || value.size() != 2) return std::nullopt;
  const auto number = [&value](const char* name) {
    const auto found = value.find(name);
    return found == value.end() ? std::nullopt : count_of(*found);
  };
  const auto at = number("at");
  const auto bytes = number("bytes");
  if (!at || !bytes) return std::nullopt;
  const auto all = static_cast<int64_t>(attachments_.size());
  if (*at > all || *bytes > all - *at) return std::nullopt;
  return attachments_.substr(static_cast<size_t>(*at), static_cast<size_t>(*bytes));
}

// The numbers that the value stands for; none where it stands for nothing else.
std::vector<float> Fields::numbers(const json& value) const {
  static_assert(std::endian::native == std::endian::little);
  const std::string_view bytes = attachment(value).value_or(std::string_view());
  if (bytes.size() % sizeof(float) != 0) return {};
  std::vector<float> numbers(bytes.size() / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

std::optional<std::vector<float>> Fields::vector(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  return numbers(*value);
}

std::vector<std::optional<std::vector<float>>> Fields::vectors(const char* name) {
  std::vector<std::optional<std::vector<float>>> vectors;
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return vectors;
  if (!value->is_array()) complain(name, "an array of embeddings");
  if (!value->is_array()) return vectors;
  for (const json& element : *value) {
    vectors.push_back(element.is_null() ? std::nullopt : std::optional(numbers(element)));
  }
  return vectors;
}

std::optional<std::string_view> Fields::bytes(const char* name) {
  const json* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto bytes = attachment(*value);
  if (!bytes) complain(name, "a Uint8Array");
  return bytes;
}

Failure Fields::located(Failure failure) const {
  Error& error = failure.error();
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kTooLarge:
    case ErrorCode::kInvalidVector:
    case ErrorCode::kDimensionMismatch:
      error.message = label(error.message);
      break;
    default:
      break;
  }
  return failure;
}

Status Fields::finish() {
  if (failure_) return failure_.error();
  if (object_ == nullptr) return Ok{};
  for (const auto& [name, value] : object_->items()) {
    if (std::find(read_.begin(), read_.end(), name) != read_.end()) continue;
    std::string known;
    for (const std::string_view read : read_)
      known += (known.empty() ? "" : ", ") + std::string(read);
    return invalid_argument({label(name), " is unknown here; known are ", known});
  }
  return Ok{};
}

Arguments::Arguments() : values_(std::make_unique<json>()) {}
Arguments::~Arguments() = default;
Arguments::Arguments(Arguments&&) noexcept = default;

Result<Arguments> Arguments::parse(std::string_view text, const char* names) {
  const size_t end = std::min(text.find('\0'), text.size());  // no JSON text holds a zero byte
  const std::string_view attachments = text.substr(std::min(end + 1, text.size()));
  text = text.substr(0, end);
  if (json_depth(text) > kMaxArgumentDepth) {
    return invalid_argument(
        {"an argument nests deeper than ", kMaxMetadataDepth, " arrays and objects"});
  }
  Arguments arguments;
  *arguments.values_ = parse_json(text);
  if (!arguments.values_->is_array()) {
    return invalid_argument("the arguments are not a JSON array of UTF-8 text");
  }
  arguments.names_ = names;
  const size_t known = arguments.count_names();
  if (arguments.values_->size() > known) {
    return invalid_argument({"too many arguments: ", arguments.values_->size(), " were given and ",
                             known, " are known"});
  }
  arguments.attachments_ = attachments;
  return arguments;
}

Status Arguments::none(std::string_view text) {
  LOCI_TRY(parse(text, ""));
  return Ok{};
}

const json* Arguments::find(size_t at) const {
  const json& values = *values_;
  return at < values.size() && !values[at].is_null() ? &values[at] : nullptr;
}

size_t Arguments::count_names() const {
  if (names_.empty()) return 0;
  return 1 + static_cast<size_t>(std::count(names_.begin(), names_.end(), ' '));
}

std::string Arguments::name(size_t at) const {
  size_t start = 0;
  while (at-- > 0) start = names_.find(' ', start) + 1;
  return std::string(names_.substr(start, names_.find(' ', start) - start));
}

Failure Arguments::unfit(size_t at, std::string_view wanted, const json* value) const {
  return invalid_argument({name(at), " must be ", wanted, ", not ",
                           value == nullptr ? "null or absent" : shown(*value)});
}

Result<std::string> Arguments::text(size_t at) const {
  const json* value = find(at);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  return unfit(at, "a string", value);
}

Result<std::string> Arguments::text_or_none(size_t at) const {
  return find(at) == nullptr ? std::string() : text(at);
}

Result<Fields> Arguments::options(size_t at) const {
  const json* value = find(at);
  if (value == nullptr || value->is_object()) return Fields(value, "", attachments_);
  return unfit(at, "an object", value);
}

Result<Fields> Arguments::object(size_t at) const {
  const json* value = find(at);
  if (value != nullptr && value->is_object()) return Fields(value, name(at), attachments_);
  return unfit(at, "an object", value);
}

Result<std::string> Arguments::object_with(size_t at, const char* name, int64_t value) const {
  LOCI_TRY(options(at));
  const json* given = find(at);
  json fields = parse_json(given == nullptr ? "{}" : dump_json(*given));
  fields[name] = value;
  return dump_json(fields);
}

Result<int64_t> Arguments::count(size_t at) const {
  const json* value = find(at);
  const auto count = value == nullptr ? std::optional<int64_t>(0) : count_of(*value);
  if (count) return *count;
  return invalid_argument({name(at), " must be an integer >= 0"});
}

Result<int64_t> Arguments::count_or_option(size_t at, const char* option, int64_t otherwise,
                                           int64_t most) const {
  const json* value = find(at);
  std::optional<int64_t> count = otherwise;
  if (value != nullptr && value->is_object()) {
    LOCI_ASSIGN(fields, options(at));
    count = fields.count(option).value_or(otherwise);
    LOCI_TRY(fields.finish());
  } else if (value != nullptr) {
    count = count_of(*value);
  }
  if (count && *count <= most) return *count;
  return invalid_argument({option, " must be an integer from 0 to ", most});
}

Result<std::vector<Fields>> Arguments::objects(size_t at, int64_t first) const {
  return fields_of(find(at), name(at), static_cast<uint64_t>(first), attachments_);
}

}  // namespace loci
