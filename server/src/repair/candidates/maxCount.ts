import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { Path } from '../../shacl/path.ts';
import { cuts, openSteps } from '../attach.ts';
import { type Draft, isDescribed, isEditable } from '../draft.ts';
import { joinFixes, knownFix } from '../fix.ts';
import { impliedValues } from '../implied.ts';
import { mostFrequent } from '../literalPlaceholders.ts';
import { acceptor, requirementsAt } from '../requirements.ts';
import { foldName } from '../similarity.ts';
import type { Candidates } from './candidate.ts';

const maxAlternatives = 6;

/** Drops the surplus, first the values that least speaks for. */
export const maxCountCandidates: Candidates<'maxCount'> = {
  kind: 'maxCount',
  component: sh.MaxCountConstraintComponent,
  *fixes({ constraint, draft, violation }) {
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const values = draft.evaluator.values(focusNode, path);
    const surplus = values.length - constraint.count;
    const accepts = acceptor(draft, requirementsAt(draft, focusNode, path, sourceShape));
    const judged = values.map((value) => judge(value, values, { focusNode, path, accepts, draft }));
    // The sort is stable: among equals the one that was written last goes first.
    const order = judged.reverse().sort((a, b) => a.worth - b.worth);
    const removable = order.flatMap(({ value, worth, evidence }) => {
      const [removed] = cuts(draft.graph, focusNode, path, value, (triple) => isEditable(draft, triple));
      return removed ? [{ worth, fix: { removed, evidence } }] : [];
    });
    if (removable.length < surplus) return;
    for (let first = 0; first + surplus <= removable.length && first < maxAlternatives; first++) {
      // The weakest ones without one of them, in turn.
      const chosen = surplus === 1 ? [removable[first]!] : choose(removable, surplus, first);
      const next = removable[surplus];
      const isClear = first === 0 && (next === undefined || chosen.every(({ worth }) => worth < next.worth));
      const fixes = chosen.map(({ fix }) =>
        knownFix({ added: [], removed: fix.removed }, isClear ? 'attested' : 'plausible', fix.evidence),
      );
      yield fixes.reduce(joinFixes);
    }
  },
};

/** The first `count` items, the last of them exchanged for a later one. */
function choose<T>(items: readonly T[], count: number, later: number): readonly T[] {
  return [...items.slice(0, count - 1), items[count - 1 + later]!];
}

interface Judgement {
  readonly value: TermId;
  /** What speaks for keeping it. */
  readonly worth: number;
  /** Why it may go. */
  readonly evidence: string | undefined;
}

interface Place {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly accepts: (value: TermId) => boolean;
  readonly draft: Draft;
}

function judge(value: TermId, values: readonly TermId[], place: Place): Judgement {
  const { focusNode, path, draft } = place;
  const { graph, scene } = draft;
  if (!place.accepts(value))
    return { value, worth: 0, evidence: 'it does not satisfy the other constraints' };
  const twin = values.find((other) => other !== value && isTwin(value, other) && place.accepts(other));
  if (twin !== undefined && values.indexOf(twin) < values.indexOf(value)) {
    return { value, worth: 1, evidence: `says the same as ${scene.term(twin)}` };
  }
  if (!terms.isLiteral(value) && !isDescribed(draft, value)) {
    const othersAre = values.some((other) => other !== value && isDescribed(draft, other));
    if (othersAre) return { value, worth: 2, evidence: `no file describes ${scene.term(value)}` };
  }
  const supported = openSteps(graph, focusNode, path).some((step) =>
    impliedValues(graph, step, scene.term).some((implied) => implied.value === value),
  );
  if (supported) return { value, worth: 6, evidence: undefined };
  if (isUsualKind(value, place)) return { value, worth: 4, evidence: undefined };
  return { value, worth: 3, evidence: undefined };
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
  const others = graph.withPredicate(path.predicate).slice(0, 200);
  return mostFrequent(others.map(({ object }) => kindOf(object))) === kindOf(value);
}
