import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Rule } from './rule.ts';

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
