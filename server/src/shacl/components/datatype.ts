import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import type { Component, Words } from '../model/component.ts';
import { readIri } from '../model/reading.ts';
import { judgesTerms } from './commonFacts.ts';

/** SHACL 4.1.2: a value must have the datatype and a lexical form that the datatype allows. */
export const datatypeComponent: Component<'datatype'> = {
  kind: 'datatype',
  iri: sh.DatatypeConstraintComponent,
  parameter: sh.datatype,
  takes: 'datatype',
  meaning: 'Each value is a literal with a datatype and a lexical form that is valid for it.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { datatype: reading.iri } } : reading;
  },
  prepare: ({ datatype }) => ({
    kind: 'value',
    accepts: (value) => terms.datatype(value) === datatype && isWellFormed(value),
  }),
  message({ datatype }, { value }, { subject, found, term }) {
    const actual = value === undefined ? undefined : terms.datatype(value);
    if (value === undefined || actual === undefined) {
      return `${subject} is not a literal of datatype ${term(datatype)}${found}`;
    }
    if (actual === datatype) return `${subject} is not a valid ${term(datatype)}${found}`;
    return `${subject} ${hasDatatype(value, datatype, term)}, not ${term(datatype)}${found}`;
  },
  recordedMessage(constraint, { value }, { term }) {
    const expected = term(constraint.datatype);
    const found = value === undefined ? undefined : terms.datatype(value);
    if (found === undefined) return `Value is not a literal of datatype ${expected}`;
    return found === constraint.datatype
      ? `Value is not a valid ${expected}`
      : `Value does not have the datatype ${expected}, it has ${term(found)}`;
  },
  explain: (constraint, { each, term }) =>
    `${each} must be a valid literal of datatype ${term(constraint.datatype)}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ datatype }, { data }) =>
    data.misjudgesForms(datatype)
      ? 'it misjudges lexical forms of this datatype that the data use'
      : undefined,
};

/** Strings with and without a language tag look alike but for the tag, so the tag is named. */
function hasDatatype(value: TermId, expected: TermId, term: Words['term']): string {
  const actual = term(terms.datatype(value)!);
  const language = terms.language(value);
  if (language !== '' && expected === xsd.string) {
    return `has the language tag ${language}, which makes its datatype ${actual}`;
  }
  return expected === rdf.langString
    ? `has no language tag, so its datatype is ${actual}`
    : `has the datatype ${actual}`;
}
