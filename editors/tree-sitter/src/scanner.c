// Nested comments `#| ... #| ... |# ... |#`, which no regular expression matches.

#include "tree_sitter/parser.h"

enum TokenType { BLOCK_COMMENT };

void *tree_sitter_klammer_external_scanner_create(void) { return NULL; }
void tree_sitter_klammer_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_klammer_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}
void tree_sitter_klammer_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}

bool tree_sitter_klammer_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (!valid[BLOCK_COMMENT]) return false;
  while (lexer->lookahead == ' ' || (lexer->lookahead >= '\t' && lexer->lookahead <= '\r')) lexer->advance(lexer, true);
  if (lexer->lookahead != '#') return false;
  lexer->advance(lexer, false);
  if (lexer->lookahead != '|') return false;
  lexer->advance(lexer, false);
  unsigned depth = 1;
  int32_t last = 0;
  while (depth > 0) {
    if (lexer->eof(lexer)) return false;
    int32_t now = lexer->lookahead;
    lexer->advance(lexer, false);
    if (last == '|' && now == '#') {
      depth--;
      now = 0;
    } else if (last == '#' && now == '|') {
      depth++;
      now = 0;
    }
    last = now;
  }
  lexer->mark_end(lexer);
  lexer->result_symbol = BLOCK_COMMENT;
  return true;
}
