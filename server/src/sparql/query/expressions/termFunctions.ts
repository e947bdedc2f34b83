import { resolveIri } from '../../../rdf/resolveIri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { booleanTerm } from './booleans.ts';
import type { QueryEvaluation, TermFunction } from './expressionScope.ts';
import { readNumber } from './numbers.ts';
import { readSimpleString } from './strings.ts';

/** Functions on RDF terms (SPARQL 1.1, 17.4.2; SPARQL 1.2 for triple terms). */
export const termFunctions = {
  sameterm: (_, a, b) => booleanTerm(a === b),
  isiri: test(terms.isIri.bind(terms)),
  isuri: test(terms.isIri.bind(terms)),
  isblank: test(terms.isBlank.bind(terms)),
  isliteral: test(terms.isLiteral.bind(terms)),
  isnumeric: test((term) => readNumber(term) !== undefined),
  istriple: test((term) => terms.triple(term) !== undefined),
  str: (_, term) =>
    terms.isLiteral(term!) || terms.isIri(term!) ? terms.literal(terms.value(term!)) : undefined,
  lang: (_, term) => (terms.isLiteral(term!) ? terms.literal(terms.language(term!)) : undefined),
  datatype: (_, term) => terms.datatype(term!),
  iri: toIri,
  uri: toIri,
  strdt: (_, text, datatype) =>
    terms.datatype(text!) === xsd.string && terms.isIri(datatype!)
      ? terms.literal(terms.value(text!), datatype)
      : undefined,
  strlang: (_, text, tag) => {
    const language = readSimpleString(tag!);
    return terms.datatype(text!) === xsd.string && language
      ? terms.languageString(terms.value(text!), language)
      : undefined;
  },
  uuid: (evaluation) => terms.iri(`urn:uuid:${randomUuid(evaluation)}`),
  struuid: (evaluation) => terms.literal(randomUuid(evaluation)),
  triple: (_, subject, predicate, object) =>
    terms.isLiteral(subject!) || !terms.isIri(predicate!)
      ? undefined
      : terms.tripleTerm({ subject: subject!, predicate: predicate!, object: object! }),
  subject: (_, term) => terms.triple(term!)?.subject,
  predicate: (_, term) => terms.triple(term!)?.predicate,
  object: (_, term) => terms.triple(term!)?.object,
} satisfies Record<string, TermFunction>;

function test(holds: (term: TermId) => boolean): TermFunction {
  return (_, term) => booleanTerm(holds(term!));
}

function toIri({ base }: QueryEvaluation, term: TermId | undefined): TermId | undefined {
  if (terms.isIri(term!)) return term;
  const text = readSimpleString(term!);
  if (text === undefined) return undefined;
  return terms.iri(base === undefined ? text : resolveIri(text, base));
}

/** A UUID of version 4 (RFC 4122). */
function randomUuid(evaluation: QueryEvaluation): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (digit) => {
    const value = Math.floor(evaluation.random() * 16);
    return (digit === 'x' ? value : (value % 4) + 8).toString(16);
  });
}
