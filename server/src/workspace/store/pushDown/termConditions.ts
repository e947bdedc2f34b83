import { escapeString, termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { all, any, type Condition, onlyIfTrue, unlessFalse } from './condition.ts';

/** A text as a literal of SPARQL. */
export function textOf(text: string): string {
  return `"${escapeString(text)}"`;
}

/** Whether the value of a variable is surely one of some terms. Of blank nodes that can't be known. */
export function isOneOf(variable: string, members: readonly TermId[]): Condition {
  const iris = members.filter((id) => terms.isIri(id));
  return any([
    ...(iris.length === 0
      ? []
      : [onlyIfTrue(`isIRI(${variable}) && ${variable} IN (${iris.map(termToNTriples).join(', ')})`)]),
    ...members.filter((id) => terms.isLiteral(id)).map((id) => isLiteral(variable, id)),
  ]);
}

/** Stores find `01` where they are asked for `1`, so the text is compared. */
function isLiteral(variable: string, id: TermId): Condition {
  const parts = [
    `isLiteral(${variable})`,
    `STR(${variable}) = ${textOf(terms.value(id))}`,
    `LCASE(LANG(${variable})) = ${textOf(terms.language(id).toLowerCase())}`,
    ...(terms.language(id) === '' ? [`DATATYPE(${variable}) = ${termToNTriples(terms.datatype(id)!)}`] : []),
  ];
  // The base direction of a text is nothing that SPARQL 1.1 can ask for.
  return terms.direction(id) === '' ? onlyIfTrue(parts.join(' && ')) : false;
}

/** Whether the values of two variables may be different terms. */
export function mayDiffer(one: string, other: string): Condition {
  return any([
    unlessFalse(`!sameTerm(${one}, ${other})`),
    all([
      `isLiteral(${one}) && isLiteral(${other})`,
      any([
        unlessFalse(`STR(${one}) != STR(${other})`),
        unlessFalse(`DATATYPE(${one}) != DATATYPE(${other})`),
      ]),
    ]),
  ]);
}

/** Whether the values of two variables are surely different terms. */
export function surelyDiffer(one: string, other: string): Condition {
  return any([
    onlyIfTrue(`STR(${one}) != STR(${other})`),
    onlyIfTrue(`DATATYPE(${one}) != DATATYPE(${other})`),
    onlyIfTrue(`LCASE(LANG(${one})) != LCASE(LANG(${other}))`),
  ]);
}

/** Whether the value of a variable has no text. Virtuoso takes given terms for blank nodes where it is asked whether they are. */
export function isBlankNode(variable: string): string {
  return `!isIRI(${variable}) && !isLiteral(${variable})`;
}

/** Whether the value of a variable may be no well-formed literal of a datatype. */
export function mayBeNo(datatype: TermId, variable: string): Condition {
  const form = safeForm(datatype);
  if (form === undefined) return true;
  return unlessFalse(
    [
      `!isLiteral(${variable})`,
      `DATATYPE(${variable}) != ${termToNTriples(datatype)}`,
      ...(datatype === rdf.langString ? [`LANG(${variable}) = ""`] : []),
      ...(form === '' ? [] : [`!REGEX(STR(${variable}), ${textOf(`^(${form})$`)})`]),
      // A line feed at the end is no end in every dialect of regular expressions.
      ...(form === '' ? [] : [`CONTAINS(STR(${variable}), "\\n")`]),
    ].join(' || '),
  );
}

/** A number whose order to others is exact: short integers and decimals. */
export function isExactNumber(variable: string): Condition {
  const types = exactTypes.map((name) => `<${namespaces.xsd}${name}>`).join(', ');
  return onlyIfTrue(
    `isLiteral(${variable}) && DATATYPE(${variable}) IN (${types}) && REGEX(STR(${variable}), "^${exactForm}$") && !CONTAINS(STR(${variable}), "\\n")`,
  );
}

/** Whether a literal is such a number. */
export function isExact(id: TermId): boolean {
  const datatype = terms.datatype(id);
  const isNumber = exactTypes.some((name) => datatype === terms.constant(namespaces.xsd + name));
  return isNumber && new RegExp(`^${exactForm}$`).test(terms.value(id));
}

const exactTypes = ['integer', 'decimal'];
const exactForm = '-?[0-9]{1,9}([.][0-9]{1,6})?';

const day = '(0[1-9]|1[0-9]|2[0-8])';
const date = `[1-9][0-9]{3}-(0[1-9]|1[0-2])-${day}`;
const zone = '(Z|[+-](0[0-9]|1[0-2]):[0-5][0-9])?';
const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?';
const decimal = '[+-]?[0-9]+([.][0-9]+)?';
const double = `${decimal}([eE][+-]?[0-9]{1,3})?`;
const digits = '[0-9]{1,9}';

/**
 * For datatypes, some of their forms that are certainly well-formed, as a regular expression that is the same in all
 * dialects; other forms have to be looked at.
 */
const safeForms: Readonly<Record<string, string>> = {
  boolean: 'true|false|1|0',
  decimal,
  double,
  float: double,
  integer: '[+-]?[0-9]+',
  nonNegativeInteger: digits,
  positiveInteger: `[1-9][0-9]{0,8}`,
  int: `-?${digits}`,
  long: `-?${digits}`,
  unsignedInt: digits,
  unsignedLong: digits,
  date: date + zone,
  dateTime: `${date}T${time}${zone}`,
  time: time + zone,
  gYear: '[1-9][0-9]{3}',
};

/** Datatypes of XML Schema and RDF of which all texts are well-formed. */
const anyForm: ReadonlySet<TermId> = new Set([
  xsd.string,
  rdf.langString,
  terms.constant(`${namespaces.xsd}anyURI`),
  terms.constant(`${namespaces.rdf}HTML`),
]);

/** Empty where all forms are safe; undefined where none is. */
function safeForm(datatype: TermId): string | undefined {
  const iri = terms.value(datatype);
  if (iri.startsWith(namespaces.xsd)) {
    const name = iri.slice(namespaces.xsd.length);
    if (Object.hasOwn(safeForms, name)) return safeForms[name];
  }
  if (anyForm.has(datatype)) return '';
  // Nothing is known of the forms of other datatypes, so none is ill-formed.
  const isOfOthers = !iri.startsWith(namespaces.xsd) && !iri.startsWith(namespaces.rdf);
  return isOfOthers ? '' : undefined;
}
