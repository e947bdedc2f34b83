import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import { spread } from './peers.ts';
import type { CompletionPlace } from './place.ts';
import type { CompletionCandidate, LiteralForm } from './suggestion.ts';

/** Of the values of a predicate, no more are looked at. */
const maxValues = 200;
const maxForms = 3;

/**
 * Truth values, and literals to be filled in: of the datatypes that the shapes of the place ask for; where they name none, with the
 * languages and datatypes that most other values have.
 *
 * @param found what is suggested already.
 */
export function literalCandidates(
  place: CompletionPlace,
  constraints: readonly Constraint[],
  found: readonly CompletionCandidate[],
): readonly CompletionCandidate[] {
  const known = new Set(found.flatMap(({ of }) => ('term' in of ? [of.term] : [])));
  const datatypes = new Set(
    constraints.flatMap((constraint) => (constraint.kind === 'datatype' ? [constraint.datatype] : [])),
  );
  datatypes.delete(rdf.langString);
  if (datatypes.size === 0) {
    const isListed = constraints.some(({ kind }) => kind === 'in');
    return isListed
      ? []
      : usualForms(place).map((of, rank) => ({ kind: 'skeleton', of, score: 0.05 - rank / 100 }));
  }
  return [...datatypes].flatMap((datatype): CompletionCandidate[] => {
    if (datatype !== xsd.boolean) return [{ kind: 'skeleton', of: { datatype, language: '' }, score: 0.05 }];
    return [true, false].flatMap((value) => {
      const term = terms.literal(String(value), xsd.boolean);
      return known.has(term) ? [] : [{ kind: 'value', of: { term }, score: value ? 0.2 : 0.1 }];
    });
  });
}

/** How other values are written, the commonest way first. Numbers and truth values need no quotes, and are left out. */
function usualForms({ node, predicate, world }: CompletionPlace): readonly LiteralForm[] {
  const uses = new Map<string, LiteralForm & { count: number }>();
  const values = spread(world.withPredicate(predicate), maxValues);
  for (const { subject, object } of values) {
    const datatype = terms.datatype(object);
    if (datatype === undefined || unquoted.has(datatype) || subject === node.id) continue;
    const language = terms.language(object);
    const key = `${datatype} ${language}`;
    uses.set(key, { datatype, language, count: (uses.get(key)?.count ?? 0) + 1 });
  }
  return [...uses.values()].sort((a, b) => b.count - a.count).slice(0, maxForms);
}

const unquoted: ReadonlySet<TermId> = new Set([xsd.integer, xsd.decimal, xsd.double, xsd.boolean]);
