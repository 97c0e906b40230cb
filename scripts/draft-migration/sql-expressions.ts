/** Strings, comments, names (qualified or not), operators, anything else. */
const TOKEN = /'(?:[^']|'')*'|--.*|(?:["`]?\w+["`]?\.)*["`]?\w+["`]?|[<>=!|]+|\S/gu;
const NAME = /^["`]?[a-z_]/iu;
const KEYWORD = /^(?:and|between|in|is|like|not|null|or)$/iu;

/** In the style of the migrations: keywords in capitals, names without table and quotes, single spaces, no comments. */
export function tidyExpression(sql: string): string {
  return joinTokens(tokenize(sql));
}

/** Tidied. */
export function findChecks(createTable: string): string[] {
  const tokens = tokenize(createTable);
  return tokens.flatMap((token, index) =>
    token.toLowerCase() === 'check' ? [joinTokens(takeParenthesis(tokens, index + 1))] : [],
  );
}

/** Tidied; undefined without a condition. */
export function findWhere(createIndex: string): string | undefined {
  const tokens = tokenize(createIndex);
  const start = tokens.findIndex((token) => token.toLowerCase() === 'where');
  return start === -1 ? undefined : joinTokens(tokens.slice(start + 1));
}

function tokenize(sql: string): string[] {
  return (sql.match(TOKEN) ?? []).filter((token) => !token.startsWith('--')).map(tidyToken);
}

function tidyToken(token: string): string {
  if (!NAME.test(token)) return token;
  const name = token.slice(token.lastIndexOf('.') + 1).replaceAll(/["`]/gu, '');
  return KEYWORD.test(name) ? name.toUpperCase() : name;
}

/** The content of the parentheses that open at `start`. */
function takeParenthesis(tokens: readonly string[], start: number): string[] {
  let depth = 0;
  for (let end = start; end < tokens.length; end += 1) {
    if (tokens[end] === '(') depth += 1;
    if (tokens[end] === ')') depth -= 1;
    if (depth === 0) return tokens.slice(start + 1, end);
  }
  throw new Error('a parenthesis does not close');
}

function joinTokens(tokens: readonly string[]): string {
  return tokens
    .map((token, index) => (isApart(tokens[index - 1], token) ? ` ${token}` : token))
    .join('');
}

function isApart(previous: string | undefined, token: string): boolean {
  if (previous === undefined || previous === '(' || token === ')' || token === ',') return false;
  const isCall = token === '(' && NAME.test(previous) && !KEYWORD.test(previous);
  return !isCall;
}
