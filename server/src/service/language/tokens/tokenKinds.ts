/**
 * The kinds of tokens, in the order of the legend: those of editors that themes have colours for. A `namespace` is a
 * prefix, a `variable` an individual, a `type` a datatype, a `keyword` a term of SHACL or a word of a query, and a
 * `parameter` a variable of a query. Tokens that a grammar distinguishes by itself have none: strings, numbers, `a`,
 * comments.
 */
export const tokenKinds = [
  'namespace',
  'class',
  'property',
  'variable',
  'type',
  'keyword',
  'parameter',
] as const;

export type SemanticTokenKind = (typeof tokenKinds)[number];
