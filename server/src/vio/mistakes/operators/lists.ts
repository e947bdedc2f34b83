import type { Triple } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { newBlankNode } from '../../../sparql/termCodec.ts';
import type { MistakeData } from '../mistakeData.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';

/** A member of a list that was left out; never the only one. */
export const lostMember: MistakeOperator = {
  title: 'lost list member',
  ofLists: true,
  at(triple, data) {
    const rest = restOf(triple, data);
    const [leading, ...others] = data.data.incoming(triple.subject);
    if (rest === undefined || leading === undefined || others.length > 0) return undefined;
    if (leading.predicate !== rdf.rest && rest.object === rdf.nil) return undefined;
    return { removed: [leading, triple, rest], added: [{ ...leading, object: rest.object }] };
  },
};

/** A member of a list repeated directly after itself. */
export const repeatedMember: MistakeOperator = {
  title: 'repeated list member',
  ofLists: true,
  at(triple, data) {
    const rest = restOf(triple, data);
    if (rest === undefined) return undefined;
    const subject = newBlankNode('member');
    return {
      removed: [rest],
      added: [
        { ...rest, object: subject },
        { ...triple, subject },
        { ...rest, subject },
      ],
    };
  },
};

/** The link to the next cell after that of a member; undefined if the triple belongs to no cell in a data file. */
function restOf({ subject, predicate }: Triple, { data }: MistakeData): Triple | undefined {
  if (predicate !== rdf.first) return undefined;
  const [object, ...others] = data.objects(subject, rdf.rest);
  return object === undefined || others.length > 0 ? undefined : { subject, predicate: rdf.rest, object };
}
