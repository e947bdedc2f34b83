import { rdf } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { type Draft, usesOf } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { constraintsOfKind } from '../drafts/requirements.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';

const maxUses = 200;

/** How many of the other values at a place have the class that it asks for; undefined when it asks for none. */
export function shareOfType(
  { focusNode, path, requirements }: WantedValue,
  draft: Draft,
): (Evidence & { readonly for: number; readonly of: number }) | undefined {
  const [asked] = constraintsOfKind(requirements.unfolded, 'class');
  if (asked === undefined || path.kind !== 'predicate') return undefined;
  const { dataGraph } = draft.search.input;
  const classes = draft.search.classes.subclasses(asked.class);
  const values = new Set(
    usesOf(draft, path.predicate, maxUses).flatMap(({ subject }) =>
      subject === focusNode ? [] : pathValues(dataGraph, subject, path),
    ),
  );
  const typed = [...values].filter((value) =>
    dataGraph.objects(value, rdf.type).some((type) => classes.has(type)),
  ).length;
  const { term } = draft.search;
  return {
    kind: 'usual',
    words: `${typed} of ${values.size} other values are ${term(asked.class)}`,
    for: typed,
    of: values.size,
  };
}
