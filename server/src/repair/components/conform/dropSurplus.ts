import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Path } from '../../../shacl/paths/path.ts';
import { attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { noChange } from '../../drafts/change.ts';
import { detachments } from '../../drafts/detachments.ts';
import { type Draft, isDescribed, usesOf } from '../../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange, withSupport } from '../../drafts/fix.ts';
import { withOrphanedDescriptions } from '../../drafts/orphanedDescriptions.ts';
import { mostFrequent } from '../../evidence/mostFrequent.ts';
import { foldName } from '../../evidence/nameSimilarity.ts';
import { impliedValues } from '../../values/impliedValues.ts';
import { acceptorAt } from '../../values/requirements.ts';
import type { Via } from './candidates.ts';

const maxAlternatives = 6;

/** Ways to remove a number of values from a place, those with the least support first. */
export function* dropSurplus(
  draft: Draft,
  at: Via,
  values: readonly TermId[],
  surplus: number,
): Iterable<Fix> {
  const place: Place = { ...at, accepts: acceptorAt(draft, at), draft };
  // The sort is stable, so of equals the last one in the text is removed first.
  const removable = values
    .map((value) => judge(value, values, place))
    .reverse()
    .sort((a, b) => a.worth - b.worth)
    .flatMap((judgement) => {
      const [drop] = detachments(draft, at, [judgement.value]);
      return drop ? [{ ...judgement, drop }] : [];
    });
  if (removable.length < surplus) return;
  for (const [i, dropped] of choices(removable, surplus).slice(0, maxAlternatives).entries()) {
    const kept = removable.filter((item) => !dropped.includes(item));
    const isClear =
      i === 0 &&
      kept.length > 0 &&
      dropped.every(({ worth }) => worth < kept[0]!.worth && isLittle(worth, kept));
    const support = isClear ? 'attested' : 'plausible';
    const fix = dropped
      .map(({ drop, against }): Fix => {
        const reason = against ?? (isClear ? kept[0]!.inFavour : undefined);
        return withSupport(combineFixes(drop, fixOfChange(noChange, 'implied', reason)), support);
      })
      .reduce(combineFixes);
    yield fix;
    const withAll = withOrphanedDescriptions(draft, fix);
    if (withAll) yield withAll;
  }
}

/** True for values that nobody will miss, or if the kept ones are certain. */
function isLittle(worth: number, kept: readonly Judgement[]): boolean {
  return worth <= worths.undescribed || kept.every((item) => item.worth === worths.implied);
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

interface Judgement {
  readonly value: TermId;
  /** The support for keeping it. */
  readonly worth: number;
  /** Why it may be removed. */
  readonly against?: string;
  /** Why it should stay. */
  readonly inFavour?: string;
}

const worths = { wrong: 0, repeated: 1, undescribed: 2, plain: 3, usual: 4, implied: 6 } as const;

interface Place {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly accepts: (value: TermId) => boolean;
  readonly draft: Draft;
}

function judge(value: TermId, values: readonly TermId[], place: Place): Judgement {
  const { focusNode, path, draft, accepts } = place;
  const { graph, search } = draft;
  const { term } = search;
  if (!accepts(value)) {
    return { value, worth: worths.wrong, against: `${term(value)} does not satisfy the other constraints` };
  }
  const twin = values.find((other) => other !== value && isTwin(value, other) && accepts(other));
  if (twin !== undefined && values.indexOf(twin) < values.indexOf(value)) {
    return { value, worth: worths.repeated, against: `${term(value)} says the same as ${term(twin)}` };
  }
  if (!terms.isLiteral(value) && !isDescribed(draft, value)) {
    const othersAre = values.some((other) => other !== value && isDescribed(draft, other));
    if (othersAre) return { value, worth: worths.undescribed, against: `no file describes ${term(value)}` };
  }
  const implied = attachmentPoints(graph, focusNode, path)
    .flatMap((step) => impliedValues(graph, step, term))
    .find((found) => found.value === value);
  if (implied) return { value, worth: worths.implied, inFavour: `${term(value)} is ${implied.evidence}` };
  return { value, worth: isUsualKind(value, place) ? worths.usual : worths.plain };
}

/** True for the same text with another datatype, language, case or spacing. */
function isTwin(a: TermId, b: TermId): boolean {
  return terms.isLiteral(a) && terms.isLiteral(b) && foldName(terms.value(a)) === foldName(terms.value(b));
}

/** True for values of the class, or literals of the datatype and language, that most other nodes have there. */
function isUsualKind(value: TermId, { path, draft }: Place): boolean {
  if (path.kind !== 'predicate') return false;
  const { graph } = draft;
  const kindOf = (term: TermId) =>
    terms.isLiteral(term)
      ? `${terms.datatype(term)} ${terms.language(term)}`
      : String(graph.objects(term, rdf.type)[0]);
  const others = usesOf(draft, path.predicate, 200);
  return mostFrequent(others.map(({ object }) => kindOf(object))) === kindOf(value);
}
