import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { Path } from '../../shacl/path.ts';
import { cuts, openSteps } from '../attach.ts';
import { type Draft, isDescribed, isEditable, usesOf } from '../draft.ts';
import { joinFixes, knownFix } from '../fix.ts';
import { impliedValues } from '../implied.ts';
import { mostFrequent } from '../mostFrequent.ts';
import { acceptor, requirementsAt } from '../requirements.ts';
import { foldName } from '../similarity.ts';
import type { Candidates } from './candidate.ts';

const maxAlternatives = 6;

/** Drops the surplus, first the values that least speaks for. */
export const maxCountCandidates: Candidates<'maxCount'> = {
  kind: 'maxCount',
  component: sh.MaxCountConstraintComponent,
  offers: ['dropping the values that nothing speaks for, duplicates and broken ones first'],
  *fixes({ constraint, draft, violation }) {
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const values = draft.evaluator.values(focusNode, path);
    const surplus = values.length - constraint.count;
    const accepts = acceptor(draft, requirementsAt(draft, focusNode, path, sourceShape));
    const judged = values.map((value) => judge(value, values, { focusNode, path, accepts, draft }));
    // The sort is stable: among equals the one that was written last goes first.
    const removable = judged
      .reverse()
      .sort((a, b) => a.worth - b.worth)
      .flatMap((judgement) => {
        const { value } = judgement;
        const [removed] = cuts(draft.graph, focusNode, path, value, (triple) => isEditable(draft, triple));
        return removed ? [{ ...judgement, removed }] : [];
      });
    if (removable.length < surplus) return;
    for (const [i, dropped] of choices(removable, surplus).slice(0, maxAlternatives).entries()) {
      const kept = removable.filter((item) => !dropped.includes(item));
      const isClear =
        i === 0 &&
        kept.length > 0 &&
        dropped.every(({ worth }) => worth < kept[0]!.worth && isLittle(worth, kept));
      const support = isClear ? 'attested' : 'plausible';
      yield dropped
        .map(({ removed, against }) =>
          knownFix({ added: [], removed }, support, against ?? (isClear ? kept[0]!.inFavour : undefined)),
        )
        .reduce(joinFixes);
    }
  },
};

/** True for values that nobody misses, or beside which the kept ones are certain. */
function isLittle(worth: number, kept: readonly Judgement[]): boolean {
  return worth <= worths.undescribed || kept.every((item) => item.worth === worths.implied);
}

/**
 * Sets of so many items to drop, from a list with the best to drop first. The alternatives exchange one item: one to
 * drop where that is only one, else one to keep.
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
  /** What speaks for keeping it. */
  readonly worth: number;
  /** Why it may go. */
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
  const { graph, scene } = draft;
  const { term } = scene;
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
  const implied = openSteps(graph, focusNode, path)
    .flatMap((step) => impliedValues(graph, step, term))
    .find((found) => found.value === value);
  if (implied) return { value, worth: worths.implied, inFavour: `${term(value)} is ${implied.evidence}` };
  return { value, worth: isUsualKind(value, place) ? worths.usual : worths.plain };
}

/** The same text in another datatype, language, case or spacing. */
function isTwin(a: TermId, b: TermId): boolean {
  return terms.isLiteral(a) && terms.isLiteral(b) && foldName(terms.value(a)) === foldName(terms.value(b));
}

/** True for values of the class, or literals of the datatype and language, that most others have there. */
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
