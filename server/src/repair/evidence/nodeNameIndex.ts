import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { localName, maxTypos, nameParts, numbersIn } from './nameSimilarity.ts';
import { labelProperties, labelsOf } from './nearestNames.ts';

/**
 * The names of nodes of one graph, so that a name need not be compared with those of all nodes: of each result that is
 * repaired, one is looked for among the same thousands. Nodes come in when they are first asked for.
 */
export class NodeNameIndex {
  readonly #graph: Graph;
  readonly #known = new Set<TermId>();
  /** Slips leave the numbers of a name as they are. */
  readonly #byNumbers = new Map<string, NamedNode[]>();
  readonly #patterns = new Map<TermId, string | undefined>();

  /** Those of a graph and of all that are changes of it. */
  static of(graph: Graph): NodeNameIndex {
    let base = graph;
    while (base instanceof OverlayGraph) base = base.base;
    let names = namesByGraph.get(base);
    if (names === undefined) {
      names = new NodeNameIndex(base);
      namesByGraph.set(base, names);
    }
    return names;
  }

  private constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Those of some IRIs, in their order, of which a text may be a slip: all that are, and few that are not. */
  mayBeMeant(text: string, nodes: readonly TermId[], graph: Graph): readonly TermId[] {
    for (const node of nodes) if (!this.#known.has(node)) this.#add(node);
    const { letters, most } = lettersOf(text);
    const near = labelledByChange(graph);
    for (const named of this.#byNumbers.get(numbersIn(text)) ?? []) {
      if (bitsOf(letters ^ named.letters) <= most || letters === anyLetters || named.letters === anyLetters)
        near.add(named.node);
    }
    return near.size === 0 ? [] : nodes.filter((node) => near.has(node));
  }

  /** The name with its numbers left open; undefined for names that are nothing but numbers, or have none. */
  pattern(node: TermId): string | undefined {
    let pattern = this.#patterns.get(node);
    if (pattern === undefined && !this.#patterns.has(node)) {
      pattern = withoutNumbers(localName(terms.value(node)));
      this.#patterns.set(node, pattern);
    }
    return pattern;
  }

  #add(node: TermId): void {
    this.#known.add(node);
    for (const name of [localName(terms.value(node)), ...labelsOf(this.#graph, node)]) {
      const numbers = numbersIn(name);
      const named = { node, letters: lettersOf(name).letters };
      const list = this.#byNumbers.get(numbers);
      if (list) list.push(named);
      else this.#byNumbers.set(numbers, [named]);
    }
  }
}

interface NamedNode {
  readonly node: TermId;
  readonly letters: number;
}

const namesByGraph = new WeakMap<Graph, NodeNameIndex>();

/** The nodes that got labels by changes, which the graph that was changed does not know. */
function labelledByChange(graph: Graph): Set<TermId> {
  const found = new Set<TermId>();
  for (let each = graph; each instanceof OverlayGraph; each = each.base) {
    for (const property of labelProperties) {
      for (const { subject } of each.added.withPredicate(property)) found.add(subject);
    }
  }
  return found;
}

/** Stands for a name with letters that are not counted. */
const anyLetters = -1;

/** The set of letters of a name as bits, and by how many bits the set of a slip of it may be different. */
function lettersOf(name: string): { readonly letters: number; readonly most: number } {
  let letters = 0;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    // Such may be made other letters when names are compared.
    if (code > 127) return { letters: anyLetters, most: 0 };
    const letter = (code | 32) - letterA;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  // One letter in the place of another changes two bits.
  return { letters, most: 2 * maxTypos(name) };
}

const letterA = 97;

function bitsOf(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function withoutNumbers(name: string): string | undefined {
  const parts = nameParts(name);
  const words = parts.filter((part) => !/\d/.test(part));
  return words.length === 0 || words.length === parts.length
    ? undefined
    : parts.map((part) => (/\d/.test(part) ? '#' : part)).join(' ');
}
