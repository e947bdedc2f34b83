import { terms } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import { aboutResults, type KnownDifference } from './knownDifference.testing.ts';

/** Differences in which lexical forms sh:datatype accepts. Each entry names its datatypes and lexical forms. */
export const knownLexicalForms: readonly KnownDifference[] = [
  accepted('xsd:int 2147483648', 'takes 2147483648 for an xsd:int', '3.4.17', ['int'], /^\+?0*2147483648$/),
  refused('xsd:int -2147483648', 'refuses the least xsd:int', '3.4.17', ['int'], /^-0*2147483648$/),
  accepted('two signs', 'takes "+-1" for a number', '3.3.3.1', ['decimal', 'double', 'float'], /^[+-]{2}/),
  refused('+INF', 'refuses +INF', '3.3.4.2', ['double', 'float'], /^\+INF$/),
  accepted(
    'no calendar and no clock',
    'does not look at months, days, hours, minutes and time zones: 2023-02-29, 25:00:00',
    '3.3.7 to 3.3.14',
    ['dateTime', 'dateTimeStamp', 'date', 'time', 'gYearMonth', 'gMonth'],
    /^(?:-?\d{4,}-\d\d|--\d\d|\d\d:\d\d:\d\d)/,
  ),
  accepted(
    'gMonthDay and gDay without hyphens',
    'expects 02-01 and 01',
    '3.3.12',
    ['gMonthDay', 'gDay'],
    /^\d/,
  ),
  refused('gMonthDay and gDay', 'refuses --02-01 and ---01', '3.3.12', ['gMonthDay', 'gDay'], /^--/),
  accepted('names', 'takes any string for a name', '3.4.4 to 3.4.7', ['Name', 'NCName', 'NMTOKEN'], /./),
  {
    id: 'rdf:JSON',
    side: 'rdf-validate-shacl',
    what: 'takes any string for JSON',
    spec: 'RDF 1.2 Concepts, 5.3',
    applies: datatypeResults('theirs accept', `${namespaces.rdf}JSON`, /./),
  },
  {
    id: 'rdf:langString without a language',
    side: 'rdf-validate-shacl',
    what: 'takes "x"^^rdf:langString for a well-formed literal',
    spec: 'RDF 1.1 Concepts, 3.3: the literal has a language tag exactly if that is its datatype',
    applies: datatypeResults('theirs accept', `${namespaces.rdf}langString`, /./),
  },
];

function accepted(id: string, what: string, section: string, names: readonly string[], form: RegExp) {
  return lexicalForm('theirs accept', id, what, section, names, form);
}

function refused(id: string, what: string, section: string, names: readonly string[], form: RegExp) {
  return lexicalForm('theirs refuse', id, what, section, names, form);
}

function lexicalForm(
  verdict: 'theirs accept' | 'theirs refuse',
  id: string,
  what: string,
  section: string,
  names: readonly string[],
  form: RegExp,
): KnownDifference {
  const each = names.map((name) => datatypeResults(verdict, namespaces.xsd + name, form));
  return {
    id,
    side: 'rdf-validate-shacl',
    what,
    spec: `XSD 1.1 part 2, ${section}`,
    applies: (difference, pair) => each.some((applies) => applies(difference, pair)),
  };
}

function datatypeResults(
  verdict: 'theirs accept' | 'theirs refuse',
  datatype: string,
  form: RegExp,
): KnownDifference['applies'] {
  const side = verdict === 'theirs accept' ? 'ours' : 'theirs';
  const id = terms.iri(datatype);
  return aboutResults(
    ['datatype'],
    (constraint, { value }, { only }) =>
      only === side &&
      constraint.datatype === id &&
      terms.datatype(value!) === id &&
      form.test(terms.value(value!)),
  );
}
