import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { invert, type Path } from '../../shacl/model/path.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { routeTo } from '../../shacl/paths/route.ts';
import { changeKey } from './change.ts';

/** A place where one more triple makes a value reachable: `node predicate ?`, or `? predicate node` when inverse. */
export interface AttachmentPoint {
  readonly node: TermId;
  readonly predicate: TermId;
  readonly inverse: boolean;
}

/**
 * The places where attaching a value makes the path lead to it from the focus node (spec/vio.md section 7). Sequences
 * continue from nodes that their first steps already reach; alternatives prefer the member in use, then the others in
 * order; repetitions take one step.
 */
export function attachmentPoints(graph: Graph, focusNode: TermId, path: Path): readonly AttachmentPoint[] {
  switch (path.kind) {
    case 'predicate':
      return terms.isLiteral(focusNode)
        ? []
        : [{ node: focusNode, predicate: path.predicate, inverse: false }];
    case 'inverse':
      if (path.path.kind !== 'predicate') return attachmentPoints(graph, focusNode, invert(path.path));
      return [{ node: focusNode, predicate: path.path.predicate, inverse: true }];
    case 'sequence': {
      const last = path.paths.at(-1);
      if (last === undefined) return [];
      const before: Path = { kind: 'sequence', paths: path.paths.slice(0, -1) };
      return pathValues(graph, focusNode, before).flatMap((node) => attachmentPoints(graph, node, last));
    }
    case 'alternative': {
      const used = path.paths.filter((member) => pathValues(graph, focusNode, member).length > 0);
      const ordered = [...used, ...path.paths.filter((member) => !used.includes(member))];
      return ordered.flatMap((member) => attachmentPoints(graph, focusNode, member));
    }
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return attachmentPoints(graph, focusNode, path.path);
  }
}

/** The triple that attaches a value; undefined when RDF has no such triple, because a literal cannot be a subject. */
export function attachingTriple(
  { node, predicate, inverse }: AttachmentPoint,
  value: TermId,
): Triple | undefined {
  if (!inverse) return { subject: node, predicate, object: value };
  if (terms.isLiteral(value) || terms.kind(value) === 'triple') return undefined;
  return { subject: value, predicate, object: node };
}

/** The triple that makes a path lead from the focus node to one more value; undefined when RDF has none. */
export function attachByPath(
  graph: Graph,
  { focusNode, path }: { readonly focusNode: TermId; readonly path: Path },
  value: TermId,
): Triple | undefined {
  for (const step of attachmentPoints(graph, focusNode, path)) {
    const triple = attachingTriple(step, value);
    if (triple) return triple;
  }
  return undefined;
}

/** The last triples of all routes by which a path leads from a focus node to a value, at most eight. */
export function finalSteps(
  graph: Graph,
  focusNode: TermId,
  path: Path,
  value: TermId,
): readonly AttachmentPoint[] {
  const steps: AttachmentPoint[] = [];
  const removed: Triple[] = [];
  while (removed.length < 8) {
    const rest = removed.length === 0 ? graph : new OverlayGraph(graph, { added: [], removed });
    const step = routeTo(rest, focusNode, path, value)?.at(-1);
    if (step === undefined) break;
    const { triple, inverse } = step;
    removed.push(triple);
    steps.push({ node: inverse ? triple.object : triple.subject, predicate: triple.predicate, inverse });
  }
  return steps;
}

const maxCut = 4;

/**
 * The smallest sets of triples, of at most four each, without which the path no longer leads from the focus node to the
 * value. Sets that lose the fewest other values come first, then those that affect other nodes least. Only triples that
 * `removable` accepts are used; empty when that is not enough.
 */
export function minimalCuts(
  graph: Graph,
  focusNode: TermId,
  path: Path,
  value: TermId,
  removable: (triple: Triple) => boolean,
): readonly (readonly Triple[])[] {
  for (let size = 1; size <= maxCut; size++) {
    const found = new Map<string, readonly Triple[]>();
    cutWithin(graph, [], size);
    if (found.size > 0) return leastMissed(graph, focusNode, path, [...found.values()]);

    function cutWithin(rest: Graph, taken: readonly Triple[], left: number): void {
      const route = routeTo(rest, focusNode, path, value);
      if (route === undefined) {
        found.set(changeKey({ added: [], removed: taken }), taken);
        return;
      }
      if (left === 0 || found.size >= 20) return;
      // Tries the last step first: removing it keeps the other values.
      for (const { triple } of route.toReversed()) {
        if (!removable(triple) || !hasTriple(rest, triple)) continue;
        cutWithin(new OverlayGraph(rest, { added: [], removed: [triple] }), [...taken, triple], left - 1);
      }
    }
  }
  return [];
}

/**
 * Sorts cuts by their side effects: first the values that are lost, then the routes of other nodes through the triples.
 */
function leastMissed(
  graph: Graph,
  focusNode: TermId,
  path: Path,
  found: readonly (readonly Triple[])[],
): readonly (readonly Triple[])[] {
  if (found.length === 1) return found;
  const missed = (cut: readonly Triple[]) => {
    const left = pathValues(new OverlayGraph(graph, { added: [], removed: cut }), focusNode, path).length;
    const shared = cut.filter(({ subject, object }) => subject !== focusNode && object !== focusNode);
    const users = shared.reduce((sum, { subject }) => sum + graph.incoming(subject).length, 0);
    return { lost: -left, users };
  };
  return found
    .map((cut) => ({ cut, ...missed(cut) }))
    .sort((a, b) => a.lost - b.lost || a.users - b.users)
    .map(({ cut }) => cut);
}
