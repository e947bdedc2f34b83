import { boundedEditDistance } from '../../../base/editDistance.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { noChange } from '../../drafts/change.ts';
import { detachments } from '../../drafts/detachments.ts';
import { isDescribed, isOntologyNodeIn, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, isAttested, withSupport } from '../../drafts/fix.ts';
import type { Goal } from '../../drafts/goal.ts';
import { renameNode } from '../../drafts/renameNode.ts';
import { acceptor, constraintsOfKind, type Requirements, withValueShape } from '../../drafts/requirements.ts';
import { replaceValue, type ValuePlace, valuePlaceOf } from '../../drafts/valuePlace.ts';
import { nameOfProperty, type WantedValue } from '../../drafts/wantedValue.ts';
import { analogousValues } from '../../evidence/analogy.ts';
import { isFactOfAnother } from '../../evidence/factsOfOthers.ts';
import { labelProperties } from '../../evidence/nameProperties.ts';
import { foldName } from '../../evidence/nameSimilarity.ts';
import { labelsOf } from '../../evidence/nearestNames.ts';
import { isPlaceholderValue } from '../../evidence/placeholderText.ts';
import { isClearTypo } from '../../slips/oneTypo.ts';
import { placeholderWitnesses } from '../../values/knownValues.ts';
import { isOtherUnit } from '../../values/units/amounts.ts';
import { rewritesOf } from '../rewrite/index.ts';
import { intendedValues } from './intendedValues.ts';
import { nodesForText, wantedInPlace } from './nodesForText.ts';
import { supportedValues } from './weighedValue.ts';

/**
 * Ways to repair a result about a single value when the value itself is at fault: what it was meant to be, another
 * value that the data supports, a placeholder, or no value. A focus node that is not a value of anything is renamed.
 */
export function* exchangeValue(goal: Goal): Iterable<Fix> {
  const { draft, violation } = goal;
  const { value } = violation;
  // A node that the search itself created is completed, not replaced.
  if (value === undefined || draft.fix.minted.includes(value)) return;
  const place = valuePlaceOf(goal);
  if (place === undefined) {
    yield* renamings(goal, value);
    return;
  }
  const wanted = wantedInPlace(goal, place);
  const empty = [...emptyRemovals(goal, place, value)];
  yield* empty;
  const isEmpty = empty.length > 0;
  const isName = !isEmpty && isOwnName(goal, place, value) && !isNeeded(wanted);
  if (isName)
    yield* leastInformative(goal, place, value, `${draft.search.term(place.focusNode)} is called so itself`);
  const twin = isNeeded(wanted) ? undefined : [...wanted.taken].find((other) => isSlipOf(value, other, goal));
  if (twin !== undefined) {
    const words = `${draft.search.term(twin)} is there already`;
    for (const { change } of detachments(draft, place, [value]))
      yield fixOfChange(change, 'attested', { kind: 'duplicate', words });
  }
  let isKept = false;
  for (const fix of terms.isLiteral(value) ? nodesForText(goal, place, value) : []) {
    isKept = true;
    yield fix;
  }
  const isFact = violation.constraint.kind === 'in' && isFactOfAnother(draft, violation.focusNode, value);
  let best: Fix | undefined;
  for (const witness of intendedValues(value, violation.constraint, wanted, draft)) {
    // No placeholder when the value is known.
    if (best && isAttested(best.support) && witness.fix.support === 'placeholder') break;
    // A new node that keeps the text is better than one that loses it.
    if (isKept && witness.fix.minted.length > 0) continue;
    const change = replaceValue(draft, place, value, witness.value);
    if (change === undefined || (isFact && !isAttested(witness.fix.support))) continue;
    best ??= witness.fix;
    // The form of a text without content does not matter.
    const carriedOut = fixOfChange(
      change,
      isEmpty ? 'plausible' : 'implied',
      isName ? nameOrValue : undefined,
    );
    yield combineFixes(witness.fix, carriedOut);
  }
  // Statements about another node are true wherever it occurs as a value.
  if (isFact) return;
  if (best === undefined || !isAttested(best.support)) {
    yield* typosOfAnalogues(goal, place, wanted, value);
    // A node's own text says more than what others would have in its place.
    const others = best === undefined || terms.isLiteral(value) ? supportedValues(goal, place, value) : [];
    for (const fix of others) {
      const isAmount = fix.change.added.some(({ object }) => isOtherUnit(object, value, draft));
      yield isAmount ? combineFixes(fix, fixOfChange(noChange, 'plausible', otherAmount)) : fix;
    }
  }
  if (best === undefined && !isKept) yield* asked(goal, place, wanted, value);
  if (!isNeeded(wanted)) yield* detachments(draft, place, [value]);
}

/** Removes a value that says nothing, where none is required. */
export function* emptyRemovals(goal: Goal, place: ValuePlace, value: TermId): Iterable<Fix> {
  if (!isPlaceholderValue(value, nameOfProperty(place)) || isNeeded(wantedInPlace(goal, place))) return;
  yield* leastInformative(goal, place, value, `${goal.draft.search.term(value)} says nothing`);
}

function* leastInformative({ draft }: Goal, place: ValuePlace, value: TermId, words: string): Iterable<Fix> {
  for (const { change } of detachments(draft, place, [value]))
    yield fixOfChange(change, 'plausible', { kind: 'leastInformative', words });
}

const otherAmount: EvidenceItem = { kind: 'competing', words: 'it would be another amount' };

/** The text may be in the wrong place rather than of the wrong form. */
const nameOrValue: EvidenceItem = { kind: 'reading', words: '' };

/** True for a text or an undescribed IRI that is a typing error away from another one. */
function isSlipOf(value: TermId, other: TermId, { draft }: Goal): boolean {
  if (value === other || terms.isBlank(other)) return false;
  if (terms.isLiteral(value))
    return terms.isLiteral(other) && isClearTypo(terms.value(value), terms.value(other));
  const [iri, meant] = [terms.value(value), terms.value(other)];
  const isOfSame = terms.isIri(other) && namespaceOf(iri) === namespaceOf(meant);
  return isOfSame && !isDescribed(draft, value) && isClearTypo(localName(iri), localName(meant));
}

const maxUses = 20;

/** True for the name of a node as its own value where names do not belong, which happens by copying. */
function isOwnName({ draft }: Goal, { focusNode, path }: ValuePlace, value: TermId): boolean {
  if (!terms.isLiteral(value) || path.kind !== 'predicate' || labelProperties.includes(path.predicate))
    return false;
  const { graph } = draft;
  const isNameOf = (text: TermId, node: TermId) => {
    const names = terms.isIri(node) ? [localName(terms.value(node))] : [];
    const folded = foldName(terms.value(text));
    return folded !== '' && [...names, ...labelsOf(graph, node)].some((name) => foldName(name) === folded);
  };
  if (!isNameOf(value, focusNode)) return false;
  const others = usesOf(draft, path.predicate, maxUses).filter(({ subject }) => subject !== focusNode);
  return !others.some(({ subject, object }) => terms.isLiteral(object) && isNameOf(object, subject));
}

const maxTypos = 2;

/** Values that similar nodes have there, if the offending value looks like a misspelling of them. */
function* typosOfAnalogues(
  { draft }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  value: TermId,
): Iterable<Fix> {
  const accepts = acceptor(draft, wanted.requirements);
  for (const witness of analogousValues(wanted, draft)) {
    const [text, meant] = [terms.value(value), terms.value(witness.value)];
    if (!accepts(witness.value) || boundedEditDistance(text, meant, maxTypos) > maxTypos) continue;
    const change = replaceValue(draft, place, value, witness.value);
    if (change) yield withSupport(combineFixes(witness.fix, fixOfChange(change, 'implied')), 'attested');
  }
}

/** True when there are no more values than required. */
function isNeeded({ requirements, taken }: WantedValue): boolean {
  return constraintsOfKind(requirements.unfolded, 'minCount').some(({ count }) => taken.size <= count);
}

/** A placeholder in place of the value. */
function* asked(goal: Goal, place: ValuePlace, wanted: WantedValue, value: TermId): Iterable<Fix> {
  const { draft } = goal;
  // A placeholder cannot stand for something that other files describe.
  if (!terms.isLiteral(value) && isOntologyNodeIn(draft, value)) return;
  for (const witness of placeholderWitnesses(wanted, draft, goal.conform)) {
    const change = replaceValue(draft, place, value, witness.value);
    if (change) yield combineFixes(fixOfChange(change, 'implied'), witness.fix);
    return;
  }
}

/** The path that leads from a node to itself. */
const noSteps: Path = { kind: 'sequence', paths: [] };

/** New names for the focus node, wherever it occurs. */
function* renamings({ draft, violation }: Goal, node: TermId): Iterable<Fix> {
  if (terms.isLiteral(node)) return;
  const none: Requirements = { shapes: [], direct: [], unfolded: [], valueShapes: [] };
  const { unfolded } = withValueShape(draft.search.shapes, none, violation.sourceShape);
  const direct = unfolded.filter((constraint) => rewritesOf(constraint) !== undefined);
  const requirements: Requirements = { ...none, direct, unfolded: direct };
  const wanted: WantedValue = { focusNode: node, path: noSteps, requirements, taken: new Set([node]) };
  for (const { value, fix } of intendedValues(node, violation.constraint, wanted, draft)) {
    if (terms.isLiteral(value)) continue;
    const change = renameNode(draft, node, value);
    if (change === undefined) continue;
    // Other data may refer to the node by its name, and only the user can know that two nodes are the same.
    const renamed = combineFixes(
      fix,
      fixOfChange(change, fix.support === 'attested' ? 'plausible' : 'implied'),
    );
    yield isDescribed(draft, value) ? { ...renamed, placeholders: [value] } : renamed;
  }
}
