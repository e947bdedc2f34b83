import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { invert, isSingleStep, type Path } from '../model/path.ts';
import { PathReach } from './pathReach.ts';
import type { Links } from './route.ts';

/** The nodes that a path reaches from a node, each once, in the order in which they are found. */
export function pathValues(graph: Links, node: TermId, path: Path): readonly TermId[] {
  switch (path.kind) {
    case 'predicate':
      return graph.objects(node, path.predicate);
    case 'inverse':
      return path.path.kind === 'predicate'
        ? graph.subjects(path.path.predicate, node)
        : pathValues(graph, node, invert(path.path));
    case 'sequence': {
      let frontier: readonly TermId[] = [node];
      for (const step of path.paths) frontier = valuesOfAll(graph, frontier, step);
      return frontier;
    }
    case 'alternative': {
      const found = new Set<TermId>();
      for (const alternative of path.paths) {
        for (const value of pathValues(graph, node, alternative)) found.add(value);
      }
      return [...found];
    }
    case 'zeroOrOne':
      return [...new Set([node, ...pathValues(graph, node, path.path)])];
    case 'zeroOrMore':
    case 'oneOrMore':
      return closure(graph, [node], path);
  }
}

/** True for paths with `*` or `+`, on which a node may have all other nodes as values. */
export function hasClosure(path: Path): boolean {
  switch (path.kind) {
    case 'predicate':
      return false;
    case 'zeroOrMore':
    case 'oneOrMore':
      return true;
    case 'inverse':
    case 'zeroOrOne':
      return hasClosure(path.path);
    case 'sequence':
    case 'alternative':
      return path.paths.some(hasClosure);
  }
}

/**
 * The values of several nodes together. Nodes that several of them reach are expanded only once, except in single
 * steps.
 */
function valuesOfAll(graph: Links, nodes: readonly TermId[], path: Path): readonly TermId[] {
  if (nodes.length === 1) return pathValues(graph, nodes[0]!, path);
  if (!isSimple(path)) {
    switch (path.kind) {
      case 'inverse':
        return valuesOfAll(graph, nodes, invert(path.path));
      case 'sequence':
        return path.paths.reduce((frontier, step) => valuesOfAll(graph, frontier, step), nodes);
      case 'alternative':
        return [...new Set(path.paths.flatMap((alternative) => valuesOfAll(graph, nodes, alternative)))];
      case 'zeroOrOne':
        return [...new Set([...nodes, ...valuesOfAll(graph, nodes, path.path)])];
      case 'zeroOrMore':
      case 'oneOrMore':
        return closure(graph, nodes, path);
      case 'predicate':
        break;
    }
  }
  const found = new Set<TermId>();
  for (const node of nodes) for (const value of pathValues(graph, node, path)) found.add(value);
  return [...found];
}

/** The nodes that any number of steps reaches from the start nodes. */
function closure(
  graph: Links,
  start: readonly TermId[],
  path: Path & { readonly path: Path },
  isEnough: (found: ReadonlySet<TermId>, triples: number) => boolean = () => false,
): readonly TermId[] {
  if (!isSimple(path.path)) {
    const reach = new PathReach(graph, path);
    return start.flatMap((node) => reach.from(node));
  }
  const found = new Set(path.kind === 'zeroOrMore' ? start : valuesOfAll(graph, start, path.path));
  let triples = 0;
  for (const node of found) {
    const next = pathValues(graph, node, path.path);
    for (const value of next) found.add(value);
    triples += next.length;
    if (isEnough(found, triples)) break;
  }
  return [...found];
}

/**
 * The values of many nodes on one path, asked for node after node. Nodes of a closure that lead to each other have the
 * same values. When the triples between them far outnumber the nodes, the values of the previous node are reused.
 */
export class ValuesAlong {
  readonly #graph: Links;
  readonly #path: Path;
  #last: { readonly node: TermId; readonly values: readonly TermId[]; readonly set: Set<TermId> } | undefined;

  constructor(graph: Links, path: Path) {
    this.#graph = graph;
    this.#path = path;
  }

  of(node: TermId): readonly TermId[] {
    const path = this.#path;
    if (path.kind !== 'zeroOrMore' && path.kind !== 'oneOrMore') return pathValues(this.#graph, node, path);
    const last = this.#last?.set.has(node) ? this.#last : undefined;
    let leadsBack = false;
    const values = closure(this.#graph, [node], path, (found, triples) => {
      leadsBack = last !== undefined && triples > 4 * last.values.length && found.has(last.node);
      return leadsBack;
    });
    if (leadsBack) return last!.values;
    this.#last = { node, values, set: new Set(values) };
    return values;
  }
}

/** True for single steps and alternatives of them: in these, no node is expanded on behalf of several others. */
function isSimple(path: Path): boolean {
  return path.kind === 'alternative' ? path.paths.every(isSimple) : isSingleStep(path);
}

/** What reifies a triple (RDF 1.2). */
export function reifiersOf(
  subject: TermId,
  predicate: TermId,
  object: TermId,
  links: Pick<Links, 'subjects'>,
): readonly TermId[] {
  return links.subjects(rdf.reifies, terms.tripleTerm({ subject, predicate, object }));
}
