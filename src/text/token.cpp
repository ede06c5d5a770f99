#include "text/token.h"

namespace loci {

std::string_view name_of(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::kWord:
      return "word";
    case TokenKind::kIdentifier:
      return "identifier";
    case TokenKind::kPart:
      return "part";
    case TokenKind::kForm:
      return "form";
    case TokenKind::kGram:
      return "gram";
  }
  return "word";
}

}  // namespace loci
