import { boundedEditDistance, nearestOf } from '../../../base/editDistance.ts';
import { groupBy } from '../../../base/groupBy.ts';
import { lazy } from '../../../base/lazy.ts';
import { completeVocabularies, loadedVocabularies, namesIn } from '../../../rdf/completeVocabularies.ts';
import { isRespelling, localName, namespaceOf } from '../../../rdf/iri.ts';
import { knownNamespaces } from '../../../rdf/knownPrefixes.ts';
import { classTypes, propertyTypes } from '../../../rdf/schemaTypes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { StatementFinds } from '../../../rdf/turtle/statementMemo.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TermRole, WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { namespaces, rdf, sh } from '../../../rdf/vocab.ts';
import { nodeKinds } from '../../components/valueType.ts';
import { knownTerms } from '../../shapesGraph/shaclTerms.ts';
import type { LintedFile } from '../lintedFile.ts';
import { shaclIndividuals, shaclProperties } from '../shaclVocabulary.ts';
import { changeTo, rewrite, type ShapesMistake } from '../shapesMistake.ts';
import { isDatatype } from '../valueKinds.ts';

/**
 * Names that do not exist in SHACL, RDF, RDFS, OWL, XML Schema, SKOS and other well-known vocabularies, but are similar to
 * one that does.
 */
export function* misspeltTerms(file: LintedFile): Iterable<ShapesMistake> {
  for (const { mistake } of misspeltNames(file)) yield mistake;
  yield* inventedTerms(file);
  yield* bracketedNames(file);
}

/** Names in angle brackets, which are whole IRIs there: `<ex:Person>` for ex:Person. */
function* bracketedNames(file: LintedFile): Iterable<ShapesMistake> {
  for (const { found, start: offset } of file.document.found(shortIris)) {
    for (const { id, start, end } of found) {
      const name = terms.value(id);
      const right = file.iriOf(name);
      if (right === undefined || right === id || file.describes(id)) continue;
      const range = { start: start + offset, end: end + offset };
      yield {
        severity: 'warning',
        message: `<${name}> is a whole IRI, and not the name ${name}: names with a prefix are written without angle brackets.`,
        range,
        statement: undefined,
        remedies: [changeTo(file, range, right)],
      };
    }
  }
}

/** The IRIs of a statement that look like a name with a prefix. */
const shortIris = new StatementFinds<readonly WrittenTerm[]>((statement) => {
  const found: WrittenTerm[] = [];
  const addShort = (written: WrittenTerm) => {
    if (/^[\w.-]+:[\w.-]+$/.test(terms.value(written.id))) found.push(written);
  };
  statement.forTerms(addShort, { forms: ['reference'] });
  return found.length === 0 ? undefined : found;
});

/**
 * Terms that SHACL does not have, and that are near none, and terms that another vocabulary of the file has instead. Properties of
 * shapes are told by who reads these.
 */
function* inventedTerms(file: LintedFile): Iterable<ShapesMistake> {
  for (const { found, start: offset } of file.document.found(unknownNames())) {
    for (const { id, role, start, end } of found) {
      const isOfShacl = file.isOf(id, namespaces.sh);
      if (isOfShacl && (role === 'predicate' || terms.value(id) === namespaces.sh)) continue;
      if (isDeclaredTerm(id, file) || meant(id, role, file) !== undefined) continue;
      const range = { start: start + offset, end: end + offset };
      const elsewhere = isOfShacl ? undefined : ofOtherVocabulary(id, file);
      if (isOfShacl)
        yield {
          severity: 'warning',
          message: `SHACL has no term ${file.term(id)}, so it says nothing here.`,
          range,
          statement: undefined,
          remedies: [],
        };
      else if (elsewhere !== undefined) yield wrongName(file, { id, role, ...range }, elsewhere);
    }
  }
}

/** The term of the same name in the only other vocabulary of the prefixes that has one: dct:accessURL is dcat:accessURL. */
function ofOtherVocabulary(id: TermId, { document }: LintedFile): TermId | undefined {
  const name = localName(terms.value(id));
  if (name.length < 4) return undefined;
  const owners = [...new Set(document.prefixes.values())].filter((each) => namesIn(each)?.has(name));
  return owners.length === 1 ? terms.iri(owners[0]! + name) : undefined;
}

/** True for what a linked file describes, such as an extension of SHACL, and for properties. */
function isDeclaredTerm(id: TermId, file: LintedFile): boolean {
  return shaclProperties.has(id) || file.describes(id);
}

/** The same, with the names as they are written. */
export function* misspeltNames(
  file: LintedFile,
): Iterable<{ readonly written: WrittenTerm; readonly right: TermId; readonly mistake: ShapesMistake }> {
  const suggestions = new Map<string, TermId | undefined>();
  const found: WrittenTerm[] = [];
  for (const { found: unknown, start: offset } of file.document.found(unknownNames())) {
    for (const written of unknown) {
      const key = `${written.role === 'predicate'} ${written.id}`;
      if (!suggestions.has(key)) suggestions.set(key, meant(written.id, written.role, file));
      if (suggestions.get(key) === undefined) continue;
      found.push({ ...written, start: written.start + offset, end: written.end + offset });
    }
  }
  for (const written of found) {
    const right = suggestions.get(`${written.role === 'predicate'} ${written.id}`)!;
    yield { written, right, mistake: wrongName(file, written, right) };
  }
}

function wrongName(
  file: LintedFile,
  { id, role, start, end }: Pick<WrittenTerm, 'id' | 'role' | 'start' | 'end'>,
  right: TermId,
): ShapesMistake {
  const range = { start, end };
  const what = role === 'predicate' ? 'property' : 'term';
  const foundation = vocabularyNames.get(namespaceOf(terms.value(id)));
  const prefix = /^[\w.-]*:(?!\/)/.exec(file.term(id))?.[0];
  const owner = foundation ?? (prefix === undefined ? 'Its vocabulary' : `The vocabulary of ${prefix}`);
  return {
    severity: foundation === undefined ? 'warning' : 'error',
    message: `${owner} has no ${what} ${file.term(id)}. Did you mean ${file.term(right)}?`,
    range,
    statement: undefined,
    remedies: [changeTo(file, range, right)],
  };
}

const vocabularyNames: ReadonlyMap<string, string> = new Map([
  [namespaces.sh, 'SHACL'],
  [namespaces.rdf, 'RDF'],
  [namespaces.rdfs, 'RDF Schema'],
  [namespaces.owl, 'OWL'],
  [namespaces.xsd, 'XML Schema'],
  ['http://www.w3.org/2004/02/skos/core#', 'SKOS'],
  ['http://purl.org/dc/elements/1.1/', 'Dublin Core'],
]);

/** Names from other languages for what SHACL calls differently. */
const otherNames: ReadonlyMap<string, TermId> = new Map([
  ['Error', sh.Violation],
  ['Warn', sh.Warning],
  ['Information', sh.Info],
  ['URI', sh.IRI],
  ['Uri', sh.IRI],
  ['minOccurs', sh.minCount],
  ['maxOccurs', sh.maxCount],
  ['enum', sh.in],
  ['regex', sh.pattern],
  ['targetNodes', sh.targetNode],
  ['dataType', sh.datatype],
  ['inverse', sh.inversePath],
  ['instanceOf', sh.class],
  ['regexp', sh.pattern],
  ['minLen', sh.minLength],
  ['maxLen', sh.maxLength],
  ['isClosed', sh.closed],
  ['propertyShape', sh.property],
  // Drafts of SHACL 1.0.
  ['scopeClass', sh.targetClass],
  ['scopeNode', sh.targetNode],
  ['scopeProperty', sh.targetSubjectsOf],
  ['scopeInverseProperty', sh.targetObjectsOf],
  ['scope', sh.target],
  ['constraint', sh.node],
  ['PropertyConstraint', sh.PropertyShape],
  ['NodeConstraint', sh.NodeShape],
  ['valueShape', sh.node],
  ['valueClass', sh.class],
  ['allowedValues', sh.in],
  ['langStringIn', sh.languageIn],
  // JSON Schema, XML Schema and OWL.
  ['anyOf', sh.or],
  ['allOf', sh.and],
  ['xor', sh.xone],
  ['default', sh.defaultValue],
  ['minimum', sh.minInclusive],
  ['maximum', sh.maxInclusive],
  ['minValue', sh.minInclusive],
  ['maxValue', sh.maxInclusive],
  ['minCardinality', sh.minCount],
  ['maxCardinality', sh.maxCount],
  ['errorMessage', sh.message],
  ['label', sh.name],
  ['comment', sh.description],
]);

/** Vocabularies whose names are mistaken for one another's: rdf:Class, rdfs:type, owl:subClassOf. */
const siblings = [namespaces.rdf, namespaces.rdfs, namespaces.owl];

const severityNames = ['Error', 'Information'];

/**
 * The names of a statement that their vocabularies may not have, by the vocabularies that are loaded. Files of data with a few
 * shapes can be long.
 */
function unknownNames(): StatementFinds<readonly WrittenTerm[]> {
  const loaded = loadedVocabularies();
  const known = unknownBy.get(loaded);
  if (known) return known;
  const unknown = new StatementFinds((statement) => {
    const found: WrittenTerm[] = [];
    const addUnknown = (written: WrittenTerm) => {
      if (mayBeUnknown(written)) found.push(written);
    };
    statement.forTerms(addUnknown, { forms: ['reference', 'prefixed'] });
    return found.length === 0 ? undefined : found;
  });
  unknownBy.set(loaded, unknown);
  return unknown;
}

const unknownBy = new WeakMap<object, StatementFinds<readonly WrittenTerm[]>>();

function mayBeUnknown({ id, role }: WrittenTerm): boolean {
  const iri = terms.value(id);
  const namespace = namespaceOf(iri);
  if (namespace === namespaces.sh)
    return !shaclIndividuals.has(id) && !(role === 'predicate' && shaclProperties.has(id));
  return namesIn(namespace)?.has(localName(iri)) === false;
}

/** The term that is meant by one that its vocabulary does not have; undefined when it has it, or nothing is near. */
function meant(id: TermId, role: TermRole, file: LintedFile): TermId | undefined {
  const iri = terms.value(id);
  const namespace = namespaceOf(iri);
  const name = localName(iri);
  if (namespace === namespaces.sh) {
    const isType = role !== 'predicate' && file.document.graph.subjects(rdf.type, id).length > 0;
    if (shaclIndividuals.has(id) || (shaclProperties.has(id) && !isType)) return undefined;
    if (role === 'predicate' && name === 'type') return typeMeant(id, file);
    const other = otherNames.get(name);
    if (other !== undefined) return other;
    // Who writes shapes means a property of shapes, where one is near, and seldom one of results, rules or drafts.
    if (role === 'predicate')
      return nearest(iri, shaclProperties, 0) ?? nearest(iri, knownTerms) ?? nearest(iri, shaclProperties);
    const right = nearest(iri, shaclIndividuals);
    const misspelt = nearestOf(name, severityNames, name.length < 4 ? 0 : 1, (each) => each);
    return right ?? (misspelt === undefined ? undefined : otherNames.get(misspelt));
  }
  const names = namesIn(namespace);
  if (names === undefined || names.has(name) || name === '' || /^_\d+$/.test(name)) return undefined;
  const isFoundation = completeVocabularies.has(namespace);
  if (isFoundation) {
    const owner = siblings.find((each) => namesIn(each)?.has(name));
    if (owner !== undefined) return terms.iri(owner + name);
  }
  // Other vocabularies grow, and a linked file may have a later version.
  if (!isFoundation && (name.length < 4 || file.describes(id))) return undefined;
  // Their properties often have the name of a class except for the capital: qudt:unit was one before qudt:hasUnit.
  const candidates = isFoundation ? names.keys() : [...names.keys()].filter((each) => each[0] === name[0]);
  const limit = isFoundation ? most(name) : 1;
  const right = nearestOf(name.toLowerCase(), candidates, limit, (each) => each.toLowerCase());
  return right === undefined ? undefined : terms.iri(namespace + right);
}

/** The meaning of a property `sh:type`, if all its values agree. */
function typeMeant(id: TermId, file: LintedFile): TermId | undefined {
  const meant = file.stated(id).map(({ object }) => {
    if (isDatatype(object)) return sh.datatype;
    if (nodeKinds.includes(object)) return sh.nodeKind;
    return shaclIndividuals.has(object) ? rdf.type : sh.class;
  });
  return new Set(meant).size === 1 ? meant[0] : undefined;
}

function nearest(
  iri: string,
  candidates: Iterable<TermId>,
  limit = most(localName(iri)),
): TermId | undefined {
  const right = nearestOf(iri.toLowerCase(), candidates, limit, (term) => terms.value(term).toLowerCase());
  return right === undefined || hasOtherWord(iri, terms.value(right)) ? undefined : right;
}

/** True where a whole word of a name is another one, or is not there: `pyLibrary` is no slip of `jsLibrary`. */
function hasOtherWord(name: string, right: string): boolean {
  const [a, b] = [name.toLowerCase(), right.toLowerCase()];
  const most = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < most && a[start] === b[start]) start++;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const part = a.slice(start, a.length - end);
  const isWhole =
    part !== '' && /^$|\W$/.test(name.slice(0, start)) && /^[A-Z]/.test(name.slice(name.length - end));
  return isWhole && ![...part].some((letter) => b.slice(start, b.length - end).includes(letter));
}

/** In a longer name two typos, in a short one only one, or another case: with more it would be a different word. */
function most(name: string): number {
  if (name.length < 3) return 0;
  return name.length < 7 ? 1 : 2;
}

/** Prefixes for namespaces that are nearly those of well-known vocabularies: https for http, or without the last # or /. */
export function* respeltNamespaces(file: LintedFile): Iterable<ShapesMistake> {
  for (const statement of file.document.directives) {
    if (statement.kind !== 'prefix') continue;
    const { prefix, iri } = statement;
    const meant = wellKnown.find((namespace) => isRespelling(namespace, iri));
    if (meant === undefined || wellKnown.includes(iri) || !isUsed(prefix, file)) continue;
    const range = rangeIn(statement, statement.iriRange);
    const owner = meant === namespaces.sh ? 'SHACL' : `${prefix}:`;
    yield {
      severity: meant === namespaces.sh ? 'error' : 'warning',
      message: `The namespace of ${owner} is ${meant}. <${iri}> is a different one, so no name that starts with ${prefix}: is in it.`,
      range,
      statement: undefined,
      remedies: [{ ...rewrite(range, `<${meant}>`, true), mayReveal: true }],
    };
  }
}

/** Those of schema.org are left out, since both are in use. Of the last ones the names are not known. */
const wellKnown: readonly string[] = [
  ...[...knownNamespaces].filter((namespace) => !namespace.includes('schema.org')),
  'http://www.w3.org/2003/01/geo/wgs84_pos#',
  'http://www.w3.org/ns/adms#',
  'http://www.w3.org/ns/locn#',
  'http://www.w3.org/ns/hydra/core#',
];

/** True when a name is written with the prefix; without, it may be that of a document. */
function isUsed(prefix: string, { document }: LintedFile): boolean {
  let found = false;
  document.sources.forWritten(
    undefined,
    ({ start, end }) => {
      found ||=
        end - start > prefix.length + 1 &&
        document.rope.slice(start, start + prefix.length + 1) === `${prefix}:`;
    },
    { forms: ['prefixed'] },
  );
  return found;
}

/** Parameters that name properties, and those that name classes. */
const roles = [
  { parameters: [sh.path, sh.targetSubjectsOf, sh.targetObjectsOf], types: propertyTypes },
  { parameters: [sh.class, sh.targetClass], types: classTypes },
] as const;

/**
 * Names of the authors' own vocabularies that nothing describes and nothing else uses, one typo away from a name of the same
 * role that the linked files declare, that is a target, or that other shapes use several times.
 */
export function* misspeltOwnNames(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const { parameters, types } of roles) {
    const uses = new Map<TermId, number>();
    for (const { object } of parameters.flatMap((each) => graph.withPredicate(each)))
      uses.set(object, (uses.get(object) ?? 0) + 1);
    // Large vocabularies are searched only where a name is used that nothing describes.
    const byNamespace = lazy(() => {
      const declared = types.flatMap((type) => graph.subjects(rdf.type, type));
      const usedOften = [...uses].flatMap(([id, count]) => (count > 1 ? [id] : []));
      return groupBy(new Set([...declared, ...usedOften]), (id) => namespaceOf(terms.value(id)));
    });
    for (const triple of parameters.flatMap((each) => file.stated(each))) {
      const { predicate, object } = triple;
      if (!isOwnName(object) || file.describes(object) || uses.get(object)! > 1) continue;
      const namespace = namespaceOf(terms.value(object));
      const right =
        byNamespace()
          .get(namespace)
          ?.find((each) => isSlipOf(object, each)) ??
        (predicate === sh.class ? graph.withPredicate(sh.targetClass) : [])
          .map((each) => each.object)
          .find((each) => file.isOf(each, namespace) && isSlipOf(object, each));
      if (right === undefined) continue;
      // This is checked last, because data may use it very often.
      if (graph.incoming(object).length > 1 || graph.withPredicate(object).length > 0) continue;
      const written = file.statement(triple);
      if (!written) continue;
      yield {
        severity: 'information',
        message: `Nothing else in the linked files names ${file.term(object)}. Did you mean ${file.term(right)}?`,
        range: written.object,
        statement: triple,
        remedies: [changeTo(file, written.object, right, false)],
      };
    }
  }
}

/** True for IRIs outside of vocabularies that are known completely. */
export function isOwnName(id: TermId): boolean {
  return terms.isIri(id) && namesIn(namespaceOf(terms.value(id))) === undefined;
}

/**
 * One typo in a long name, and neither its last letter nor a digit: `posX` and `posY`, `part` and `parts` are different
 * names.
 */
export function isSlipOf(one: TermId, other: TermId): boolean {
  const [a, b] = [one, other].map((id) => localName(terms.value(id))) as [string, string];
  if (Math.min(a.length, b.length) < 5 || a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false;
  return !/\d/.test(a + b) && boundedEditDistance(a, b, 1) === 1;
}
