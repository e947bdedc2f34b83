import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { labelProperties } from './nameProperties.ts';
import { maxTypos, nameParts, numbersIn } from './nameSimilarity.ts';
import { labelsOf } from './nearestNames.ts';

/**
 * An index of the names of a graph's nodes, so that a name need not be compared with all of them. Names are looked up
 * for each repaired result, among the same thousands of nodes. Nodes are indexed on first use.
 */
export class NodeNameIndex {
  readonly #graph: Graph;
  readonly #known = new Set<TermId>();
  /** Typos do not change the numbers in a name. */
  readonly #byNumbers = new Map<string, NamedNode[]>();
  readonly #patterns = new Map<TermId, string | undefined>();

  /** The index of a graph, shared by all graphs that are changes of it or list it in another order. */
  static of(graph: Graph): NodeNameIndex {
    let base = graph;
    while (base instanceof OverlayGraph || base instanceof SortedGraph) base = base.base;
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

  /** The given IRIs that a text may misspell, in order: all that it may, and few others. */
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

  /** The name with its numbers left open; undefined for names without numbers, or with nothing else. */
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

/** The nodes that get labels by changes, which the unchanged graph does not know. */
function labelledByChange(graph: Graph): Set<TermId> {
  const found = new Set<TermId>();
  for (let each = graph; each instanceof OverlayGraph || each instanceof SortedGraph; each = each.base) {
    if (each instanceof SortedGraph) continue;
    for (const property of labelProperties) {
      for (const { subject } of each.added.withPredicate(property)) found.add(subject);
    }
  }
  return found;
}

/** Used for names whose letters are not compared. */
const anyLetters = -1;

/** The set of letters of a name as bits, and the number of bits in which the set of a misspelling may differ. */
function lettersOf(name: string): { readonly letters: number; readonly most: number } {
  let letters = 0;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    // Folding may turn such characters into others when names are compared.
    if (code > 127) return { letters: anyLetters, most: 0 };
    const letter = (code | 32) - letterA;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  // Replacing one letter changes two bits.
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
