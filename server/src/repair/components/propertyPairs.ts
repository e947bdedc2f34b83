import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { type Path, printPath } from '../../shacl/model/path.ts';
import { attachByPath, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { mergeChanges, noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import { isDescribed } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, withSupport } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { acceptorAt, constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import { replaceValue } from '../drafts/valuePlace.ts';
import { otherSiblings, shareWithValues } from '../evidence/pathUsage.ts';
import { adjacentLiteral } from '../values/convertLiteral.ts';
import { impliedValues } from '../values/existingValues.ts';
import { type ComponentRepair, wrongSide } from './component.ts';
import { orderValues } from './conform/orderValues.ts';
import { comparedPlace } from './conform/weighedValue.ts';
import { nearbyTerms, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import {
  inventedFix,
  placeOfValues,
  usualValues,
  type ViolationGoal,
  valuesAt,
} from './violate/violationEdits.ts';

/** Adds the value to the side that lacks it, or makes two different values equal. */
const equalsRepair: ComponentRepair<'equals'> = {
  offers: [
    'the value that one side lacks, copied from the other',
    'one value for both sides, where each has one that the other lacks',
    'removing the value that only one side has',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape, value } = violation;
    if (value === undefined) return;
    const here = path && { focusNode, path, shape: sourceShape };
    const there = comparedPlace(violation, constraint.compared);
    const values = path === undefined ? [focusNode] : draft.evaluator.values(focusNode, path);
    const others = draft.evaluator.values(focusNode, constraint.compared);
    const isHere = values.includes(value);
    const [own, other] = isHere ? [here, there] : [there, here];
    const lonely = isHere
      ? others.filter((each) => !values.includes(each))
      : values.filter((each) => !others.includes(each));
    const because = saying(goal);
    const surplus = lonely.length === 0 && own ? surplusOf(goal, own, other, value) : [];
    yield* surplus;
    if (surplus.length > 0) {
      const words = 'it has another value there, where no other node has two';
      for (const fix of copy(goal, other, value, because, 'plausible'))
        yield combineFixes(fix, fixOfChange(noChange, 'implied', { kind: 'competing', words }));
    } else if (lonely.length === 0) {
      yield* copy(goal, other, value, because, 'implied');
    } else {
      // If the values differ rather than being missing, the user has to decide which is right.
      for (const partner of lonely.length === 1 ? lonely : []) {
        yield* exchange(goal, other, partner, value);
        yield* exchange(goal, own, value, partner);
      }
      yield* copy(goal, other, value, because, 'plausible');
    }
    if (own) yield* detachments(draft, own, [value]);
  },
  violationEdits: unequalValues,
  violatedBy: 'refusedValue',
  unknown: wrongSide,
};

/** Makes a value occur on one side only, by removing it from the other or adding a new one. */
function* unequalValues(goal: ViolationGoal<'equals' | 'subsetOf'>): Iterable<Fix> {
  const { constraint, focusNode, path, draft } = goal;
  const values = valuesAt(goal);
  const there = { focusNode, path: constraint.compared };
  for (const value of values) {
    yield* detachments(draft, there, [value]);
    if (path !== undefined) yield* detachments(draft, { focusNode, path }, [value]);
  }
  for (const side of path === undefined ? [there] : [placeOfValues(goal)!, there]) {
    for (const value of [...usualValues(goal)].filter((other) => !values.includes(other))) {
      const added = attachByPath(draft.graph, side, value);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const other of others(values, goal)) {
      const added = attachByPath(draft.graph, side, other);
      if (added) yield inventedFix({ added: [added], removed: [] }, other);
    }
  }
}

/** Adds the value to the other side, or removes one there. */
const subsetOfRepair: ComponentRepair<'subsetOf'> = {
  offers: [
    'the value added on the other side',
    'the only other value there in the place of this one',
    'removing the value',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape, value } = violation;
    if (value === undefined) return;
    const there = comparedPlace(violation, constraint.compared);
    const name = printPath(constraint.compared, draft.search.term);
    yield* copy(goal, there, value, `sh:subsetOf asks for it as ${name}`, 'implied');
    if (path === undefined) return;
    const here = { focusNode, path, shape: sourceShape };
    const others = draft.evaluator.values(focusNode, constraint.compared);
    if (others.length === 1) yield* exchange(goal, here, value, others[0]!);
    yield* detachments(draft, here, [value]);
  },
  violationEdits: unequalValues,
  violatedBy: 'refusedValue',
  unknown: wrongSide,
};

/**
 * A node with a different value there may have been right, and one without a description may be a slip, so the value may be
 * superfluous on the side that has it.
 */
function* copy(
  { draft, violation }: Goal,
  to: Via | undefined,
  value: TermId,
  words: string,
  most: 'implied' | 'plausible',
): Iterable<Fix> {
  const { graph } = draft;
  const added = to && acceptorAt(draft, to)(value) ? attachByPath(graph, to, value) : undefined;
  if (added === undefined) return;
  const { subject, predicate } = added;
  const isOpen =
    graph.objects(subject, predicate).length === 0 &&
    (subject === violation.focusNode || isDescribed(draft, subject));
  yield fixOfChange({ added: [added], removed: [] }, isOpen ? most : 'plausible', { kind: 'equal', words });
}

/** Removes a value that one side has in addition to one that both have, where no other node of the kind has two. */
function surplusOf(
  { draft, violation }: Goal,
  own: Via,
  other: Via | undefined,
  value: TermId,
): readonly Fix[] {
  const { focusNode } = violation;
  const count = (node: TermId, { path }: Via) => draft.evaluator.values(node, path).length;
  if (other === undefined || count(focusNode, own) !== 2 || count(focusNode, other) !== 1) return [];
  const users = otherSiblings(draft, focusNode, maxSiblings, (node) => count(node, other) > 0);
  if (users.length < leastSiblings || users.some((node) => count(node, other) > 1)) return [];
  const words = `no other of ${users.length} has two`;
  return [...detachments(draft, own, [value])].map((fix) =>
    withSupport(
      combineFixes(fix, fixOfChange(noChange, 'implied', { kind: 'duplicate', words })),
      'plausible',
    ),
  );
}

const maxSiblings = 60;
const leastSiblings = 3;

function* exchange({ draft }: Goal, at: Via | undefined, from: TermId, to: TermId): Iterable<Fix> {
  const change = at && acceptorAt(draft, at)(to) ? replaceValue(draft, at, from, to) : undefined;
  if (change) yield fixOfChange(change, 'plausible', equal);
}

const equal: EvidenceItem = { kind: 'equal', words: 'one value for both, as the shape asks' };

function saying({ constraint, draft, violation }: Goal<'equals'>): string {
  const { term } = draft.search;
  const { path } = violation;
  return path === undefined
    ? `sh:equals makes the node its own ${printPath(constraint.compared, term)}`
    : `sh:equals gives ${printPath(path, term)} and ${printPath(constraint.compared, term)} the same values`;
}

const maxOthers = 2;

/** Values that the place does not have: its own with a typing error, or nearby terms. */
function others(values: readonly TermId[], goal: ViolationGoal): readonly TermId[] {
  const found = new Set<TermId>(values.flatMap((value) => slipsOf(value, goal).slice(0, 1)));
  for (const literal of nearbyTerms(goal)) {
    if (found.size >= maxOthers) break;
    found.add(literal);
  }
  if (found.size === 0) found.add(terms.literal(nearbyText(goal)));
  return [...found].filter((other) => !values.includes(other)).slice(0, maxOthers);
}

/** Removes the common value, first on the side with less support for it. */
const disjointRepair: ComponentRepair<'disjoint'> = {
  offers: [
    'removing the common value on the side that can do without it, when the other cannot',
    'removing it on the side that has other values, too',
    'removing it on either side',
  ],
  *fixes(goal) {
    const { constraint, violation } = goal;
    const { focusNode, path, sourceShape, value } = violation;
    if (value === undefined) return;
    // The shape is about the values of its own path, so among equals these are the wrong ones.
    const places = [
      ...(path === undefined ? [] : [{ focusNode, path, shape: sourceShape }]),
      comparedPlace(violation, constraint.compared),
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
    const others = draft.evaluator.values(focusNode, constraint.compared);
    const there = { focusNode, path: constraint.compared };
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
  readonly inFavour?: EvidenceItem;
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

/**
 * True for properties of further names and loose relations, which hold values found nowhere else: skos:altLabel,
 * skos:related.
 */
function isAlternative(path: Path): boolean {
  return (
    path.kind === 'predicate' &&
    /^(?:alt(?:ernat|label)|hidden|related$|seealso$|other[A-Z]|former|additional)/i.test(
      localName(terms.value(path.predicate)),
    )
  );
}

/** Brings the value and the one that it is compared with into order. */
const lessThanRepair = {
  offers: [
    'the same value with a datatype that can be compared',
    'the two values swapped, if that puts them in order',
    'the nearest value in the right order, on either side, to be filled in',
    'removing a value on either side',
  ],
  fixes: orderValues,
  /** Two values in the wrong order. */
  violationEdits: disorderValues,
  violatedBy: 'refusedValue',
  unknown: wrongSide,
} satisfies ComponentRepair<'lessThan' | 'lessThanOrEquals'>;

/** Makes a left value not less than a right one, by replacing either or adding missing ones. */
function* disorderValues(goal: ViolationGoal<'lessThan' | 'lessThanOrEquals'>): Iterable<Fix> {
  const { constraint, focusNode, path, draft } = goal;
  if (path === undefined) return;
  const left = { focusNode, path, shape: constraint.shape };
  const right = {
    focusNode,
    path: constraint.compared,
    shape: undefined,
  };
  const [values, others] = [valuesAt(goal), draft.evaluator.values(focusNode, constraint.compared)];
  /** A value that is not above, or not below, another one: that value itself if it is already wrong. */
  const past = (value: TermId, direction: 'up' | 'down') =>
    constraint.kind === 'lessThan' ? value : adjacentLiteral(value, direction);
  for (const value of values) {
    for (const other of others) {
      const raised = past(other, 'up');
      const up = raised !== undefined && !values.includes(raised) && replaceValue(draft, left, value, raised);
      if (up) yield inventedFix(up, raised);
      const lowered = past(value, 'down');
      const down =
        lowered !== undefined && !others.includes(lowered) && replaceValue(draft, right, other, lowered);
      if (down) yield inventedFix(down, lowered);
    }
  }
  if (values.length > 0 && others.length > 0) return;
  // One side is empty: it gets a value that conflicts with the other. If both are empty, they get incomparable values.
  const [value] = values;
  const [other] = others;
  const newValue = value ?? (other && past(other, 'up')) ?? usual(goal);
  const newOther = other ?? (value && past(value, 'down')) ?? usual({ ...goal, path: right.path });
  const toLeft = value === undefined ? attachByPath(draft.graph, left, newValue) : undefined;
  const toRight = other === undefined ? attachByPath(draft.graph, right, newOther) : undefined;
  const change = [toLeft, toRight]
    .flatMap((triple) => triple ?? [])
    .reduce((all, triple) => mergeChanges(all, { added: [triple], removed: [] }), noChange);
  if (change.added.length > 0) yield inventedFix(change, ...change.added.map(({ object }) => object));
}

/** A value of others, or a nearby text that is only comparable with texts. */
function usual(goal: ViolationGoal): TermId {
  for (const value of usualValues(goal)) if (terms.isLiteral(value)) return value;
  return terms.literal(nearbyText(goal));
}

/** By the kind of the constraint. */
export const propertyPairRepairs = {
  equals: equalsRepair,
  disjoint: disjointRepair,
  subsetOf: subsetOfRepair,
  lessThan: lessThanRepair,
  lessThanOrEquals: lessThanRepair,
};
