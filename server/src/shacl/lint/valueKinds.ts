import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, sh } from '../../rdf/vocab.ts';
import { allComponents } from '../components/index.ts';
import type { ValueKind } from '../model/component.ts';
import type { LintedFile } from './lintedFile.ts';

const ofOthers = {
  qualifiedValueShape: 'shape',
  qualifiedValueShapesDisjoint: 'boolean',
  ignoredProperties: 'propertyList',
  reificationRequired: 'boolean',
  flags: 'string',
  path: 'path',
  targetClass: 'class',
  targetNode: 'node',
  targetSubjectsOf: 'property',
  targetObjectsOf: 'property',
  targetWhere: 'shape',
  shape: 'shape',
  nodeByExpression: 'shape',
  severity: 'severity',
  deactivated: 'boolean',
  message: 'text',
  name: 'text',
  description: 'text',
  order: 'number',
  prefix: 'string',
  namespace: 'namespace',
  select: 'string',
  ask: 'string',
  construct: 'string',
  sparql: 'constraint',
  prefixes: 'iri',
  entailment: 'iri',
  group: 'iri',
  optional: 'boolean',
} as const satisfies Record<string, ValueKind>;

/** The kinds of values by property. */
export const valueKinds: ReadonlyMap<TermId, ValueKind> = new Map([
  ...allComponents.map(({ parameter, takes }) => [parameter, takes] as const),
  ...Object.entries(ofOthers).map(([name, kind]) => [terms.constant(namespaces.sh + name), kind] as const),
]);

/** The values that a property of SHACL takes, in words: "sh:minCount takes …". */
export function expectedKind(property: TermId): string {
  return kindWords[valueKinds.get(property)!];
}

const kindWords: { readonly [Kind in ValueKind]: string } = {
  count: 'a whole number, such as 1',
  number: 'a number, such as 1',
  boolean: 'true or false',
  class: 'a class',
  datatype: 'a datatype, such as xsd:string',
  property: 'a property',
  iri: 'an IRI',
  nodeKind: 'a node kind, such as sh:IRI or sh:Literal',
  severity: 'a severity: sh:Violation, sh:Warning or sh:Info',
  shape: 'a shape',
  shapeList: 'a list of shapes, such as ( ex:A ex:B )',
  list: 'a list of values, such as ( "a" "b" )',
  languageList: 'a list of languages, such as ( "en" "de" )',
  propertyList: 'a list of properties, such as ( rdf:type )',
  properties: 'a property or a list of properties',
  path: 'a property or a path',
  string: 'a text without a language',
  text: 'a text',
  bound: 'a number, a date or another literal',
  namespace: 'a namespace as a literal, such as "http://example.org/"^^xsd:anyURI',
  constraint: 'a node with a query in sh:select or sh:ask',
  node: 'a node',
  any: 'any term',
};

/** True for the datatypes of XML Schema, and that of texts with a language. */
export function isDatatype(id: TermId): boolean {
  return (
    terms.isIri(id) &&
    (terms.value(id).startsWith(namespaces.xsd) || id === rdf.langString) &&
    !/any(Simple)?Type$/.test(terms.value(id))
  );
}

/**
 * A path of SPARQL as a value of sh:path: "ex:a/ex:b" is `( ex:a ex:b )`. Undefined for texts that are not a path of names
 * with `/`, `|`, `^`, `*`, `+` and `?`.
 */
export function pathText(text: string, file: LintedFile, offset: number): string | undefined {
  const trimmed = text.trim();
  const alternatives = trimmed.split('|');
  // An IRI in full has slashes of its own.
  if (/[<>]|:\/\//.test(trimmed)) return stepText(trimmed, file, offset);
  const parts = alternatives.map((each) => sequenceText(each.trim(), file, offset));
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.length === 1
    ? parts[0]
    : `[ ${file.print(sh.alternativePath, offset)} ( ${parts.join(' ')} ) ]`;
}

function sequenceText(text: string, file: LintedFile, offset: number): string | undefined {
  const steps = text.split('/').map((each) => stepText(each.trim(), file, offset));
  if (steps.some((step) => step === undefined)) return undefined;
  return steps.length === 1 ? steps[0] : `( ${steps.join(' ')} )`;
}

function stepText(text: string, file: LintedFile, offset: number): string | undefined {
  const suffix = suffixes[text.at(-1) ?? ''];
  const inner = suffix === undefined ? text : text.slice(0, -1);
  const isInverse = inner.startsWith('^');
  const iri = file.iriOf(isInverse ? inner.slice(1) : inner);
  if (iri === undefined) return undefined;
  const name = file.print(iri, offset);
  const once = isInverse ? `[ ${file.print(sh.inversePath, offset)} ${name} ]` : name;
  return suffix === undefined ? once : `[ ${file.print(suffix, offset)} ${once} ]`;
}

const suffixes: Readonly<Record<string, number>> = {
  '*': sh.zeroOrMorePath,
  '+': sh.oneOrMorePath,
  '?': sh.zeroOrOnePath,
};
