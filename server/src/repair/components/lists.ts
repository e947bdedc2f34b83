import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { readList } from '../../shacl/model/reading.ts';
import { type Draft, isEditable, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { mintBlankNode, mintIri } from '../drafts/mint.ts';
import { valuePlaceOf, valueRemovals } from '../drafts/valuePlace.ts';
import { type ComponentRepair, lackingPart, unknownIntendedValue } from './component.ts';
import { nearbyText } from './violate/nearbyTerms.ts';
import { inventedFix, type ViolationGoal, valuesAt } from './violate/violationEdits.ts';

/** Keeps the first occurrence of each member. */
const uniqueMembersRepair: ComponentRepair<'uniqueMembers'> = {
  offers: ['the list without repeated members', 'removing the list, if it is not required'],
  *fixes(goal) {
    const { draft, violation } = goal;
    const { value } = violation;
    const members = value === undefined ? undefined : readList(draft.graph, value);
    const change = members && withMembers(draft, value!, [...new Set(members)]);
    if (change) {
      const words = 'each member stays where it stands first';
      // If they are not adjacent, the repetition may be intended, as in a round trip.
      const areTogether = members.every(
        (member, i) => members.indexOf(member) === i || member === members[i - 1],
      );
      yield fixOfChange(change, areTogether ? 'attested' : 'plausible', { kind: 'sameText', words });
    }
    yield* removals(goal);
  },
  /** The first member once more at the end. */
  violationEdits: (goal) =>
    listEdits(goal, (members) => (members[0] === undefined ? [] : [...members, members[0]])),
  violatedBy: 'furtherValue',
  unknown: unknownIntendedValue,
};

/** Cuts the list. */
const maxListLengthRepair: ComponentRepair<'maxListLength'> = {
  offers: [
    'the list without repeated members, if that makes it short enough',
    'the list without its last members',
    'removing the list, if it is not required',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    const members = value === undefined ? undefined : readList(draft.graph, value);
    if (members) {
      const distinct = [...new Set(members)];
      if (distinct.length < members.length && distinct.length <= constraint.length) {
        const change = withMembers(draft, value!, distinct);
        if (change)
          yield fixOfChange(change, 'plausible', { kind: 'sameText', words: 'without repeated members' });
      }
      const change = withMembers(draft, value!, members.slice(0, constraint.length));
      if (change) yield fixOfChange(change, 'removal');
    }
    yield* removals(goal);
  },
  /** Further members at the end. */
  violationEdits: (goal) =>
    listEdits(goal, (members) =>
      goal.constraint.length < maxMembers
        ? [...members, ...newMembers(goal, goal.constraint.length + 1 - members.length)]
        : [],
    ),
  violatedBy: 'furtherValue',
  unknown: unknownIntendedValue,
};

/** Offers members to be filled in. */
const minListLengthRepair: ComponentRepair<'minListLength'> = {
  offers: ['further members, to be filled in', 'removing the list, if it is not required'],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    const members = value === undefined ? undefined : readList(draft.graph, value);
    if (members && members.length > 0 && constraint.length < maxMembers) {
      const added = membersLike(members, goal, constraint.length - members.length);
      const change = withMembers(draft, value!, [...members, ...added]);
      if (change) yield inventedFix(change, ...added);
    }
    yield* removals(goal);
  },
  /** The list cut, to at least one member: an empty list would be a different node. */
  violationEdits: (goal) =>
    listEdits(goal, (members) => members.slice(0, Math.max(1, goal.constraint.length - 1))),
  violatedBy: 'removal',
  unknown: lackingPart,
};

const firstOfCell = { kind: 'predicate', predicate: rdf.first } as const;

/** Repairs members one after the other, or removes them from the list. */
const memberShapeRepair: ComponentRepair<'memberShape'> = {
  offers: [
    'the statements that a member lacks to conform to the shape, or another member in its place',
    'the list without the members that do not conform',
    'removing the list, if it is not required',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    const members = value === undefined ? undefined : readList(draft.graph, value);
    if (members) {
      yield* conformingMembers(goal, draft, emptyFix, mostMended);
      const kept = members.filter((member) => draft.evaluator.conforms(member, constraint.shapeRef));
      const change = kept.length > 0 ? withMembers(draft, value!, kept) : undefined;
      if (change) yield fixOfChange(change, 'removal');
    }
    yield* removals(goal);
  },
  /** Makes a member violate the shape. */
  *violationEdits(goal) {
    const { constraint, draft, violate } = goal;
    for (const value of valuesAt(goal)) {
      for (const { cell, member } of cellsOf(draft.graph, value))
        yield* violate(member, constraint.shapeRef, draft, {
          focusNode: cell,
          path: firstOfCell,
          shape: undefined,
        });
    }
  },
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** With more members to repair, the shape is more likely wrong than they are. */
const mostMended = 4;

function* conformingMembers(
  goal: Goal<'memberShape'>,
  draft: Draft,
  fix: Fix,
  mostLeft: number,
): Iterable<Fix> {
  const { shapeRef } = goal.constraint;
  const failing = cellsOf(draft.graph, goal.violation.value!).find(
    ({ member }) => !draft.evaluator.isIncomplete(member) && !draft.evaluator.conforms(member, shapeRef),
  );
  if (failing === undefined) {
    if (fix !== emptyFix) yield fix;
    return;
  }
  if (mostLeft === 0) return;
  const place = { focusNode: failing.cell, path: firstOfCell, shape: undefined };
  for (const next of goal.conform(failing.member, shapeRef, draft, place)) {
    const both = combineFixes(fix, next);
    yield* conformingMembers(goal, withFix(goal.draft, both), both, mostLeft - 1);
  }
}

/** The cells of a well-formed list with their members. */
function cellsOf(graph: Graph, list: TermId): readonly { readonly cell: TermId; readonly member: TermId }[] {
  const cells: { cell: TermId; member: TermId }[] = [];
  if (readList(graph, list) === undefined) return cells;
  for (let cell = list; cell !== rdf.nil; cell = graph.objects(cell, rdf.rest)[0]!)
    cells.push({ cell, member: graph.objects(cell, rdf.first)[0]! });
  return cells;
}

/** Nobody writes longer lists by hand, and they would fill the file. */
const maxMembers = 100;

/** Members to be filled in: names beside those of a list of named nodes, texts in any other one. */
function membersLike(members: readonly TermId[], goal: Goal, count: number): readonly TermId[] {
  if (!members.every((member) => terms.isIri(member))) return newMembers(goal, count);
  const minted: TermId[] = [];
  while (minted.length < count) {
    const fix = { ...goal.draft.fix, minted: [...goal.draft.fix.minted, ...minted] };
    minted.push(mintIri('Member', members[0]!, { ...goal.draft, fix }));
  }
  return minted;
}

function newMembers(goal: Pick<Goal, 'draft'> | ViolationGoal, count: number): readonly TermId[] {
  const text = 'focusNode' in goal ? nearbyText(goal) : '';
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    terms.literal(`${text}${i === 0 ? '' : ` ${i + 1}`}`),
  );
}

function* removals(goal: Goal): Iterable<Fix> {
  const place = valuePlaceOf(goal);
  if (place && goal.violation.value !== undefined)
    yield* valueRemovals(goal.draft, place, goal.violation.value);
}

function* listEdits(
  goal: ViolationGoal,
  change: (members: readonly TermId[]) => readonly TermId[],
): Iterable<Fix> {
  const { draft } = goal;
  for (const value of valuesAt(goal)) {
    const members = readList(draft.graph, value);
    if (members === undefined || members.length === 0) continue;
    const changed = change(members);
    const delta = changed.length === 0 ? undefined : withMembers(draft, value, changed);
    if (delta) yield inventedFix(delta, ...changed.filter((member) => !members.includes(member)));
  }
}

/**
 * The change that gives a list other members, of which there is at least one. The cells before the first difference stay;
 * undefined where nothing differs, or the data files do not state what would have to be removed.
 */
function withMembers(draft: Draft, list: TermId, members: readonly TermId[]): GraphDelta | undefined {
  const { graph } = draft;
  const found = cellsOf(graph, list);
  const cells = found.map(({ cell }) => cell);
  const before = found.flatMap(({ cell, member }): Triple[] => [
    { subject: cell, predicate: rdf.first, object: member },
    { subject: cell, predicate: rdf.rest, object: graph.objects(cell, rdf.rest)[0]! },
  ]);
  const minted: TermId[] = [...draft.fix.minted];
  const nodes = members.map((_, i) => {
    const node = cells[i] ?? mintBlankNode({ ...draft, fix: { ...draft.fix, minted } });
    minted.push(node);
    return node;
  });
  const after = members.flatMap((object, i): Triple[] => [
    { subject: nodes[i]!, predicate: rdf.first, object },
    { subject: nodes[i]!, predicate: rdf.rest, object: nodes[i + 1] ?? rdf.nil },
  ]);
  const { added, removed } = graphDifference(new IndexedGraph(before), new IndexedGraph(after));
  const isPossible =
    added.length + removed.length > 0 && removed.every((triple) => isEditable(draft, triple));
  return isPossible ? { added, removed } : undefined;
}

/** By the kind of the constraint. */
export const listRepairs = {
  minListLength: minListLengthRepair,
  maxListLength: maxListLengthRepair,
  uniqueMembers: uniqueMembersRepair,
  memberShape: memberShapeRepair,
};
