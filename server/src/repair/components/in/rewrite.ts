import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { labelsOf, nearestNames } from '../../evidence/nearestNames.ts';
import { acceptor } from '../../values/requirements.ts';
import { likelyRewrite, type Rewrites } from '../rewrite/rewrites.ts';

const maxMembers = 6;

/** The intended member, by text, name or label, or one of a few members. */
export const inRewrites: Rewrites<'in'> = {
  *meant({ members: listed }, value, { wanted, draft }) {
    const accepts = acceptor(draft, wanted.requirements);
    const members = listed.filter((member) => !wanted.taken.has(member) && accepts(member));
    const namesOf = (member: TermId) => [
      shortName(member),
      terms.value(member),
      ...labelsOf(draft.graph, member),
    ];
    const names = [shortName(value), ...(terms.isLiteral(value) ? [] : labelsOf(draft.graph, value))];
    const near =
      names.map((name) => nearestNames(name, members, namesOf)).find((found) => found.length > 0) ?? [];
    // Two equally near members leave the choice open.
    const [best, second] = near;
    const isClear = best !== undefined && (second === undefined || second.distance > best.distance);
    for (const { item, distance } of near) {
      const evidence = distance === 0 ? 'says the same' : 'the nearest of what sh:in allows';
      yield likelyRewrite(item, isClear && item === best.item ? 'attested' : 'plausible', evidence);
    }
    if (listed.length > maxMembers) return;
    for (const member of members) {
      if (!near.some(({ item }) => item === member))
        yield likelyRewrite(member, 'plausible', 'allowed by sh:in');
    }
  },
};

function shortName(term: TermId): string {
  if (terms.isBlank(term)) return '';
  return terms.isIri(term) ? localName(terms.value(term)) : terms.value(term);
}
