import { isPlausibleIri, localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, xsd } from '../../../rdf/vocab.ts';
import { misusedTags } from '../../../repair/evidence/languages.ts';
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

/** A node where a text belongs: the address that the text is, or the text as a name in the data's own namespace. */
export const iriForLiteral: MistakeOperator = {
  title: 'IRI for literal',
  at(triple, data) {
    const object = iriFor(triple.object, data);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

function iriFor(literal: TermId, { ownNamespace }: MistakeData): TermId | undefined {
  const text = terms.value(literal);
  const datatype = terms.datatype(literal);
  if (datatype !== xsd.string && datatype !== rdf.langString && datatype !== xsd.anyURI) return undefined;
  if (isPlausibleIri(text) && /^(https?|mailto|urn|tel):/.test(text)) return terms.iri(text);
  const isName = /^[A-Za-z][\w-]*( [\w-]+){0,3}$/.test(text) && text.length <= 40;
  return isName && ownNamespace !== undefined
    ? terms.iri(ownNamespace + text.replaceAll(' ', '_'))
    : undefined;
}

/** A text without the language that it had. */
export const missingLanguage: MistakeOperator = {
  title: 'missing language',
  at(triple) {
    if (terms.language(triple.object) === '') return undefined;
    return rewritten(triple, { object: terms.literal(terms.value(triple.object)) });
  },
};

/** A text with another tag: the name of its language, its code of three letters, a country, or another language there. */
export const wrongLanguage: MistakeOperator = {
  title: 'wrong language',
  at(triple, { graph }, random) {
    const { subject, predicate, object } = triple;
    const language = terms.language(object);
    if (language === '') return undefined;
    const others = graph.objects(subject, predicate).map((each) => terms.language(each));
    const tags = [...misusedTags(language), ...others].filter((tag) => tag !== '' && tag !== language);
    const tag = tags[random.below(Math.max(1, tags.length))];
    return tag === undefined
      ? undefined
      : rewritten(triple, { object: terms.languageString(terms.value(object), tag) });
  },
};
