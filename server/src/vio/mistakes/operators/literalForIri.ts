import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A text where a node belongs: its IRI in quotes, its local name, or its label. */
export const literalForIri: MistakeOperator = {
  title: 'literal for IRI',
  at(triple, data, random) {
    if (triple.predicate === rdf.type || !terms.isIri(triple.object)) return undefined;
    const texts = textsFor(triple.object, data);
    return rewritten(triple, { object: terms.literal(texts[random.below(texts.length)]!) });
  },
};

function textsFor(node: TermId, { graph }: MistakeData): readonly string[] {
  const iri = terms.value(node);
  const [label] = graph.objects(node, rdfs.label).filter((each) => terms.isLiteral(each));
  const name = localName(iri);
  return [iri, ...(name === '' ? [] : [name]), ...(label === undefined ? [] : [terms.value(label)])];
}
