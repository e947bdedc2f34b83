import type { Random } from '../../../base/random.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';

/** A second value: the same text written otherwise, or what another node of the type has there. */
export const doubledValue: MistakeOperator = {
  title: 'doubled value',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const values = [...variants(triple.object), ...valueOfPeer(triple, data, random)];
    const object = values[random.below(Math.max(1, values.length))];
    return object === undefined ? undefined : { added: [{ ...triple, object }], removed: [] };
  },
};

/** The text with another case, with a space too many, or without its language or datatype. */
function variants(literal: TermId): readonly TermId[] {
  const datatype = terms.datatype(literal);
  if (datatype === undefined) return [];
  const text = terms.value(literal);
  const language = terms.language(literal);
  const alike = (other: string) =>
    language === '' ? terms.literal(other, datatype) : terms.languageString(other, language);
  const isText = datatype === xsd.string || language !== '';
  const all = [...(isText ? [alike(`${text} `), alike(text.toLowerCase())] : []), terms.literal(text)];
  return all.filter((each) => each !== literal);
}

function valueOfPeer({ subject, predicate }: Triple, data: MistakeData, random: Random): readonly TermId[] {
  const peers = data.peers(subject);
  const peer = peers[random.below(Math.max(1, peers.length))];
  if (peer === undefined) return [];
  const own = data.graph.objects(subject, predicate);
  return data.data
    .objects(peer, predicate)
    .filter((value) => !own.includes(value) && !terms.isBlank(value))
    .slice(0, 1);
}
