import { type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { SoundRepair } from '../repair.ts';
import { shortText } from './changeTitle.ts';

/** The same repairs, where those that would have one title say in brackets by which statement they differ. */
export function withDistinctTitles<R extends SoundRepair>(
  repairs: readonly R[],
  term: TermPrinter,
): readonly R[] {
  return repairs.map((each) => {
    const others = repairs.filter((other) => other !== each && other.repair.title === each.repair.title);
    if (others.length === 0) return each;
    const known = others.map(({ verdict }) => new Set(statements(verdict).map(tripleKey)));
    const own = (triple: Triple) => known.filter((keys) => !keys.has(tripleKey(triple))).length;
    const [first] = statements(each.verdict).toSorted((a, b) => own(b) - own(a));
    if (first === undefined || own(first) === 0) return each;
    const { subject, predicate, object } = first;
    const words = [subject, predicate, object].map((part) => shortText(term(part))).join(' ');
    return { ...each, repair: { ...each.repair, title: `${each.repair.title} (${words})` } };
  });
}

function statements({ delta }: SoundRepair['verdict']): readonly Triple[] {
  // A blank node has no name by which anybody could tell it from another.
  const isNamed = ({ subject, object }: Triple) => !terms.isBlank(subject) && !terms.isBlank(object);
  return [...delta.added, ...delta.removed].filter(isNamed);
}
