import { namespaces } from './vocab.ts';

/**
 * Prefixes that are often used without a declaration, above all by language models, because everyone abbreviates these
 * namespaces this way.
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
  ['ub', 'http://swat.cse.lehigh.edu/onto/univ-bench.owl#'],
]);
