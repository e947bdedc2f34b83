import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';

const propertiesOf = (namespace: string, ...names: readonly string[]): readonly TermId[] =>
  names.map((name) => terms.constant(namespace + name));

const skos = 'http://www.w3.org/2004/02/skos/core#';
const dcterms = 'http://purl.org/dc/terms/';
const dcElements = 'http://purl.org/dc/elements/1.1/';
const schemaNamespaces = ['https://schema.org/', 'http://schema.org/'];

/** The properties whose values are names of a node for people, the most usual ones first. */
export const labelProperties: readonly TermId[] = [
  rdfs.label,
  ...propertiesOf(skos, 'prefLabel'),
  ...propertiesOf('http://xmlns.com/foaf/0.1/', 'name'),
  ...schemaNamespaces.flatMap((namespace) => propertiesOf(namespace, 'name', 'legalName', 'headline')),
  ...propertiesOf(dcterms, 'title'),
  ...propertiesOf(dcElements, 'title'),
  ...propertiesOf('http://www.w3.org/2006/vcard/ns#', 'fn', 'organization-name'),
  ...propertiesOf('http://www.geonames.org/ontology#', 'name', 'officialName'),
  ...propertiesOf('http://www.w3.org/ns/locn#', 'geographicName'),
  ...propertiesOf('http://www.w3.org/ns/regorg#', 'legalName'),
  ...propertiesOf('http://usefulinc.com/ns/doap#', 'name'),
  ...propertiesOf('http://www.w3.org/ns/lemon/ontolex#', 'writtenRep'),
  ...propertiesOf('http://id.loc.gov/ontologies/bibframe/', 'mainTitle'),
  sh.name,
  ...propertiesOf(skos, 'altLabel'),
  ...propertiesOf(dcterms, 'alternative'),
  ...schemaNamespaces.flatMap((namespace) => propertiesOf(namespace, 'alternateName')),
  ...propertiesOf(skos, 'notation'),
];

/** The properties whose values are codes, numbers and other agreed names. */
export const identifierProperties: readonly TermId[] = [
  ...propertiesOf(skos, 'notation'),
  ...propertiesOf(dcterms, 'identifier'),
  ...propertiesOf(dcElements, 'identifier'),
  ...schemaNamespaces.flatMap((namespace) => propertiesOf(namespace, 'identifier')),
  ...propertiesOf('http://www.w3.org/2006/vcard/ns#', 'uid'),
];
