#pragma once

/// The results of calls as JSON: the one place that knows the names of their fields.

#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "engine_arguments.h"
#include "store/event.h"
#include "store/item.h"
#include "store/journal_table.h"
#include "text/token.h"
#include "wiki/wiki.h"

namespace loci {

void write_text_or_null(JsonWriter& out, const char* name, const std::optional<std::string>& text);

/// `metadata`, an object or null.
void write_metadata(JsonWriter& out, const std::optional<std::string>& metadata);

/// A field with an array of texts.
void write_texts(JsonWriter& out, const char* name, const std::vector<std::string>& texts);

/// `error: {code, message, detail?}` as a field of an object.
void write_error(JsonWriter& out, const Error& error);

/// `warnings` as the last field of an object.
void write_warnings(JsonWriter& out, const std::vector<Warning>& warnings);

/// Ends the object that is a whole reply with its warnings, or with none: all of its text.
std::string finish(JsonWriter& out, const std::vector<Warning>& warnings);
std::string finish(JsonWriter& out);

/// The terms alone; or all there is to know of each token, with offsets in UTF-16 units of `text`.
std::string terms_json(const TokenBuffer& tokens);
std::string tokens_json(std::string_view text, const TokenBuffer& tokens);

std::string added_json(AddOutcome::Action action, const Item& stored, int64_t revision,
                       const std::vector<Warning>& warnings);
std::string removed_json(bool removed, int64_t revision);
std::string revision_json(int64_t revision);
/// The fields that an item shows everywhere, inside an open object.
void write_item_fields(JsonWriter& out, const Item& item);
void write_item(JsonWriter& out, const Item& item);
void write_journal_entry(JsonWriter& out, const JournalEntry& entry);
void write_problem(JsonWriter& out, const MarkdownProblem& problem);

/// An item of a file: its name, the line it begins on, and whether the store had the same.
void write_imported(JsonWriter& out, const AddOutcome& outcome, int line);

/// An entity as every result shows it.
void write_entity(JsonWriter& out, const Entity& entity);
void write_entities(JsonWriter& out, const std::vector<Entity>& entities);

/// A whole retrieval. `options` are those it was asked with, `revision` that of the store.
std::string retrieval_json(const Retrieval& retrieval, const RetrieveOptions& options,
                           int64_t revision, const std::vector<Warning>& warnings);

}  // namespace loci
