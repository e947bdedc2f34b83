import { seedOf } from '../../base/random.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { blanksIn, blanksOf, isomorphic } from '../../rdf/isomorphism.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { changeKey } from '../../repair/drafts/change.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

/** Facts about a node besides the triples, such as that a constraint is violated there. */
export interface NodeMark {
  readonly node: TermId;
  readonly says: string;
}

/**
 * Remembers changed versions of a graph and finds those that are isomorphic, marks included. Blank nodes that only
 * blank nodes connect are one component. A change is compared with others by the components that it touches alone, and
 * only if these have the same hashes, so the size of the graph does not matter.
 */
export class KnownGraphs {
  readonly #graph: Graph;
  readonly #known = new Map<string, Known[]>();
  /** The components of the unchanged graph. */
  readonly #components = new Map<TermId, ReadonlySet<TermId>>();

  /** For changes of the stated triples of a unit. */
  static of({ entailment, dataGraph }: ValidationInput): KnownGraphs {
    return new KnownGraphs(entailment?.asserted ?? dataGraph);
  }

  /** @param graph the graph that all changes are made to. */
  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The value that was given with an isomorphic graph earlier; remembers the new one if there is none. */
  earlier(change: GraphDelta, value: number, marks: readonly NodeMark[] = []): number | undefined {
    const changed = [...change.removed, ...change.added];
    const touched = new Set([...changed.flatMap(blanksOf), ...marks.flatMap(({ node }) => blanksIn(node))]);
    if (touched.size === 0) {
      const said = marks.map(({ node, says }) => `${node} ${says}`).sort();
      return this.#find(`${changeKey(change)}\n${said.join('\n')}`, { change, touched, value }, () => true);
    }
    const marked = { removed: change.removed, added: [...change.added, ...marks.map(asTriple)] };
    const known = { change: marked, touched, value };
    return this.#find(this.#hash(marked, touched), known, (other) => this.#areSame(other, known));
  }

  #find(hash: string, added: Known, isSame: (known: Known) => boolean): number | undefined {
    const alike = this.#known.get(hash) ?? [];
    const found = alike.find(isSame);
    if (found === undefined) this.#known.set(hash, [...alike, added]);
    return found?.value;
  }

  /** A text that is the same for isomorphic results: the ground triples and the added and removed components. */
  #hash(change: GraphDelta, touched: ReadonlySet<TermId>): string {
    const before = this.#triplesAround(touched);
    const net = new Map<string, number>();
    const count = (key: string, by: number) => net.set(key, (net.get(key) ?? 0) + by);
    for (const key of describedParts(before)) count(key, -1);
    for (const key of describedParts(applied(before, change))) count(key, 1);
    const lines = [...net].filter(([, times]) => times !== 0).map(([key, times]) => `${times} ${key}`);
    return lines.sort((a, b) => (a < b ? -1 : 1)).join('\n');
  }

  #areSame(one: Known, other: Known): boolean {
    const before = this.#triplesAround(new Set([...one.touched, ...other.touched]));
    return isomorphic(applied(before, one.change), applied(before, other.change));
  }

  /** The triples of the unchanged graph in the components of some blank nodes. */
  #triplesAround(blanks: ReadonlySet<TermId>): readonly Triple[] {
    const nodes = new Set([...blanks].flatMap((node) => [...this.#componentOf(node)]));
    const found = new Map<string, Triple>();
    for (const node of nodes) {
      for (const triple of [...this.#graph.outgoing(node), ...this.#graph.incoming(node)])
        found.set(tripleKey(triple), triple);
    }
    return [...found.values()];
  }

  #componentOf(node: TermId): ReadonlySet<TermId> {
    let component = this.#components.get(node);
    if (component === undefined) {
      const found = new Set([node]);
      for (const each of found) {
        for (const triple of [...this.#graph.outgoing(each), ...this.#graph.incoming(each)])
          for (const next of blanksOf(triple)) found.add(next);
      }
      component = found;
      for (const each of found) this.#components.set(each, component);
    }
    return component;
  }
}

interface Known {
  /** With the marks as triples. */
  readonly change: GraphDelta;
  /** The blank nodes of the change and its marks. */
  readonly touched: ReadonlySet<TermId>;
  readonly value: number;
}

const says = terms.constant('urn:x-shacl-repair:says');
const lacks = terms.constant('urn:x-shacl-repair:lacks');

function asTriple({ node, says: text }: NodeMark): Triple {
  return { subject: node, predicate: says, object: terms.literal(text) };
}

function applied(before: readonly Triple[], { removed, added }: GraphDelta): readonly Triple[] {
  const gone = new Set(removed.map(tripleKey));
  const kept = before.filter((triple) => !gone.has(tripleKey(triple)));
  // Triples between named nodes are in no component. Each of those that are removed is identified by one triple.
  const elsewhere = removed.filter((triple) => blanksOf(triple).length === 0);
  const lacking = elsewhere.map((triple) => ({
    subject: lacks,
    predicate: lacks,
    object: terms.literal(tripleKey(triple)),
  }));
  return [...kept, ...added, ...lacking];
}

/** A text for each triple between named nodes and for each component of blank nodes. */
function describedParts(triples: readonly Triple[]): readonly string[] {
  const ground: string[] = [];
  const around = new Map<TermId, Triple[]>();
  for (const triple of triples) {
    const blanks = blanksOf(triple);
    if (blanks.length === 0) ground.push(tripleKey(triple));
    for (const node of blanks) {
      const known = around.get(node);
      if (known) known.push(triple);
      else around.set(node, [triple]);
    }
  }
  const colours = coloursOf(around);
  const seen = new Set<TermId>();
  const components: string[] = [];
  for (const first of around.keys()) {
    if (seen.has(first)) continue;
    const component = new Set([first]);
    for (const node of component)
      for (const triple of around.get(node)!) for (const next of blanksOf(triple)) component.add(next);
    for (const node of component) seen.add(node);
    components.push(
      [...component]
        .map((node) => colours.get(node)!)
        .sort((a, b) => a - b)
        .join(),
    );
  }
  return [...ground, ...components];
}

/** How far the colours of blank nodes reach. */
const rounds = 3;

/** Numbers that are the same for blank nodes whose surroundings are similar, whatever their labels are. */
function coloursOf(around: ReadonlyMap<TermId, readonly Triple[]>): ReadonlyMap<TermId, number> {
  let colours = new Map([...around.keys()].map((node) => [node, 0]));
  for (let round = 0; round < rounds; round++) {
    const before = colours;
    const painted = (term: TermId, self: TermId): string => {
      if (term === self) return 'self';
      const triple = terms.triple(term);
      if (triple !== undefined && blanksOf(triple).length > 0) return paintedTriple(triple, self);
      return before.has(term) ? `_${before.get(term)}` : String(term);
    };
    const paintedTriple = ({ subject, predicate, object }: Triple, self: TermId) =>
      `${painted(subject, self)} ${predicate} ${painted(object, self)}`;
    colours = new Map(
      [...around].map(([node, triples]) => [
        node,
        seedOf(round, ...triples.map((triple) => paintedTriple(triple, node)).sort()),
      ]),
    );
  }
  return colours;
}
