#pragma once

/// The search of the palace as SPEC 5 says it, slowly: drawers in a list, of which each search
/// measures and sorts all. What the engine is compared with.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "palace/searcher.h"
#include "text/analyzer.h"

namespace loci::test {

struct SlowDrawer {
  int64_t id = 0;  // in the order of filing
  std::string name;
  std::string wing;  // by key, as is the room
  std::string room;
  std::string text;
  std::string source_file;  // empty: none
  std::optional<int64_t> chunk_index;
  std::optional<int64_t> authored_at;  // microseconds
  std::optional<int64_t> filed_at;
  std::optional<std::vector<float>> vector;
};

struct SlowCloset {
  int64_t id = 0;
  std::string wing;
  std::string room;
  std::string source_file;
  std::optional<std::vector<float>> vector;
};

struct SlowResult {
  std::string name;
  double score = 0;
  std::optional<double> distance;
  std::optional<double> similarity;
  double boost = 0;
  double bm25 = 0;
  std::vector<std::string> duplicates;
};

struct SlowPalaceAnswer {
  std::vector<SlowResult> results;
  size_t in_scope = 0;
  bool bm25_only = false;
};

class SlowPalace {
 public:
  explicit SlowPalace(const Analyzer& analyzer) : analyzer_(analyzer), profile_(analyzer.profile) {}

  std::map<std::string, SlowDrawer> drawers;  // by name
  std::vector<SlowCloset> closets;

  /// `request.wing` and `room` are keys.
  SlowPalaceAnswer search(const PalaceRequest& request) const;

 private:
  struct Measured {
    const SlowDrawer* drawer;
    std::optional<double> distance;
    double boost = 0;
    double similarity = 0;
    double bm25 = 0;
    double score = 0;
  };
  using Drawers = std::vector<const SlowDrawer*>;

  bool is_default() const { return profile_ == Profile::kDefault; }
  bool can_use(const PalaceRequest& request) const;
  Drawers in_scope(const PalaceRequest& request) const;
  struct Formulas;
  Formulas formulas(const std::string& query, const Drawers& of) const;
  std::map<int64_t, double> bm25(const std::string& query, const Drawers& of) const;
  std::map<int64_t, double> bm25_in_context(const std::string& query, const Drawers& of) const;
  Drawers by_words(const std::string& query, const Drawers& of) const;
  Drawers nearest(const PalaceRequest& request, const Drawers& of) const;
  Drawers best_of_files(const Drawers& ranked, size_t wanted) const;
  Drawers pool(const PalaceRequest& request, const Drawers& scope) const;
  std::vector<double> boosts(const PalaceRequest& request, const Drawers& of) const;
  std::vector<Measured> measured(const PalaceRequest& request, const Drawers& scope) const;
  std::vector<Measured> measured_by_words(const PalaceRequest& request, const Drawers& scope) const;
  std::vector<SlowResult> chosen(std::vector<Measured> ranked, size_t limit) const;

  Analyzer analyzer_;
  Profile profile_;
};

}  // namespace loci::test
