import { hasTriple } from '../../../rdf/graph.ts';
import type { TermId, Triple } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { ConstraintKind, ConstraintOf } from '../../../shacl/model/shape.ts';
import { attachByPath, attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { type Draft, isEditable, usesOf, withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { Conform, Via, Violate } from '../../drafts/goal.ts';
import { intermediateNodes } from '../../drafts/intermediateNodes.ts';
import { isInPlace, replaceValue } from '../../drafts/valuePlace.ts';

/** A constraint to violate at a node. */
export interface ViolationGoal<Kind extends ConstraintKind = ConstraintKind> {
  readonly constraint: ConstraintOf<Kind>;
  /** The focus node of the constraint's shape. */
  readonly focusNode: TermId;
  /** The path of the constraint's shape, undefined for node shapes. */
  readonly path: Path | undefined;
  /** How the focus node is reached as a value: a node shape's constraint can be violated by another value there. */
  readonly via: Via | undefined;
  readonly draft: Draft;
  readonly conform: Conform;
  readonly violate: Violate;
  /** The value nodes in the order in which to try them; by default in the order of the graph. */
  readonly values?: readonly TermId[];
}

/**
 * True while a repair is searched: for sh:not, for example, which is repaired by a violation. A repair only undoes what is
 * forbidden; it makes no mistakes as people make them.
 */
export function isRepairing({ draft }: Pick<ViolationGoal, 'draft'>): boolean {
  return draft.search.rootFocusNode !== undefined;
}

/** The value nodes of the constraint. */
export function valuesAt({ focusNode, path, draft, values }: ViolationGoal): readonly TermId[] {
  return path === undefined ? [focusNode] : (values ?? draft.evaluator.values(focusNode, path));
}

/** The place of the value nodes; undefined for a focus node that was not reached as a value. */
export function placeOfValues({ constraint, focusNode, path, via }: ViolationGoal): Via | undefined {
  return path === undefined ? via : { focusNode, path, shape: constraint.shape };
}

/** A change with invented terms, which a user would replace by the right ones. */
export function inventedFix(change: Fix['change'], ...invented: readonly TermId[]): Fix {
  return { ...emptyFix, change, support: 'placeholder', placeholders: invented };
}

/**
 * For components that judge single values: replaces each value in turn with one that the constraint rejects. If there is no
 * value, attaches one, at the end of a path of new nodes if necessary. `wrong` yields terms that may be rejected, given a
 * value or none.
 */
export function* violateByWrongValue(
  goal: ViolationGoal,
  wrong: (value: TermId | undefined) => Iterable<TermId>,
): Iterable<Fix> {
  const { draft, constraint } = goal;
  const check = draft.evaluator.check(constraint);
  if (check === undefined) return;
  const refuses = (value: TermId) =>
    check.kind === 'value' ? !check.accepts(value) : check.failures(value, [value]).length > 0;
  const place = placeOfValues(goal);
  if (place === undefined) return;
  const values = valuesAt(goal);
  let isFixed = values.length > 0;
  for (const value of values) {
    for (const other of distinct(wrong(value))) {
      const change =
        !values.includes(other) && refuses(other) ? replaceValue(draft, place, value, other) : undefined;
      if (change === undefined) continue;
      isFixed = false;
      yield inventedFix(change, other);
    }
  }
  // Where other files state all values, a wrong one can still be beside them.
  if (isFixed && !isRepairing(goal)) {
    for (const value of values) {
      for (const other of distinct(wrong(value))) {
        const added =
          values.includes(other) || !refuses(other) ? undefined : attachByPath(draft.graph, place, other);
        if (added !== undefined) yield inventedFix({ added: [added], removed: [] }, other);
      }
    }
  }
  const way = values.length === 0 ? intermediateNodes(draft, place.focusNode, place.path) : undefined;
  if (way === undefined) return;
  const { graph } = way === emptyFix ? draft : withFix(draft, way);
  for (const other of distinct(wrong(undefined))) {
    const added =
      way.minted.includes(other) || !refuses(other) ? undefined : attachByPath(graph, place, other);
    if (added === undefined) continue;
    // The new nodes may lead to existing values.
    yield hasTriple(graph, added)
      ? way
      : combineFixes(way, inventedFix({ added: [added], removed: [] }, other));
  }
}

/** The change that removes triples, if the data files state them. */
export function* removeTriples(draft: Draft, removed: readonly Triple[]): Iterable<Fix> {
  if (removed.length === 0 || !removed.every((triple) => isEditable(draft, triple))) return;
  yield fixOfChange({ added: [], removed }, 'removal');
}

const maxPeers = 50;

/** The values of other nodes at the last step of the path, which are the likeliest: those of nodes of its kind first. */
export function* usualValues({
  draft,
  focusNode,
  path,
  via,
}: Pick<ViolationGoal, 'draft' | 'focusNode' | 'path' | 'via'>): Iterable<TermId> {
  const place = path === undefined ? via : { focusNode, path };
  if (place === undefined) return;
  const { graph } = draft;
  for (const step of attachmentPoints(graph, place.focusNode, place.path)) {
    const types = new Set(graph.objects(step.node, rdf.type));
    const [alike, others] = [new Set<TermId>(), new Set<TermId>()];
    for (const { subject, object } of usesOf(draft, step.predicate, maxPeers)) {
      const [user, value] = step.inverse ? [object, subject] : [subject, object];
      const isAlike = graph.objects(user, rdf.type).some((type) => types.has(type));
      (isAlike ? alike : others).add(value);
    }
    yield* alike;
    for (const value of others) if (!alike.has(value)) yield value;
  }
}

function* distinct(values: Iterable<TermId>): Iterable<TermId> {
  const seen = new Set<TermId>();
  for (const value of values) {
    if (!seen.has(value)) yield value;
    seen.add(value);
  }
}

/** All subsets of a given size, in the order of the items. Generated lazily, because there may be very many. */
export function* subsets<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  if (size > items.length) return;
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = 0; first + size <= items.length; first++) {
    for (const rest of subsets(items.slice(first + 1), size - 1)) yield [items[first]!, ...rest];
  }
}

/** Makes one of the values violate one of the shapes. */
export function* violateOne(goal: ViolationGoal, shapes: readonly TermId[]): Iterable<Fix> {
  const place = placeOfValues(goal);
  for (const value of valuesAt(goal)) {
    for (const shape of shapes) yield* goal.violate(value, shape, goal.draft, place);
  }
}

/** Makes a value violate all of the shapes, one after the other, or leave its place. */
export function violateAll(
  {
    draft,
    violate,
    place,
  }: Pick<ViolationGoal, 'draft' | 'violate'> & { readonly place: ReturnType<typeof placeOfValues> },
  value: TermId,
  shapes: readonly TermId[],
): Iterable<Fix> {
  return step(emptyFix, 2 * shapes.length);

  // Violating one shape may make the value conform to another one again.
  function* step(fix: Fix, stepsLeft: number): Iterable<Fix> {
    const here = fix === emptyFix ? draft : withFix(draft, fix);
    const next = isInPlace(here, place, value)
      ? shapes.find((shape) => here.evaluator.conforms(value, shape))
      : undefined;
    if (next === undefined) {
      if (fix !== emptyFix) yield fix;
      return;
    }
    if (stepsLeft === 0) return;
    for (const more of violate(value, next, here, place)) yield* step(combineFixes(fix, more), stepsLeft - 1);
  }
}
