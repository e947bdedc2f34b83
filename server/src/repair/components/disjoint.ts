import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { type Path, printPath } from '../../shacl/model/path.ts';
import { attachByPath, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, withSupport } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import { shareWithValues } from '../evidence/pathUsage.ts';
import { impliedValues } from '../values/impliedValues.ts';
import type { ComponentRepair } from './component.ts';
import { comparedPlace } from './conform/comparedPlace.ts';
import { wrongSide } from './unknown.ts';
import { nearbyText } from './violate/nearbyTerms.ts';
import { inventedFix, usualValues, valuesAt } from './violate/violationEdits.ts';

/** Removes the common value, first on the side with less support for it. */
export const disjointRepair: ComponentRepair<'disjoint'> = {
  offers: [
    'removing the common value on the side that can do without it, when the other cannot',
    'removing it on the side that has other values as well',
    'removing it on either side',
  ],
  *fixes(goal) {
    const { constraint, violation } = goal;
    const { focusNode, path, sourceShape, value } = violation;
    if (value === undefined) return;
    // The shape is about the values of its own path, so of equals these are the wrong ones.
    const places = [
      ...(path === undefined ? [] : [{ focusNode, path, shape: sourceShape }]),
      comparedPlace(violation, constraint.property),
    ];
    const [weaker, stronger] = places
      .map((place) => sideAt(goal, place, value))
      .sort((a, b) => a.worth - b.worth || a.share - b.share);
    if (weaker === undefined) return;
    const isTold = stronger?.inFavour !== undefined && stronger.worth > weaker.worth;
    const support = isTold ? (stronger.worth > worths.only ? 'attested' : 'plausible') : 'removal';
    const reason = isTold ? stronger.inFavour : undefined;
    for (const drop of weaker.drops) {
      yield withSupport(combineFixes(drop, fixOfChange(noChange, 'implied', reason)), support);
    }
    // Removing a value must not leave too few.
    if (stronger && stronger.worth < worths.needed) yield* stronger.drops;
  },
  /** Adds a value of one side to the other as well; without values, adds one to both. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    const values = valuesAt(goal);
    const others = draft.graph.objects(focusNode, constraint.property);
    const there = { focusNode, path: { kind: 'predicate', predicate: constraint.property } } as const;
    for (const other of path === undefined ? [] : others) {
      const added = attachByPath(draft.graph, { focusNode, path: path! }, other);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) {
      const added = attachByPath(draft.graph, there, value);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    if (path === undefined || values.length > 0 || others.length > 0) return;
    const other = { ...goal, path: there.path };
    for (const value of [...usualValues(goal), ...usualValues(other), terms.literal(nearbyText(goal))]) {
      const added = [
        attachByPath(draft.graph, { focusNode, path }, value),
        attachByPath(draft.graph, there, value),
      ];
      const complete = added.filter((triple) => triple !== undefined);
      if (complete.length === 2) yield inventedFix({ added: complete, removed: [] }, value);
    }
  },
  violatedBy: 'refusedValue',
  unknown: wrongSide,
};

const worths = { alternative: -1, plain: 0, only: 1, implied: 2, needed: 3 } as const;

interface Side {
  readonly worth: number;
  /** The share of other nodes of the kind that have the property: what most have can least be spared. */
  readonly share: number;
  /** Why the value should stay here. */
  readonly inFavour?: Evidence;
  readonly drops: readonly Fix[];
}

function sideAt({ draft }: Goal, place: Via, value: TermId): Side {
  const { focusNode, path, shape } = place;
  const { graph, search } = draft;
  const name = printPath(path, search.term);
  const values = draft.evaluator.values(focusNode, path);
  const drops = [...detachments(draft, place, [value])];
  const { unfolded } = requirementsAt(draft, focusNode, path, shape);
  const share = shareWithValues(draft, focusNode, path) ?? 0;
  if (drops.length === 0) return { drops, share, worth: worths.needed };
  const isNeeded =
    constraintsOfKind(unfolded, 'minCount').some(({ count }) => count >= values.length) ||
    constraintsOfKind(unfolded, 'hasValue').some((constraint) => constraint.value === value);
  if (isNeeded)
    return {
      drops,
      share,
      worth: worths.needed,
      inFavour: { kind: 'required', words: `${name} cannot do without it` },
    };
  const implied = attachmentPoints(graph, focusNode, path)
    .flatMap((step) => impliedValues(graph, step, search.term))
    .find((found) => found.value === value);
  if (implied)
    return {
      drops,
      share,
      worth: worths.implied,
      inFavour: { kind: 'implied', words: `as ${name} it is ${implied.evidence}` },
    };
  if (isAlternative(path)) return { drops, share, worth: worths.alternative };
  if (values.length > 1)
    return {
      drops,
      share,
      worth: worths.plain,
      inFavour: { kind: 'leastInformative', words: `${name} is the more specific of the two` },
    };
  return {
    drops,
    share,
    worth: worths.only,
    inFavour: { kind: 'usual', words: `${name} has no other value` },
  };
}

/** True for properties of further names and loose relations, which hold what stands nowhere else: skos:altLabel, skos:related. */
function isAlternative(path: Path): boolean {
  return (
    path.kind === 'predicate' &&
    /^(?:alt(?:ernat|label)|hidden|related$|seealso$|other[A-Z]|former|additional)/i.test(
      localName(terms.value(path.predicate)),
    )
  );
}
