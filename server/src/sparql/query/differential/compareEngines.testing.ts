import { isomorphic } from '../../../rdf/isomorphism.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { printRow, type SolutionRow, sameSolutions } from '../solutionBags.testing.ts';
import { askComunica } from './comunica.testing.ts';
import { type KnownDifference, knownDifferences } from './knownDifferences.testing.ts';
import { askOwnEngine, type Outcome } from './ownEngine.testing.ts';
import type { QueryCase } from './randomQueries.testing.ts';

export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'known'; readonly difference: KnownDifference }
  | { readonly kind: 'unknown'; readonly report: string };

/** Asks both engines the same. */
export async function compareEngines(question: QueryCase): Promise<Comparison> {
  const ours = askOwnEngine(question);
  const theirs = await askComunica(question);
  if (same(ours, theirs, question)) return { kind: 'same' };
  const evident = evidentDifference(question, ours, theirs);
  if (evident) return { kind: 'known', difference: evident };
  // Several defects can meet in one query.
  let avoiding = question;
  for (const difference of knownDifferences) {
    const next = difference.avoided?.(avoiding) ?? avoiding;
    if (next.query === avoiding.query && next.data === avoiding.data) continue;
    avoiding = next;
    const [our, their] = [askOwnEngine(avoiding), await askComunica(avoiding)];
    if (same(our, their, avoiding)) return { kind: 'known', difference };
    const further = evidentDifference(avoiding, our, their);
    if (further) return { kind: 'known', difference: further };
  }
  return {
    kind: 'unknown',
    report: `${question.data}\n${question.query}\n# ours:\n${print(ours)}\n# Comunica:\n${print(theirs)}\n`,
  };
}

/** The difference that the answers tell without asking more. */
function evidentDifference(question: QueryCase, ours: Outcome, theirs: Outcome): KnownDifference | undefined {
  return knownDifferences.find(({ failure, mended, shows }) => {
    if (theirs.kind === 'failed') return failure?.test(theirs.reason);
    return shows?.(question, theirs) || (mended && same(ours, mended(theirs), question));
  });
}

function same(a: Outcome, b: Outcome, { query }: QueryCase): boolean {
  switch (a.kind) {
    case 'failed':
      return b.kind === 'failed';
    case 'boolean':
      return b.kind === 'boolean' && a.value === b.value;
    case 'triples':
      return b.kind === 'triples' && isomorphic(a.triples, b.triples);
    case 'rows':
      if (b.kind !== 'rows') return false;
      // Which rows LIMIT keeps is open when the order does not say.
      if (/ LIMIT \d+ OFFSET \d+$/.test(query)) return a.rows.length === b.rows.length;
      return sameSolutions(a.rows, b.rows) && sameOrder(a.rows, b.rows, query);
  }
}

/** Whether IRIs come in the same order if the first key of ORDER BY is a variable. Of other terms SPARQL says less. */
function sameOrder(a: readonly SolutionRow[], b: readonly SolutionRow[], query: string): boolean {
  const key = / ORDER BY (?:DESC|ASC)?\(?\?(\w)/.exec(query)?.[1];
  if (key === undefined) return true;
  const iris = (rows: readonly SolutionRow[]) =>
    rows
      .map((row) => row.get(key))
      .filter((value): value is TermId => value !== undefined && terms.isIri(value))
      .join();
  return iris(a) === iris(b);
}

function print(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'rows':
      return `${outcome.rows.length} rows\n${outcome.rows.map(printRow).join('\n')}`;
    case 'triples':
      return outcome.triples
        .map(({ subject, predicate, object }) =>
          printRow(
            new Map([
              ['s', subject],
              ['p', predicate],
              ['o', object],
            ]),
          ),
        )
        .join('\n');
    case 'boolean':
      return String(outcome.value);
    case 'failed':
      return outcome.reason.split('\n')[0]!;
  }
}
