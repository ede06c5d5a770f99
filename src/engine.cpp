// Each method reads its arguments, asks the store or the wiki, and writes its result. Tested by
// tests/engine_test.cpp and through the bindings by tests/js.

#include "engine.h"

#include "base/json_writer.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_forms.h"
#include "engine_results.h"
#include "text/all_tokens.h"
#include "text/links.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

struct NewItem {
  Item item;
  std::optional<std::vector<float>> vector;

  std::optional<Embedding> embedding(std::string_view model) const {
    return vector ? std::optional(Embedding{*vector, model}) : std::nullopt;
  }
};

Result<NewItem> read_item(Fields& fields) {
  NewItem given;
  Item& item = given.item;
  item.category = fields.text("category");
  item.name = fields.text("name");
  item.content = fields.text("content");
  item.owner = fields.optional_text("owner");
  item.source_conv = fields.optional_text("sourceConv");
  item.ts = fields.optional_text("ts", kMoment).value_or("");
  item.metadata = fields.object_text("metadata");
  if (auto sequence = fields.object("sequence")) {
    const std::string id = sequence->text("id");
    const int64_t position = sequence->required_count("position");
    LOCI_TRY(sequence->finish());
    item.sequence = Sequence{id, position};
  }
  given.vector = fields.vector("embedding");
  LOCI_TRY(fields.finish());
  return given;
}

}  // namespace

// --- opening, and what stands between a call and its work ---

Engine::Engine(std::unique_ptr<Store> store, Profile profile, Forms forms,
               SegmenterSetting segmenter, const ConnectionOptions& options)
    : store_(std::move(store)),
      profile_(profile),
      forms_(forms),
      segmenter_(std::move(segmenter)),
      conversations_(options.random_seed),
      read_only_(options.read_only) {
  wiki_.emplace(*store_, analyzer());
  evidence_.emplace(*store_, analyzer());
  palace_.emplace(*store_, analyzer());
}

Result<std::unique_ptr<Engine>> Engine::open(std::unique_ptr<Host> host, std::string_view text) {
  LOCI_ASSIGN(arguments, Arguments::parse(text, "options"));
  LOCI_ASSIGN(fields, arguments.options(0));
  const bool plain = fields.choice("profile", {"default", "reference"}) == "reference";
  const Profile profile = plain ? Profile::kReference : Profile::kDefault;
  const std::string_view durability = fields.choice("durability", {"full", "relaxed"});
  ConnectionOptions options;
  options.read_only = fields.flag("readOnly", false);
  options.durability = durability == "full" ? Durability::kFull : Durability::kRelaxed;
  options.random_seed = static_cast<uint64_t>(fields.count("seed").value_or(0));
  const auto given_forms = read_forms(fields);
  SegmenterSetting segmenter(fields);
  auto dictionary = fields.object("dictionary");
  LOCI_TRY(fields.finish());
  LOCI_ASSIGN(forms, forms_in(profile, given_forms));
  if (dictionary) LOCI_TRY(segmenter.load(*dictionary));

  LOCI_ASSIGN(store, Store::open(std::move(host), options));
  std::unique_ptr<Engine> engine(
      new Engine(std::move(store), profile, forms, std::move(segmenter), options));
  if (const auto& damage = engine->store_->damage()) (void)engine->gate(*damage);
  if (Status built = engine->gate(engine->wiki_->rebuild()); !built.ok() && !engine->damage_) {
    return built.error();
  }
  return engine;
}

void Engine::interrupted() {
  claimed_.clear();
  batch_open_ = false;
  index_stale_ = true;
  forget_indexes();
  if (store_->is_suspended()) store_->suspend();  // memory ran out while it was opened
}

// Those that are loaded when they are needed.
void Engine::forget_indexes() {
  evidence_->forget_index();
  palace_->forget_index();
}

Status Engine::ready(Needs needs) {
  begin_call();
  if (batch_open_) {
    return fail(ErrorCode::kStoreBusy, "addMany or importMarkdown is under way; wait for its end");
  }
  if (store_->is_suspended()) {
    Status back = take_store_back();
    if (!back.ok() && (store_->is_suspended() || !damage_)) return back;
  }
  if (index_stale_ && !damage_ && needs == Needs::kAnyStore) {
    LOCI_TRY(gate(drop_batch()));  // the store is sound: what saves it needs no index
  } else if (index_stale_ && !damage_) {
    if (Status back = take_back(); !back.ok() && !damage_) return back;
  }
  if (damage_ && needs == Needs::kSoundStore) {
    return fail(
        ErrorCode::kStoreDamaged,
        {"the store is damaged: ", damage_->message,
         "; run repair, which keeps what can be read; exportBytes gives the damaged file as it"
         " is, to be kept beside"});
  }
  return Ok{};
}

Status Engine::ready_to_write() {
  LOCI_TRY(ready(Needs::kSoundStore));
  return refuse_read_only();
}

Status Engine::refuse_read_only() {
  if (!read_only_) return Ok{};
  return fail(ErrorCode::kReadOnly,
              "this memory was opened with readOnly; open it without to write");
}

// Remembers damage that a call ran into: from then on the store answers only what saves it.
Status Engine::gate(Status status) {
  const bool gates = !status.ok() && status.error().code == ErrorCode::kStoreDamaged &&
                     !is_vector_damage(status.error());
  if (gates && !damage_) damage_ = status.error();
  return status;
}

// Ends a step that leaves the index equal to the store, unless it fails.
Status Engine::settle(Status step) {
  index_stale_ = !step.ok();
  return gate(std::move(step));
}

Reply Engine::noting_damage(Reply reply) {
  if (!reply.ok()) (void)gate(reply.error());
  return reply;
}

// Answers a question to a sound store; `names` as Arguments::parse() takes them.
Reply Engine::asking(std::string_view text, const char* names, Work ask) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, names));
  return noting_damage(ask(arguments));
}

// Saves one text, and again where that fails for what can be got round.
Reply Engine::saving(std::string_view text, const char* names, Work save) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, names));
  const auto once = [&] { return save(arguments); };
  const auto work = [&] { return past_vector_damage(once); };
  return noting_damage(with_room(store_->connection(), work));
}

// --- text ---

Reply Engine::tokenize(std::string_view text, int64_t) {
  begin_call();
  LOCI_ASSIGN(arguments, Arguments::parse(text, "text options"));
  LOCI_ASSIGN(input, arguments.text(0));
  LOCI_ASSIGN(fields, arguments.options(1));
  const bool kinds = fields.flag("kinds", false);
  LOCI_TRY(fields.finish());
  TokenBuffer buffer;
  if (kinds) {
    tokenize_all(input, analyzer(), buffer);
    return tokens_json(input, buffer);
  }
  loci::tokenize(input, {profile_, segmenter_.in_use()}, buffer);  // no pieces of words
  return terms_json(buffer);
}

Reply Engine::est_tokens(std::string_view text, int64_t) {
  begin_call();
  LOCI_ASSIGN(arguments, Arguments::parse(text, "text"));
  LOCI_ASSIGN(input, arguments.text(0));
  return std::to_string(estimate_tokens(input, profile_));
}

Reply Engine::parse_links(std::string_view text, int64_t) {
  begin_call();
  LOCI_ASSIGN(arguments, Arguments::parse(text, "text"));
  LOCI_ASSIGN(input, arguments.text(0));
  JsonWriter out;
  out.begin_array();
  for (const Link& link : loci::parse_links(input, profile_)) {
    out.begin_object().text("category", link.category);
    out.text("name", link.name).end_object();
  }
  out.end_array();
  return out.take();
}

// --- items ---

Reply Engine::add(std::string_view text, int64_t now) {
  return saving(text, "item options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    LOCI_ASSIGN(given, read_item(fields));
    LOCI_ASSIGN(model, read_model(arguments, 1));
    std::string reply;
    const auto seal = [&](AddOutcome::Action action, const Item& stored) {
      std::vector<Warning> warnings;
      if (given.vector && wiki_->embeddings().damaged()) warnings = {vector_damage_warning()};
      reply = added_json(action, stored, store_->revision(), warnings);
      return keep_answer(store_->answers(), reply);
    };
    LOCI_TRY(wiki_->add(std::move(given.item), now, seal, given.embedding(model)));
    return reply;
  });
}

Reply Engine::get(std::string_view text, int64_t) {
  return asking(text, "category name", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(category, arguments.text(0));
    LOCI_ASSIGN(name, arguments.text(1));
    LOCI_ASSIGN(item, wiki_->get(category, name));
    if (!item) return std::string("null");
    JsonWriter out;
    write_item(out, *item);
    return out.take();
  });
}

Reply Engine::remove(std::string_view text, int64_t now) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, "category name"));
  LOCI_ASSIGN(category, arguments.text(0));
  LOCI_ASSIGN(name, arguments.text(1));
  return removing([&](SealRemoval seal) { return wiki_->remove(category, name, now, seal); });
}

// Without a key, nothing is written where there is nothing to remove.
Reply Engine::removing(FunctionRef<Result<bool>(SealRemoval seal)> remove) {
  std::string reply;
  const auto seal = [&](bool removed) {
    reply = removed_json(removed, store_->revision());
    return keep_answer(store_->answers(), reply);
  };
  auto removed = remove(key_.empty() ? SealRemoval() : seal);
  if (!removed.ok()) return noting_damage(removed.error());
  return key_.empty() ? removed_json(removed.value(), store_->revision()) : reply;
}

Reply Engine::items(std::string_view text, int64_t) {
  return asking(text, "options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.options(0));
    const auto category = fields.optional_text("category");
    const int64_t limit = fields.limit("limit", kDefaultItemsLimit);
    const int64_t offset = fields.count("offset").value_or(0);
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(items, store_->items().list(category, limit, offset));
    JsonWriter out;
    out.begin_object().begin_array("items");
    for (const Item& item : items) write_item(out, item);
    out.end_array();
    return finish(out, fields.warnings());
  });
}

Reply Engine::categories(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply {
    LOCI_ASSIGN(categories, store_->items().categories());
    JsonWriter out;
    out.begin_array();
    for (const auto& [category, count] : categories) {
      out.begin_object().text("category", category).integer("items", count).end_object();
    }
    out.end_array();
    return out.take();
  });
}

// --- batches ---

Reply Engine::add_batch(std::string_view text, int64_t now) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "items first options"));
    LOCI_ASSIGN(first, arguments.count(1));
    LOCI_ASSIGN(elements, arguments.objects(0, first));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    int64_t added = 0;
    for (Fields& fields : elements) {
      LOCI_ASSIGN(given, read_item(fields));
      auto outcome = wiki_->add(std::move(given.item), now, {}, given.embedding(model));
      if (!outcome.ok()) return fields.located(outcome.take_failure());
      added += outcome.value().action == AddOutcome::Action::kAdded ? 1 : 0;
    }
    JsonWriter out;
    out.begin_object().integer("added", added);
    out.integer("updated", static_cast<int64_t>(elements.size()) - added);
    return finish_in_batch(out);
  }());
}

Reply Engine::import_markdown_file(std::string_view text, int64_t now) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "file options"));
    LOCI_ASSIGN(fields, arguments.object(0));
    MarkdownFile file{fields.text("path"), fields.optional_text("text")};
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(options, arguments.options(1));
    const MarkdownStretch stretch{static_cast<size_t>(options.count("first").value_or(0)),
                                  options.count("bytes")};
    LOCI_TRY(options.finish());
    JsonWriter out;
    out.begin_object().begin_array("items");
    const auto see = [&](const AddOutcome& outcome, int line) {
      write_imported(out, outcome, line);
    };
    LOCI_ASSIGN(import, wiki_->import_markdown(file, now, stretch, see));
    out.end_array().integer("added", import.added).integer("updated", import.updated);
    out.integer("same", import.same).begin_array("problems");
    for (const MarkdownProblem& problem : import.problems) write_problem(out, problem);
    out.end_array();
    if (import.next) out.integer("next", static_cast<int64_t>(*import.next));
    return finish_in_batch(out);
  }());
}

}  // namespace loci
