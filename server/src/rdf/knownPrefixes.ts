import { namespaces } from './vocab.ts';

/**
 * Well-known prefixes, which may be declared when one of their names is used: everyone abbreviates these namespaces this
 * way, and many, language models above all, forget the declaration. Of two prefixes for a namespace, the first one is
 * written.
 */
export const knownPrefixes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(namespaces),
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dct', 'http://purl.org/dc/terms/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['schema', 'http://schema.org/'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['vann', 'http://purl.org/vocab/vann/'],
  ['geo', 'http://www.opengis.net/ont/geosparql#'],
  ['time', 'http://www.w3.org/2006/time#'],
  ['sosa', 'http://www.w3.org/ns/sosa/'],
  ['ssn', 'http://www.w3.org/ns/ssn/'],
  ['dash', 'http://datashapes.org/dash#'],
  ['brick', 'https://brickschema.org/schema/Brick#'],
  ['qudt', 'http://qudt.org/schema/qudt/'],
  ['unit', 'http://qudt.org/vocab/unit/'],
  ['quantitykind', 'http://qudt.org/vocab/quantitykind/'],
  ['s223', 'http://data.ashrae.org/standard223#'],
  ['rec', 'https://w3id.org/rec#'],
  ['tag', 'https://brickschema.org/schema/BrickTag#'],
  ['dcmitype', 'http://purl.org/dc/dcmitype/'],
  ['dqv', 'http://www.w3.org/ns/dqv#'],
  ['gr', 'http://purl.org/goodrelations/v1#'],
  ['ldp', 'http://www.w3.org/ns/ldp#'],
  ['oa', 'http://www.w3.org/ns/oa#'],
  ['org', 'http://www.w3.org/ns/org#'],
  ['qb', 'http://purl.org/linked-data/cube#'],
  ['sf', 'http://www.opengis.net/ont/sf#'],
  ['skosxl', 'http://www.w3.org/2008/05/skos-xl#'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  ['void', 'http://rdfs.org/ns/void#'],
  ['ub', 'http://swat.cse.lehigh.edu/onto/univ-bench.owl#'],
]);

/** The namespaces of these prefixes, each once. */
export const knownNamespaces: ReadonlySet<string> = new Set(knownPrefixes.values());
