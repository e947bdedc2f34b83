import { terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { isWellFormed } from '../literals/lexicalForms.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { readIri } from './reading.ts';

/** SHACL 4.1.2: a value must have the datatype and a lexical form that the datatype allows. */
export const datatypeComponent: Component<'datatype'> = {
  kind: 'datatype',
  iri: sh.DatatypeConstraintComponent,
  parameter: sh.datatype,
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
  message(constraint, { value }, { term }) {
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
