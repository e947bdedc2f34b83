import { type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { compileQuery } from '../compileQuery.ts';
import { unbound } from '../expressions/expressionScope.ts';
import { noInput } from '../query.ts';
import type { SolutionRow } from '../solutionBags.testing.ts';
import type { QueryCase } from './randomQueries.testing.ts';

/** What an engine makes of a query. */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly SolutionRow[] }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'triples'; readonly triples: readonly Triple[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** What our engine answers. */
export function askOwnEngine({ data, query }: QueryCase): Outcome {
  const compiled = compileQuery(query, { base: 'http://example.org/base' });
  if (compiled.kind === 'problem') return { kind: 'failed', reason: compiled.message };
  const { graph } = new TurtleDocument('file:///differential.ttl', 1, data);
  const answers = compiled.evaluate({ graph }, noInput, { milliseconds: 20_000, maxRows: 2_000_000 });
  const { solutions } = answers;
  switch (compiled.form) {
    case 'ask':
      return { kind: 'boolean', value: solutions.length > 0 };
    case 'construct':
      return {
        kind: 'triples',
        triples: compiled.construct(answers, (label, row) => terms.blankNode(`ours-${row}-${label}`)),
      };
    case 'select':
      return {
        kind: 'rows',
        rows: Array.from({ length: solutions.length }, (_, row) => {
          const values = solutions.variables.map((name, i) => [name, solutions.value(row, i)] as const);
          return new Map(values.filter(([, value]) => value !== unbound));
        }),
      };
  }
}
