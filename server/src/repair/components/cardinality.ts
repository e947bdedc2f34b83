import { boundedEditDistance } from '../../base/editDistance.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { attachByPath } from '../drafts/attachmentPoints.ts';
import { detachments } from '../drafts/detachments.ts';
import { type Draft, isDescribed, isEditable, usesOf, withFix } from '../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange, isAttested, needsFillingIn } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { intermediateNodes } from '../drafts/intermediateNodes.ts';
import { acceptor, constraintsOfKind, type Requirements, requirementsAt } from '../drafts/requirements.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import { isOneTypoAway, isSameNumber } from '../slips/oneTypo.ts';
import { type ComponentRepair, missingValue, surplusValue } from './component.ts';
import { addMissing } from './conform/addMissing.ts';
import { nodesForText } from './conform/nodesForText.ts';
import { dropSurplus } from './conform/weighValues.ts';
import { misnamedProperties } from './minCount/misnamedProperties.ts';
import { nearbyLiterals, nearbyNodes } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import {
  inventedFix,
  isRepairing,
  subsets,
  usualValues,
  type ViolationGoal,
  valuesAt,
} from './violate/violationEdits.ts';

/** Removes the surplus, starting with the values that have the least support. */
const maxCountRepair: ComponentRepair<'maxCount'> = {
  offers: [
    'removing the least informative values: broken ones, placeholders, duplicates, then more general ones',
    'removing any of the values, if nothing distinguishes them',
  ],
  *fixes({ constraint, draft, violation }) {
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const values = draft.evaluator.values(focusNode, path);
    const place = { focusNode, path, shape: sourceShape };
    yield* dropSurplus(draft, place, values, values.length - constraint.count);
  },
  /**
   * Attaches values until there is one too many: values of other nodes and its own with typing errors, which satisfy the
   * other requirements if possible; otherwise new nodes, and values that occur nearby.
   */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const taken = new Set(valuesAt(goal));
    const requirements = requirementsAt(draft, focusNode, path, constraint.shape);
    const missing = constraint.count + 1 - taken.size;
    if (missing < 1) return;
    const wanted = { focusNode, path, requirements, taken };
    const accepts = acceptor(draft, requirements);
    if (isRepairing(goal)) {
      yield* addMissing(goal, wanted, missing);
      return;
    }
    const ways = [
      () => existing(goal, wanted, missing),
      // Neither values of other nodes nor new ones have support, but either makes one too many.
      () => attached(goal, [...likeOthers(goal, requirements, taken)].filter(accepts), missing),
      () => addMissing(goal, wanted, missing),
      () => attached(goal, [...nearbyNodes(goal), ...nearbyLiterals(goal)], missing),
    ];
    let count = 0;
    for (const way of ways) {
      for (const fix of way()) {
        count++;
        yield fix;
      }
      if (count >= leastWays) return;
    }
  },
  violatedBy: 'furtherValue',
  unknown: (constraint, names) =>
    constraint.count === 0
      ? `the shape allows no value of ${names.path}, and the files don't say where the value there belongs`
      : surplusValue(constraint, names),
};

/** With this many ways that resemble the data, new nodes are not needed. */
const leastWays = 2;

/** Repairs that add values without inventing anything. */
function* existing(
  goal: ViolationGoal<'maxCount'>,
  wanted: Parameters<typeof addMissing>[1],
  missing: number,
): Iterable<Fix> {
  for (const fix of addMissing(goal, wanted, missing)) {
    if (!needsFillingIn(fix) && fix.minted.length === 0) yield fix;
  }
}

const maxAttached = 3;

/** Attaches as many of the values as are missing; each in turn, if only one is missing. */
function* attached(
  goal: ViolationGoal<'maxCount'>,
  values: readonly TermId[],
  missing: number,
): Iterable<Fix> {
  const { draft, focusNode, path } = goal;
  const here = new Set(valuesAt(goal));
  const others = [...new Set(values)].filter((value) => value !== focusNode && !here.has(value));
  const start = intermediateNodes(draft, focusNode, path!);
  if (start === undefined) return;
  for (let first = 0; first < Math.min(maxAttached, others.length - missing + 1); first++) {
    let fix: Fix = start;
    let count = 0;
    for (const value of others.slice(first)) {
      const added = attachByPath(withFix(draft, fix).graph, { focusNode, path: path! }, value);
      if (added === undefined) continue;
      fix = combineFixes(fix, inventedFix({ added: [added], removed: [] }, value));
      if (++count < missing) continue;
      yield fix;
      break;
    }
  }
}

/** Values that the place could have: those of others, those of a list, mistyped ones, and other values nearby. */
function* likeOthers(
  goal: ViolationGoal<'maxCount'>,
  { unfolded }: Requirements,
  taken: ReadonlySet<TermId>,
): Iterable<TermId> {
  yield* usualValues(goal);
  for (const { members } of constraintsOfKind(unfolded, 'in')) yield* members;
  for (const value of taken) {
    // A mistyped IRI is a node that nobody describes.
    if (terms.isLiteral(value)) yield* slipsOf(value, goal);
  }
  const datatypes = constraintsOfKind(unfolded, 'datatype').map(({ datatype }) => datatype);
  for (const literal of nearbyLiterals(goal)) {
    yield literal;
    for (const datatype of datatypes) {
      if (datatype !== rdf.langString) yield terms.literal(terms.value(literal), datatype);
    }
  }
}

/** Attaches the missing values. */
const minCountRepair: ComponentRepair<'minCount'> = {
  offers: [
    'the value of a property that is misspelt, or of its equivalent in another vocabulary',
    'a reference to the node with its name misspelt, where a reference is missing',
    'a value that the graph implies, by an inverse property for example',
    'the sh:hasValue, sh:defaultValue or member of sh:in that the shape names',
    'what other values of the node derive, as with other nodes: a name from its parts, a title from a label',
    'a value that the rest of the data supports',
    'a placeholder of the right kind, or a new node with what its shape asks for',
  ],
  *fixes(goal) {
    const { constraint, draft } = goal;
    const { focusNode, path, sourceShape } = goal.violation;
    if (path === undefined) return;
    // A text has no properties; the node that it represents may have them.
    if (terms.isLiteral(focusNode)) {
      const place = goal.via ?? placeOfFocus(goal);
      if (place) yield* nodesForText(goal, place, focusNode);
      return;
    }
    const taken = new Set(draft.evaluator.values(focusNode, path));
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const wanted = { focusNode, path, requirements, taken };
    const misnamed = [...misnamedProperties(wanted, draft), ...misspeltReference(wanted, draft)];
    const missing = constraint.count - taken.size;
    // A value found elsewhere would only be added to the one that is already here.
    if (missing === 1 && misnamed.some(({ support }) => isAttested(support))) yield* misnamed;
    else yield* addMissing(goal, wanted, missing, [], misnamed);
  },
  /** Leaves one value fewer than required. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const surplus = values.length - constraint.count + 1;
    if (surplus < 1) return;
    for (const dropped of subsets(values, surplus)) yield* detachments(draft, { focusNode, path }, dropped);
  },
  violatedBy: 'removal',
  unknown: missingValue,
};

/**
 * The only statement of the property with a node of a nearly equal name that no file describes and nothing else refers to: it lacks a
 * description, and the focus node a reference.
 */
function* misspeltReference({ focusNode, path }: WantedValue, draft: Draft): Iterable<Fix> {
  if (path.kind !== 'inverse' || path.path.kind !== 'predicate' || !terms.isIri(focusNode)) return;
  const { graph, search } = draft;
  const [only, ...others] = usesOf(draft, path.path.predicate, maxUses).filter(
    ({ object }) =>
      terms.isIri(object) &&
      isNearly(terms.value(object), terms.value(focusNode)) &&
      !isDescribed(draft, object) &&
      graph.incoming(object).length === 1,
  );
  if (only === undefined || others.length > 0 || !isEditable(draft, only)) return;
  const { length } = localName(terms.value(focusNode));
  yield fixOfChange({ added: [{ ...only, object: focusNode }], removed: [only] }, 'plausible', {
    kind: 'likeName',
    words: `no file describes ${search.term(only.object)}`,
    for: length - 1,
    of: length,
  });
}

const maxUses = 2000;

/** True for names in one namespace that differ by a typing error, two digits swapped included. */
function isNearly(iri: string, meant: string): boolean {
  if (namespaceOf(iri) !== namespaceOf(meant)) return false;
  const [name, other] = [localName(iri), localName(meant)];
  const sorted = (text: string) => [...text].sort().join('');
  return (
    isOneTypoAway(name, other) ||
    isSameNumber(name, other) ||
    (sorted(name) === sorted(other) && boundedEditDistance(name, other, 1) === 1)
  );
}

/** The place of a focus node that is a value of the root focus node, by the property shape around the violated one. */
function placeOfFocus({ draft, violation }: Goal<'minCount'>): Via | undefined {
  const { focusNode, rootFocusNode, rootShape, sourceShape } = violation;
  const { shapes } = draft.search;
  for (const { shapeRef } of constraintsOfKind(shapes.get(rootShape)?.constraints ?? [], 'property')) {
    const outer = shapes.get(shapeRef);
    if (outer?.path === undefined) continue;
    const isAround = constraintsOfKind(outer.constraints, 'property').some(
      (constraint) => constraint.shapeRef === sourceShape,
    );
    if (isAround && draft.evaluator.values(rootFocusNode, outer.path).includes(focusNode)) {
      return { focusNode: rootFocusNode, path: outer.path, shape: shapeRef };
    }
  }
  return undefined;
}

/** By the kind of the constraint. */
export const cardinalityRepairs = {
  minCount: minCountRepair,
  maxCount: maxCountRepair,
};
