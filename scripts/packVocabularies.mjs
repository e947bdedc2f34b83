// Packs what people are told about the terms of well-known vocabularies, and the prefixes that people use, into one file,
// which completion, hovers and quick fixes load when they need it first. The terms come from the npm packages @vocabulary/*.
// node scripts/packVocabularies.mjs > vocabularies.json
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import prefixes from '@zazuko/prefixes';
import { Parser } from 'n3';

const w3c = 'W3C Software and Document License, https://www.w3.org/copyright/software-license/';
const ogc = 'OGC Document Notice, https://www.ogc.org/about/policies/document-notice/';
const by = (version) =>
  `Creative Commons Attribution ${version}, https://creativecommons.org/licenses/by/${version}/`;

/** Name of the package → what the vocabulary is called, and the terms of use of its texts. */
const vocabularies = {
  rdf: ['RDF', w3c],
  rdfs: ['RDF Schema', w3c],
  owl: ['OWL', w3c],
  xsd: ['XML Schema', w3c],
  sh: ['SHACL', w3c],
  skos: ['SKOS', w3c],
  skosxl: ['SKOS-XL', w3c],
  dcterms: ['Dublin Core terms', by('4.0')],
  dc11: ['Dublin Core elements', by('4.0')],
  dcmitype: ['Dublin Core types', by('4.0')],
  foaf: ['FOAF', by('1.0')],
  schema: [
    'schema.org',
    'Creative Commons Attribution-ShareAlike 3.0, https://creativecommons.org/licenses/by-sa/3.0/',
  ],
  prov: ['PROV', w3c],
  dcat: ['DCAT', w3c],
  dqv: ['Data Quality Vocabulary', w3c],
  void: ['VoID', w3c],
  org: ['Organization Ontology', w3c],
  vcard: ['vCard', w3c],
  time: ['OWL-Time', by('4.0')],
  sosa: ['SOSA', w3c],
  ssn: ['SSN', w3c],
  geo: ['GeoSPARQL', ogc],
  sf: ['Simple Features', ogc],
  qb: ['RDF Data Cube', w3c],
  oa: ['Web Annotation', w3c],
  ldp: ['Linked Data Platform', w3c],
  qudt: ['QUDT schema', by('4.0')],
  gr: ['GoodRelations', by('3.0')],
};

/** The names of all packages of vocabularies, without their scope. */
export const vocabularyNames = Object.keys(vocabularies);

/** The folder of the package of a vocabulary. */
export function vocabularyFolder(name) {
  return path.join('node_modules/@vocabulary', name);
}

/** The folder of the package with the prefixes that go before those of prefix.cc. */
export const prefixFolder = 'node_modules/@zazuko/prefixes';

/** What `PackedKnowledge` of server/src/service/language/vocabularies/vocabularies.ts describes, with these vocabularies. */
export function packVocabularies(names = vocabularyNames) {
  return { prefixes: packPrefixes(), vocabularies: names.map(packVocabulary) };
}

/**
 * Prefix → namespace, those that are chosen first for a namespace first: those that a person keeps for RDF tools, then what
 * people agreed on at prefix.cc. The latter are a snapshot, because the npm package `prefix-ns` that has them fetches others
 * while it is installed. Left out of it are namespaces of examples, such as example.org, which everyone uses for their own.
 */
function packPrefixes() {
  const prefixCc = JSON.parse(readFileSync(new URL('prefixCc.json', import.meta.url), 'utf8'));
  return { ...prefixes, ...prefixCc, ...prefixes };
}

function packVocabulary(name) {
  const { namespace } = manifestOf(name).vocabulary;
  const [title, license] = vocabularies[name];
  const source = readFileSync(path.join(vocabularyFolder(name), `${name}.nq`), 'utf8');
  return {
    namespace,
    title,
    license,
    terms: termsOf(new Parser({ format: 'nquads' }).parse(source), namespace),
  };
}

/** What is to be said beside the packed file about where its texts come from, and under which licences. */
export function vocabularyNotice() {
  const lines = vocabularyNames.map((name) => {
    const { version, vocabulary } = manifestOf(name);
    const [title, license] = vocabularies[name];
    return `- ${title} <${vocabulary.namespace}>, from @vocabulary/${name} ${version}: ${license}`;
  });
  return [
    'vocabularies.json',
    '',
    'Labels, definitions and relations of the terms of these vocabularies, selected, and long definitions shortened, by a',
    'program. Each vocabulary stays under the licence that its publishers gave it: W3C, Creative Commons or OGC.',
    '',
    ...lines,
    '',
    'The prefixes are those of @zazuko/prefixes and of prefix.cc, as the npm package prefix-ns 1.1.0 by Pieter Heyvaert',
    '(MIT) has them.',
    '',
  ].join('\n');
}

function manifestOf(name) {
  return JSON.parse(readFileSync(path.join(vocabularyFolder(name), 'package.json'), 'utf8'));
}

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const owl = 'http://www.w3.org/2002/07/owl#';
const skos = 'http://www.w3.org/2004/02/skos/core#';
const schema = 'http://schema.org/';
const dcam = 'http://purl.org/dc/dcam/';

const labels = [`${rdfs}label`, `${skos}prefLabel`];
const definitions = [`${skos}definition`, `${rdfs}comment`, 'http://purl.org/dc/terms/description'];
const domains = [`${rdfs}domain`, `${schema}domainIncludes`, `${dcam}domainIncludes`];
const ranges = [`${rdfs}range`, `${schema}rangeIncludes`, `${dcam}rangeIncludes`];
const broader = [`${rdfs}subClassOf`, `${rdfs}subPropertyOf`];

/** Nobody reads more in a hover. In UTF-16 code units. */
const longestText = 600;

function termsOf(quads, namespace) {
  const bySubject = new Map();
  for (const quad of quads) {
    const same = bySubject.get(quad.subject.value);
    if (same) same.push(quad);
    else bySubject.set(quad.subject.value, [quad]);
  }
  const values = (subject, predicates) =>
    (bySubject.get(subject) ?? [])
      .filter(({ predicate }) => predicates.includes(predicate.value))
      .map(({ object }) => object);
  /** Named classes; those of a union are its members. */
  const classes = (nodes) =>
    nodes.flatMap((node) => {
      if (node.termType === 'NamedNode') return [node.value];
      return values(node.value, [`${owl}unionOf`]).flatMap((list) => classes(members(list.value)));
    });
  const members = (list) =>
    list === `${rdf}nil`
      ? []
      : [
          ...values(list, [`${rdf}first`]),
          ...values(list, [`${rdf}rest`]).flatMap((rest) => members(rest.value)),
        ];
  const terms = [];
  for (const iri of bySubject.keys()) {
    const name = iri.slice(namespace.length);
    if (!iri.startsWith(namespace) || !/^[\w-]+$/.test(name)) continue;
    const types = values(iri, [`${rdf}type`]).map(({ value }) => value);
    const iris = (predicates) => [...new Set(classes(values(iri, predicates)))];
    const kind = kindOf(types);
    const isDeprecated =
      types.some((type) => /#Deprecated(?:Class|Property)$/.test(type)) ||
      values(iri, [`${owl}deprecated`]).some(({ value }) => value === 'true') ||
      values(iri, [`${schema}supersededBy`]).length > 0;
    terms.push({
      name,
      kind,
      ...filled('labels', textsOf(labels.map((each) => values(iri, [each])))),
      ...filled('definitions', textsOf(definitions.map((each) => values(iri, [each])))),
      ...filled('domains', iris(domains)),
      ...filled('ranges', iris(ranges)),
      ...filled('broader', iris(broader)),
      ...(kind === 'individual' &&
        filled(
          'types',
          types.filter((type) => !type.startsWith(owl)),
        )),
      ...(isDeprecated && { isDeprecated }),
    });
  }
  return terms;
}

function kindOf(types) {
  if (types.includes(`${rdfs}Datatype`)) return 'datatype';
  if (types.some((type) => /(?:[#/]|Agent|Shape)Class$/.test(type))) return 'class';
  return types.some((type) => /Property$/.test(type)) ? 'property' : 'individual';
}

/** Of the first property with values: language → text. */
function textsOf(byProperty) {
  const literals = byProperty.map((values) => values.filter(({ termType }) => termType === 'Literal'));
  const found = literals.find((values) => values.length > 0) ?? [];
  return Object.fromEntries(
    found.map(({ value, language }) => [
      language.toLowerCase(),
      shortened(value.trim().replace(/\s+/g, ' ')),
    ]),
  );
}

function shortened(text) {
  return text.length <= longestText ? text : `${text.slice(0, longestText).trimEnd()}…`;
}

function filled(key, value) {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(JSON.stringify(packVocabularies()));
}
