import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { Path } from '../model/path.ts';
import { readList } from '../model/reading.ts';

/** A path read from its node in the shapes graph, or why the node is not a path. */
export type PathReading =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'illFormed'; readonly message: string };

const wrappers = [
  [sh.inversePath, 'inverse'],
  [sh.zeroOrMorePath, 'zeroOrMore'],
  [sh.oneOrMorePath, 'oneOrMore'],
  [sh.zeroOrOnePath, 'zeroOrOne'],
] as const;

/**
 * Nobody writes longer paths by hand. A longer one comes from a node that contains itself or repeats the same parts.
 */
const maxSteps = 1000;
const maxNesting = 100;

/**
 * Reads the value of sh:path. A node that is a list and also has other path properties is read as the list, as the W3C
 * test suite expects (path-strange-001, -002).
 */
export function readPath(graph: Graph, node: TermId): PathReading {
  return read(graph, node, { steps: 0, nesting: 0 });
}

/** How many steps of a path have been read, and how deeply nested the current one is. */
interface Extent {
  steps: number;
  nesting: number;
}

function read(graph: Graph, node: TermId, extent: Extent): PathReading {
  if (++extent.steps > maxSteps || extent.nesting > maxNesting) {
    return illFormed('The path contains itself or is too long.');
  }
  extent.nesting++;
  const reading = readStep(graph, node, extent);
  extent.nesting--;
  return reading;
}

function readStep(graph: Graph, node: TermId, extent: Extent): PathReading {
  if (node === rdf.nil) return illFormed('The path is an empty list.');
  if (terms.isIri(node)) return { kind: 'path', path: { kind: 'predicate', predicate: node } };
  if (!terms.isBlank(node)) return illFormed('A path is a property or a blank node, not a literal.');
  if (graph.objects(node, rdf.first).length > 0) return readMembers(graph, node, 'sequence', extent);
  const alternatives = graph.objects(node, sh.alternativePath);
  if (alternatives.length > 0) {
    return alternatives.length === 1
      ? readMembers(graph, alternatives[0]!, 'alternative', extent)
      : illFormed('The path has several values of sh:alternativePath.');
  }
  for (const [property, kind] of wrappers) {
    const values = graph.objects(node, property);
    if (values.length === 0) continue;
    if (values.length > 1) return illFormed('The path has several inner paths where one belongs.');
    const inner = read(graph, values[0]!, extent);
    return inner.kind === 'path' ? { kind: 'path', path: { kind, path: inner.path } } : inner;
  }
  return illFormed('The path is a blank node that describes no path.');
}

function readMembers(
  graph: Graph,
  list: TermId,
  kind: 'sequence' | 'alternative',
  extent: Extent,
): PathReading {
  const members = readList(graph, list);
  if (members === undefined) return illFormed('The list in the path is not a well-formed RDF list.');
  if (members.length === 0) return illFormed('The list in the path is empty.');
  const paths: Path[] = [];
  for (const member of members) {
    const reading = read(graph, member, extent);
    if (reading.kind === 'illFormed') return reading;
    paths.push(reading.path);
  }
  return { kind: 'path', path: paths.length === 1 ? paths[0]! : { kind, paths } };
}

function illFormed(message: string): PathReading {
  return { kind: 'illFormed', message };
}
