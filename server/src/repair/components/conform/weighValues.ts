import { localName } from '../../../rdf/iri.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { mergeChanges, noChange } from '../../drafts/change.ts';
import { detachments, withOrphanedDescriptions } from '../../drafts/detachments.ts';
import { type Draft, isEditable, usesOf, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, isAttested, withSupport } from '../../drafts/fix.ts';
import type { Via } from '../../drafts/goal.ts';
import { acceptorAt, requirementsAt } from '../../drafts/requirements.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { likeliestFirst } from '../../evidence/likeliestFirst.ts';
import { foldName, isPartSequenceIn, nameParts } from '../../evidence/nameSimilarity.ts';
import { isNamedAfter, usageAmongSiblings } from '../../evidence/pathUsage.ts';
import { isCopyOf } from '../../evidence/sameMeaning.ts';
import { knownValues } from '../../values/knownValues.ts';
import { doubt } from './valueDoubts.ts';
import { type WeighedPlace, type WeighedValue, worths } from './weighedValue.ts';

/**
 * Weighs values of which some have to be removed: the least informative come first. Values that are equally good come in
 * the order of their terms, never of the text.
 */
export function weighValues(draft: Draft, at: Via, values: readonly TermId[]): readonly WeighedValue[] {
  const place: WeighedPlace = { ...at, accepts: acceptorAt(draft, at), others: othersAt(draft, at), draft };
  const judged = values.map((value) => doubt(value, values, place) ?? { value, worth: worths.plain });
  const open = judged.filter(({ worth }) => worth === worths.plain);
  const favoured =
    open.length < 2
      ? new Map<TermId, WeighedValue>()
      : supported(
          draft,
          at,
          values,
          open.map(({ value }) => value),
        );
  return judged
    .map((each) => (each.worth === worths.plain ? (favoured.get(each.value) ?? each) : each))
    .sort((a, b) => a.worth - b.worth || compareTerms(b.value, a.value));
}

const maxOthers = 200;

function othersAt(draft: Draft, { focusNode, path }: Via): readonly TermId[] {
  if (path.kind !== 'predicate') return [];
  return usesOf(draft, path.predicate, maxOthers).flatMap(({ subject, object }) =>
    subject === focusNode ? [] : [object],
  );
}

const maxWitnesses = 12;

/**
 * Values that would be proposed if none of them were present; otherwise the one that is connected to the node as the values
 * of others are.
 */
function supported(
  draft: Draft,
  at: Via,
  values: readonly TermId[],
  open: readonly TermId[],
): ReadonlyMap<TermId, WeighedValue> {
  const found = new Map<TermId, WeighedValue>();
  const [without] = detachments(draft, at, values);
  if (without === undefined) return found;
  const requirements = requirementsAt(draft, at.focusNode, at.path, at.shape);
  const wanted: WantedValue = { ...at, requirements, taken: new Set() };
  const here = withFix(draft, without);
  const usage = usageAmongSiblings(wanted, here);
  const named = open.filter((value) => isNamedLike(value, at.focusNode, usage.siblings, here));
  if (named.length > 0 && named.length < open.length) {
    // The name of a node may be the short one of the two: "Rome" and "Ancient Rome" of ex:rome.
    const says = (value: TermId) => nameParts(terms.value(value));
    const rest = open.filter((value) => !named.includes(value));
    if (rest.some((value) => named.some((each) => isPartSequenceIn(says(each), says(value))))) return found;
    const { term } = draft.search;
    for (const value of named) {
      const words = `${term(value)} is named like ${term(at.focusNode)}`;
      found.set(value, { value, worth: worths.supported, inFavour: { kind: 'analogy', words } });
    }
    return found;
  }
  // What most others have is not better than what few have: a closed file among open ones may well be closed.
  const isPopularity = ({ kind, of }: EvidenceItem) => kind === 'peers' && of === usage.siblings.length;
  let asked = 0;
  for (const { value, fix } of knownValues(wanted, here)) {
    const [reason] = fix.evidence;
    if (reason && isPopularity(reason)) continue;
    if (values.includes(value) && isAttested(fix.support) && reason && !found.has(value)) {
      const worth = fix.support === 'attested' ? worths.supported : worths.implied;
      const words =
        worth === worths.implied ? `${draft.search.term(value)} is ${reason.words}` : reason.words;
      found.set(value, { value, worth, inFavour: { ...reason, words } });
    }
    if (++asked === maxWitnesses) break;
  }
  if (found.size > 0) return found;
  const [best, second] = likeliestFirst(open, wanted, usage, here);
  if (best && second && best.worth >= second.worth + leastLead) {
    const words = `${draft.search.term(best.value)} is connected as the values of others are`;
    found.set(best.value, {
      value: best.value,
      worth: worths.supported,
      inFavour: { kind: 'connected', words },
    });
  }
  return found;
}

/** True for a text that is the name of the node, and for a node that is named after it. */
function isNamedLike(value: TermId, focusNode: TermId, siblings: readonly TermId[], draft: Draft): boolean {
  if (!terms.isIri(focusNode) || terms.isBlank(value)) return false;
  if (!terms.isLiteral(value)) return isNamedAfter(draft, value, focusNode, siblings);
  return foldName(terms.value(value)) === foldName(localName(terms.value(focusNode)));
}

/** How much likelier one value has to be than the next. */
const leastLead = 0.4;

const maxAlternatives = 6;

/** Ways to remove a number of values from a place, the least informative ones first. */
export function* dropSurplus(
  draft: Draft,
  at: Via,
  values: readonly TermId[],
  surplus: number,
): Iterable<Fix> {
  const removable = weighValues(draft, at, values).flatMap((weighed) => {
    const [drop] = detachments(draft, at, [weighed.value]);
    return drop ? [{ ...weighed, drop }] : [];
  });
  if (removable.length < surplus) return;
  for (const [i, dropped] of choices(removable, surplus).slice(0, maxAlternatives).entries()) {
    const kept = removable.filter((item) => !dropped.includes(item));
    const isBest = i === 0 && kept.length > 0 && dropped.every(({ worth }) => worth < kept[0]!.worth);
    const isClear = isBest && dropped.every(({ worth }) => isLittle(worth, kept));
    const support = isClear ? 'attested' : 'plausible';
    const fix = dropped
      .map(({ drop, against, worth }): Fix => {
        const reason = against ?? (isBest ? kept[0]!.inFavour : undefined) ?? rivals(worth, removable);
        return withSupport(combineFixes(drop, fixOfChange(noChange, 'implied', reason)), support);
      })
      .reduce(combineFixes);
    const copies = dropped.filter(({ value }) =>
      values.some((other) => isCopyOf(value, other, new OverlayGraph(draft.graph, fix.change))),
    );
    const whole = copies.length > 0 ? withDescriptions(draft, fix, copies) : undefined;
    if (whole) yield whole;
    yield fix;
    const withAll = withOrphanedDescriptions(draft, fix);
    if (withAll) yield withAll;
  }
}

/** The fix with all that is said of copies to which nothing else refers; undefined where a data file does not state it. */
function withDescriptions(draft: Draft, fix: Fix, copies: readonly WeighedValue[]): Fix | undefined {
  const after = new OverlayGraph(draft.graph, fix.change);
  const removed = copies.flatMap(({ value }) => after.outgoing(value));
  if (copies.some(({ value }) => after.incoming(value).length > 0)) return undefined;
  if (!removed.every((triple) => isEditable(draft, triple))) return undefined;
  return { ...fix, change: mergeChanges(fix.change, { added: [], removed }) };
}

/** Others that could be removed as well as one with the given worth. */
function rivals(worth: number, values: readonly WeighedValue[]): EvidenceItem | undefined {
  const equal = values.filter((other) => other.worth === worth).length;
  return equal < 2 ? undefined : { kind: 'rivals', words: '', for: equal - 1, of: values.length };
}

/** True for values that nobody will miss, or if the kept ones are certain. */
function isLittle(worth: number, kept: readonly WeighedValue[]): boolean {
  return worth <= worths.expendable || kept.every((item) => item.worth === worths.implied);
}

/**
 * Sets of a number of items to remove, from a list with the best candidates first. The alternatives change one item:
 * the one to remove if there is only one, otherwise one to keep.
 */
function choices<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 1) return items.map((item) => [item]);
  const dropped = items.slice(0, count);
  const weakest = items[count];
  if (weakest === undefined) return [dropped];
  const exchanges = dropped
    .toReversed()
    .map((spared) => dropped.map((item) => (item === spared ? weakest : item)));
  return [dropped, ...exchanges];
}
