import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** Results by what they are about; blank nodes have no name that outlives an edit. */
export function resultNames({ result }: UnitAnalysis): readonly string[] {
  const name = (term: TermId | undefined) =>
    term === undefined ? '' : terms.isBlank(term) ? '_' : termToNTriples(term);
  return result.violations.map(({ component, sourceShape, focusNode, value }) =>
    [component, sourceShape, focusNode, value].map(name).join(' '),
  );
}

/** What one list has more of than the other. */
export function surplus(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return some.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
