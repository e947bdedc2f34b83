import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { isDescribed, usesOf } from '../draft.ts';
import { type Fix, joinFixes, knownFix } from '../fix.ts';
import { mostFrequent } from '../mostFrequent.ts';
import { labelsOf } from '../nearest.ts';
import { recast } from '../recast.ts';
import { ofKind, requirementsAt } from '../requirements.ts';
import { placeOfValue, removals, swap } from '../swap.ts';
import { placeholders } from '../values.ts';
import type { Candidates, Goal, Via } from './candidate.ts';

/** States the same value with the right datatype, else asks for another. */
export const datatypeCandidates: Candidates<'datatype'> = {
  kind: 'datatype',
  component: sh.DatatypeConstraintComponent,
  offers: [
    'the same text with the datatype that is asked for',
    'the number, date or truth value that was evidently meant',
    'a value that the data speaks for',
    'dropping the value, where it is not needed',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    const place = placeOfValue(goal);
    if (value === undefined || place === undefined) return;
    const languages = languagesAt(goal, place);
    let found = false;
    for (const language of languages) {
      for (const { value: meant, evidence } of recast(value, constraint.datatype, language)) {
        const change = swap(draft, place, value, meant);
        if (change === undefined) continue;
        found = true;
        yield knownFix(change, constraint.datatype === rdf.langString ? 'plausible' : 'attested', evidence);
      }
    }
    if (terms.isIri(value) && isDescribed(draft, value)) {
      for (const text of labelsOf(draft.graph, value)) {
        const change = swap(draft, place, value, terms.literal(text, constraint.datatype));
        if (change) yield knownFix(change, 'plausible', `the label of ${draft.scene.term(value)}`);
      }
    }
    if (!found) yield* asked(goal, place, value);
    yield* removals(draft, place, value);
  },
};

/** A placeholder in the value's place. */
function* asked(goal: Goal, place: Via, value: TermId): Iterable<Fix> {
  const { draft } = goal;
  const requirements = requirementsAt(draft, place.focusNode, place.path, place.shape);
  const taken = new Set(draft.evaluator.values(place.focusNode, place.path));
  for (const witness of placeholders({ ...place, requirements, taken }, draft, goal.conform)) {
    const change = swap(draft, place, value, witness.value);
    if (change) yield joinFixes(knownFix(change, 'implied'), witness.fix);
    return;
  }
}

const maxLanguages = 2;

/** The languages that the shapes allow, else the most usual one at the same property. */
function languagesAt(
  { draft, constraint }: Goal<'datatype'>,
  { focusNode, path, shape }: Via,
): readonly string[] {
  if (constraint.datatype !== rdf.langString) return [''];
  const { unfolded } = requirementsAt(draft, focusNode, path, shape);
  const allowed = ofKind(unfolded, 'languageIn').flatMap(({ languages }) => languages);
  if (allowed.length > 0) return allowed.slice(0, maxLanguages);
  if (path.kind !== 'predicate') return ['en'];
  const used = usesOf(draft, path.predicate, 200);
  return [mostFrequent(used.flatMap(({ object }) => terms.language(object) || [])) ?? 'en'];
}
