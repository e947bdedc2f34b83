import { boundedEditDistance } from '../../base/editDistance.ts';
import type { TextRange } from '../../base/textRange.ts';
import { knownNamespaces, knownPrefixes } from '../knownPrefixes.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** A declaration whose IRI is almost, but not quite, the usual namespace of its prefix. */
export interface WrongNamespace {
  readonly prefix: string;
  /** The range of the IRI with its brackets. */
  readonly range: TextRange;
  readonly declared: string;
  readonly usual: string;
}

/**
 * The declarations of a document with a typo in a well-known namespace. Such a file is well-formed, but no name with
 * the prefix means anything to others. A prefix for an entirely different namespace is the author's choice.
 */
export function wrongNamespaces(document: TurtleDocument): readonly WrongNamespace[] {
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix') return [];
    const { prefix, iri, start, iriRange } = directive;
    const usual = standardPrefixes.has(prefix) ? knownPrefixes.get(prefix) : undefined;
    if (usual === undefined || iri === usual || knownNamespaces.has(iri) || !isTypo(iri, usual)) return [];
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    return [{ prefix, range, declared: iri, usual }];
  });
}

/** Prefixes whose namespaces exist in one version only. */
const standardPrefixes: ReadonlySet<string> = new Set([
  'rdf',
  'rdfs',
  'xsd',
  'owl',
  'sh',
  'skos',
  'dcterms',
  'dct',
  'foaf',
  'prov',
  'dcat',
  'vann',
  'time',
  'sosa',
  'ssn',
]);

/** True for IRIs that differ in a few characters, or in the part between a common start and end. */
function isTypo(iri: string, usual: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^https?:\/\/(www\.)?/, '')
      .replace(/[#/]+$/, '');
  const [a, b] = [plain(iri), plain(usual)];
  if (a === b) return true;
  const [host, lastPart] = [/^[^/]+/.exec(b)?.[0], /[^/]+$/.exec(b)?.[0]];
  if (a.startsWith(`${host}/`) && a.endsWith(`/${lastPart}`)) return true;
  // Called at each keystroke, for IRIs of any length.
  return boundedEditDistance(a, b, maxTypos) <= maxTypos;
}

const maxTypos = 3;
