import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Rule } from './rule.ts';

/**
 * The blank nodes that rules make. A node belongs to what it was made from, so that a rule that fires again with the
 * same solution makes no other node, and the same data has the same nodes.
 */
export class NewNodes {
  readonly #nodes = new Set<TermId>();

  /** The node for a key, which says from what it is made: the rule, its label, the focus node and the solution. */
  nodeFor(key: readonly (TermId | string)[]): TermId {
    const text = key.map((part) => (typeof part === 'string' ? part : termText(part))).join(' ');
    const node = terms.blankNode(labelStart + digest(text));
    this.#nodes.add(node);
    return node;
  }

  has(node: TermId): boolean {
    return this.#nodes.has(node);
  }

  get size(): number {
    return this.#nodes.size;
  }
}

/** No document has a label with a space. */
const labelStart = 'inferred ';

/** True for a blank node that a rule has made, false for those of documents. */
export function isMadeByRule(term: TermId): boolean {
  return terms.isBlank(term) && terms.value(term).startsWith(labelStart);
}

/** The text of a term; ids are not part of it, because they depend on what was read before. */
function termText(term: TermId): string {
  const triple = terms.triple(term);
  if (triple)
    return `<<${termText(triple.subject)} ${termText(triple.predicate)} ${termText(triple.object)}>>`;
  const datatype = terms.datatype(term);
  const form = datatype === undefined ? '' : `^${terms.value(datatype)}@${terms.language(term)}`;
  return `${terms.kind(term)}:${terms.value(term)}${form}`;
}

/**
 * A text of fixed length in place of another one. A node may be made from nodes that were made from others, so the texts
 * themselves would double with every step.
 */
function digest(text: string): string {
  return seeds.map((seed) => mixed(text, seed).toString(36)).join('');
}

const seeds = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f];

/** A 32-bit FNV hash with a seed, and the final mixing of MurmurHash. */
function mixed(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193 ^ (seed & 0xff00));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Notices when a rule makes a blank node, or names a node, that its graph does not have. */
export class MadeNodes {
  readonly #graph: Graph;
  readonly #canMake: boolean;
  #some = false;

  /** @param graph what the rule sees. */
  constructor(rule: Rule, graph: Graph) {
    this.#graph = graph;
    // Others repeat terms of the graph and of the shapes.
    this.#canMake = rule.kind === 'sparql' && /\b(?:iri|uri|uuid|bnode)\s*\(|_:|\[/i.test(rule.text);
  }

  /** Whether there was such a node. */
  get some(): boolean {
    return this.#some;
  }

  look(...nodes: readonly TermId[]): void {
    if (this.#canMake && !this.#some) this.#some = nodes.some((node) => this.#isNew(node));
  }

  #isNew(node: TermId): boolean {
    if (terms.isLiteral(node)) return false;
    return this.#graph.outgoing(node).length + this.#graph.incoming(node).length === 0;
  }
}
