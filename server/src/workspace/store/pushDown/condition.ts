import { escapeString, termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';

/**
 * A condition of SPARQL on the variables of its group, or a constant. Conditions here are never errors, so their negation
 * is as certain as they are.
 */
export type Condition = boolean | string;

/** True if one of the conditions is; they may overlap. */
export function any(conditions: readonly Condition[]): Condition {
  if (conditions.includes(true)) return true;
  return joined(conditions, ' || ') ?? false;
}

/** True if all of the conditions are. */
export function all(conditions: readonly Condition[]): Condition {
  if (conditions.includes(false)) return false;
  return joined(conditions, ' && ') ?? true;
}

export function negated(condition: Condition): Condition {
  return typeof condition === 'boolean' ? !condition : `!(${condition})`;
}

/** An expression that counts as true where the store can't tell. */
export function unlessFalse(expression: string): Condition {
  return `COALESCE(${expression}, true)`;
}

/** An expression that counts as false where the store can't tell. */
export function onlyIfTrue(expression: string): Condition {
  return `COALESCE(${expression}, false)`;
}

/** Whether a pattern has a solution for which a condition holds. */
export function exists(pattern: string, condition: Condition = true): Condition {
  if (condition === false) return false;
  return `EXISTS { ${pattern}${condition === true ? '' : ` FILTER(${condition})`} }`;
}

function joined(conditions: readonly Condition[], operator: string): string | undefined {
  const texts = [...new Set(conditions.filter((each) => typeof each === 'string'))];
  if (texts.length < 2) return texts[0];
  return texts.map((text) => `(${text})`).join(operator);
}

/** A text as a literal of SPARQL. */
export function textOf(text: string): string {
  return `"${escapeString(text)}"`;
}

/** Whether the value of a variable is certainly one of some terms. For blank nodes that can't be known. */
export function isOneOf(variable: string, members: readonly TermId[]): Condition {
  const iris = members.filter((id) => terms.isIri(id));
  return any([
    ...(iris.length === 0
      ? []
      : [onlyIfTrue(`isIRI(${variable}) && ${variable} IN (${iris.map(termToNTriples).join(', ')})`)]),
    ...members.filter((id) => terms.isLiteral(id)).map((id) => isLiteral(variable, id)),
  ]);
}

/** Stores find `01` when asked for `1`, so the text is compared. */
function isLiteral(variable: string, id: TermId): Condition {
  const parts = [
    `isLiteral(${variable})`,
    `STR(${variable}) = ${textOf(terms.value(id))}`,
    `LCASE(LANG(${variable})) = ${textOf(terms.language(id).toLowerCase())}`,
    ...(terms.language(id) === '' ? [`DATATYPE(${variable}) = ${termToNTriples(terms.datatype(id)!)}`] : []),
  ];
  // SPARQL 1.1 can't query the base direction of a text.
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

/** Whether the values of two variables are certainly different terms. */
export function surelyDiffer(one: string, other: string): Condition {
  return any([
    onlyIfTrue(`STR(${one}) != STR(${other})`),
    onlyIfTrue(`DATATYPE(${one}) != DATATYPE(${other})`),
    onlyIfTrue(`LCASE(LANG(${one})) != LCASE(LANG(${other}))`),
  ]);
}

/** Whether the value of a variable has no text. Virtuoso treats given terms as blank nodes when asked whether they are. */
export function isBlankNode(variable: string): string {
  return `!isIRI(${variable}) && !isLiteral(${variable})`;
}

/** Whether the value of a variable may be something other than a well-formed literal of a datatype. */
export function mayBeIllFormed(datatype: TermId, variable: string): Condition {
  const form = safeForm(datatype);
  if (form === undefined) return true;
  return unlessFalse(
    [
      `!isLiteral(${variable})`,
      `DATATYPE(${variable}) != ${termToNTriples(datatype)}`,
      ...(datatype === rdf.langString ? [`LANG(${variable}) = ""`] : []),
      ...(form === '' ? [] : [`!REGEX(STR(${variable}), ${textOf(`^(${form})$`)})`]),
      // A line feed at the end is not the end in every dialect of regular expressions.
      ...(form === '' ? [] : [`CONTAINS(STR(${variable}), "\\n")`]),
    ].join(' || '),
  );
}

/** A number that is compared exactly: short integers and decimals. */
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
 * dialects; other forms have to be judged.
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

/**
 * A regular expression that accepts the same texts of printable ASCII characters in XPath, PCRE and other dialects as an
 * sh:pattern does here; undefined where that is not certain. Flags, Unicode, lookaround and back-references are not.
 */
export function portableRegex(pattern: string, flags: string): string | undefined {
  if (flags !== '') return undefined;
  let portable = '';
  for (let rest = pattern; rest !== ''; ) {
    const token = tokenAt(rest);
    if (token === undefined) return undefined;
    portable += token.portable;
    rest = rest.slice(token.length);
  }
  return portable;
}

/** Printable ASCII. */
const first = 0x20;
const last = 0x7e;

interface Token {
  readonly length: number;
  readonly portable: string;
}

function tokenAt(rest: string): Token | undefined {
  const same = /^(?:\((?!\?)|[)|^$.]|(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})(?![?+*{]))/.exec(rest);
  if (same) return { length: same[0].length, portable: same[0] };
  if (rest.startsWith('[')) return classAt(rest);
  const member = memberAt(rest);
  if (member === undefined) return undefined;
  return { length: member.length, portable: classText(member.codes) };
}

interface Member {
  readonly length: number;
  readonly codes: readonly number[];
}

/** A character, or an escape for one or several. */
function memberAt(rest: string): Member | undefined {
  const escaped = /^\\(?:x([0-9a-fA-F]{2})|([dws])|([^A-Za-z0-9]))/.exec(rest);
  if (escaped) {
    const [{ length }, hex, set, sign] = escaped;
    if (set !== undefined) return { length, codes: codesOf((text) => sets[set]!.test(text)) };
    return printable(length, hex === undefined ? sign!.charCodeAt(0) : Number.parseInt(hex, 16));
  }
  return /^[^\\[\](){}*+?|^$.]/.test(rest) ? printable(1, rest.charCodeAt(0)) : undefined;
}

const sets: Readonly<Record<string, RegExp>> = { d: /[0-9]/, w: /[A-Za-z0-9_]/, s: / / };

function printable(length: number, code: number): Member | undefined {
  return code >= first && code <= last ? { length, codes: [code] } : undefined;
}

function classAt(text: string): Token | undefined {
  const isComplement = text.startsWith('[^');
  const codes = new Set<number>();
  let position = isComplement ? 2 : 1;
  while (position < text.length && text[position] !== ']') {
    const from = classMemberAt(text.slice(position));
    if (from === undefined) return undefined;
    position += from.length;
    const isRange = text[position] === '-' && text[position + 1] !== ']';
    const to = isRange ? classMemberAt(text.slice(position + 1)) : undefined;
    if (!isRange) for (const code of from.codes) codes.add(code);
    else if (to === undefined || from.codes.length > 1 || to.codes.length > 1) return undefined;
    else {
      for (let code = from.codes[0]!; code <= to.codes[0]!; code++) codes.add(code);
      position += 1 + to.length;
    }
  }
  if (position >= text.length) return undefined;
  const chosen = codesOf((_, code) => codes.has(code) !== isComplement);
  return chosen.length === 0 ? undefined : { length: position + 1, portable: classText(chosen) };
}

/** Inside a class, most characters are literal. */
function classMemberAt(rest: string): Member | undefined {
  return /^[(){}*+?|^$.]/.test(rest) ? printable(1, rest.charCodeAt(0)) : memberAt(rest);
}

function codesOf(isChosen: (text: string, code: number) => boolean): readonly number[] {
  const codes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return codes.filter((code) => isChosen(String.fromCharCode(code), code));
}

/** Characters as a class, in ranges. */
function classText(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map(([from, to]) => (from === to ? sign(from) : `${sign(from)}-${sign(to)}`)).join('')}]`;
}

function sign(code: number): string {
  return String.fromCharCode(code).replace(/[\\[\]^-]/, '\\$&');
}
