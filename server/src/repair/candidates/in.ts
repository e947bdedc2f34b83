import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { type Fix, knownFix } from '../fix.ts';
import { labelsOf, nearest } from '../nearest.ts';
import { acceptor, requirementsAt } from '../requirements.ts';
import { localName } from '../similarity.ts';
import { placeOfValue, removals, swap } from '../swap.ts';
import type { Candidates } from './candidate.ts';

const maxMembers = 6;

/** Exchanges the value for the member that was meant, by text, name or label; else for one of a few. */
export const inCandidates: Candidates<'in'> = {
  kind: 'in',
  component: sh.InConstraintComponent,
  offers: [
    'the member of the list that was evidently meant',
    'another member that the data speaks for',
    'dropping the value, where it is not needed',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    const place = placeOfValue(goal);
    if (value === undefined || place === undefined) return;
    const { graph } = draft;
    const accepts = acceptor(draft, requirementsAt(draft, place.focusNode, place.path, place.shape));
    const taken = draft.evaluator.values(place.focusNode, place.path);
    const members = constraint.members.filter((member) => !taken.includes(member) && accepts(member));
    const namesOf = (member: TermId) => [shortName(member), terms.value(member), ...labelsOf(graph, member)];
    const near = nearest(shortName(value), members, namesOf);
    const swapFix = (member: TermId, support: Fix['support'], evidence: string) => {
      const change = swap(draft, place, value, member);
      return change && knownFix(change, support, evidence);
    };
    // Two members that are equally near leave the choice open.
    const [best, second] = near;
    const isClear = best !== undefined && (second === undefined || second.distance > best.distance);
    for (const { item, distance } of near) {
      const evidence = distance === 0 ? 'says the same' : 'the nearest of what sh:in allows';
      const fix = swapFix(item, isClear && item === best.item ? 'attested' : 'plausible', evidence);
      if (fix) yield fix;
    }
    const rest = members.filter((member) => !near.some(({ item }) => item === member));
    if (constraint.members.length <= maxMembers) {
      for (const member of rest) {
        const fix = swapFix(member, 'plausible', 'allowed by sh:in');
        if (fix) yield fix;
      }
    }
    yield* removals(draft, place, value);
  },
};

function shortName(term: TermId): string {
  return terms.isIri(term) ? localName(terms.value(term)) : terms.value(term);
}
