import type { Graph } from '../../rdf/graph.ts';
import { NodeSet } from '../../rdf/nodeSet.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { componentOf } from '../components/index.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import { isSingleStep, type Path } from '../model/path.ts';
import { isTrue } from '../model/reading.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { PathReach } from '../paths/pathReach.ts';
import { pathValues, reifiersOf } from '../paths/pathValues.ts';
import { rulesOf } from '../rules/readRules.ts';
import type { Rule } from '../rules/rule.ts';
import { queryEngine } from '../sparql/queryEngine.ts';
import { declaredFunctions } from '../sparql/readQuery.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** Sets of nodes that are seen as one. Shapes that judge the same nodes share them. */
export type NodeSets = readonly NodeSet[];

/** The nodes that shapes judge, as targets or as values that other shapes refer to them. */
export interface JudgedNodes {
  /** The focus nodes of a shape; empty for a shape that judges none. */
  focusNodes(shape: TermId): NodeSets;
  /**
   * The values of a shape's path from all its focus nodes, for shapes with a constraint that reads about the values or
   * refers them to other shapes. The focus nodes of a shape without path.
   */
  values(shape: TermId): NodeSets;
}

/**
 * Follows references between shapes, starting from targets. Sets of nodes are followed instead of single nodes: which
 * values belong to which focus node does not matter here, and so each path is walked once.
 */
export function judgedNodes(
  shapes: readonly Shape[],
  graph: Graph,
  starts: Iterable<readonly [shape: TermId, nodes: NodeSet]>,
): JudgedNodes {
  const spread = new Spread(shapes, graph);
  for (const [shape, nodes] of starts) spread.give(shape, nodes);
  spread.run();
  return spread;
}

/** True when one of the sets has the node. */
export function isAmong(node: TermId, sets: NodeSets): boolean {
  for (let i = 0; i < sets.length; i++) if (sets[i]!.has(node)) return true;
  return false;
}

class Spread implements JudgedNodes {
  readonly #graph: Graph;
  readonly #shapes: ReadonlyMap<TermId, Shape>;
  readonly #focusNodes = new Map<TermId, NodeSet[]>();
  readonly #values = new Map<TermId, NodeSet>();
  readonly #walks: Walk[] = [];
  readonly #openWalks = new Map<NodeSet, Walk>();

  constructor(shapes: readonly Shape[], graph: Graph) {
    this.#graph = graph;
    this.#shapes = new Map(shapes.map((shape) => [shape.id, shape]));
  }

  focusNodes(shape: TermId): NodeSets {
    return this.#focusNodes.get(shape) ?? none;
  }

  values(shape: TermId): NodeSets {
    const values = this.#values.get(shape);
    return values === undefined ? this.focusNodes(shape) : [values];
  }

  /** Makes a shape judge a set of nodes, and the shapes that it refers to its values, which are found by `run`. */
  give(shape: TermId, nodes: NodeSet): void {
    const open = [{ shape, nodes }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const judging = this.#shapes.get(next.shape);
      if (judging === undefined || !this.#add(next.shape, next.nodes)) continue;
      const references = judging.constraints.flatMap(shapeRefsOf);
      if (judging.path !== undefined && references.length === 0 && !readsAboutValues(judging)) continue;
      const values =
        judging.path === undefined ? next.nodes : this.#walk(judging.id, judging.path, next.nodes);
      for (const constraint of judging.constraints) {
        const judged = this.#judged(constraint, next.nodes, values);
        for (const reference of shapeRefsOf(constraint)) open.push({ shape: reference, nodes: judged });
      }
    }
  }

  /** Finds the values. They may be focus nodes whose values are wanted, so this repeats until nothing is new. */
  run(): void {
    this.#openWalks.clear();
    let isDone = false;
    while (!isDone) {
      isDone = true;
      for (const walk of this.#walks) if (walk.goOn()) isDone = false;
    }
  }

  /** Returns false when the shape judges these nodes already. */
  #add(shape: TermId, nodes: NodeSet): boolean {
    const known = this.#focusNodes.get(shape);
    if (known === undefined) this.#focusNodes.set(shape, [nodes]);
    else if (known.includes(nodes)) return false;
    else known.push(nodes);
    return true;
  }

  /** The nodes that the shapes of a constraint judge. */
  #judged(constraint: Constraint, focusNodes: NodeSet, values: NodeSet): NodeSet {
    const judges = componentOf(constraint).refersTo?.judges?.(constraint);
    if (judges === undefined) return values;
    const nodes = new NodeSet();
    const isPath = judges.kind === 'path';
    const walk = new Walk(this.#graph, isPath ? values : focusNodes);
    if (isPath) walk.add(judges.path, nodes);
    else {
      walk.addSteps(
        (node) =>
          this.#graph
            .objects(node, judges.predicate)
            .flatMap((value) => reifiersOf(node, judges.predicate, value, this.#graph)),
        nodes,
      );
    }
    this.#walks.push(walk);
    return nodes;
  }

  #walk(shape: TermId, path: Path, from: NodeSet): NodeSet {
    let values = this.#values.get(shape);
    if (values === undefined) {
      values = new NodeSet();
      this.#values.set(shape, values);
    }
    let walk = this.#openWalks.get(from);
    if (walk === undefined) {
      walk = new Walk(this.#graph, from);
      this.#openWalks.set(from, walk);
      this.#walks.push(walk);
    }
    walk.add(path, values);
    return values;
  }
}

const none: NodeSets = [];

function readsAboutValues({ constraints }: Shape): boolean {
  return constraints.some((constraint) => {
    const reads = componentOf(constraint).reads(constraint);
    if (reads.kind === 'path') return reads.from === 'value';
    return reads.kind === 'types' || reads.kind === 'superclasses' || reads.kind === 'statements';
  });
}

/** Walks several paths from a set of nodes that may grow. */
class Walk {
  readonly #graph: Graph;
  readonly #from: NodeSet;
  readonly #byPredicate = new Map<TermId, NodeSet[]>();
  readonly #others: { readonly valuesFrom: (node: TermId) => readonly TermId[]; readonly values: NodeSet }[] =
    [];
  #position = 0;

  constructor(graph: Graph, from: NodeSet) {
    this.#graph = graph;
    this.#from = from;
  }

  add(path: Path, values: NodeSet): void {
    if (path.kind === 'predicate') {
      const known = this.#byPredicate.get(path.predicate);
      if (known) known.push(values);
      else this.#byPredicate.set(path.predicate, [values]);
    } else if (isSingleStep(path)) {
      this.addSteps((node) => pathValues(this.#graph, node, path), values);
    } else {
      const reach = new PathReach(this.#graph, path);
      this.addSteps((node) => reach.from(node), values);
    }
  }

  addSteps(valuesFrom: (node: TermId) => readonly TermId[], values: NodeSet): void {
    this.#others.push({ valuesFrom, values });
  }

  /** Walks from the nodes that are new; false when there are none. */
  goOn(): boolean {
    const { nodes } = this.#from;
    if (this.#position === nodes.length) return false;
    // The values may be among the nodes, which then grow here.
    for (; this.#position < nodes.length; this.#position++) this.#walkFrom(nodes[this.#position]!);
    return true;
  }

  readonly #take = (predicate: TermId, object: TermId): void => {
    const sets = this.#byPredicate.get(predicate);
    if (sets !== undefined) for (const values of sets) values.add(object);
  };

  #walkFrom(node: TermId): void {
    if (this.#byPredicate.size > fewPredicates) {
      this.#graph.forEachOutgoing(node, this.#take);
    } else {
      for (const [predicate, sets] of this.#byPredicate) {
        for (const value of this.#graph.objects(node, predicate)) {
          for (const values of sets) values.add(value);
        }
      }
    }
    for (const { valuesFrom, values } of this.#others) {
      for (const value of valuesFrom(node)) values.add(value);
    }
  }
}

/** Up to this many predicates are looked up one by one; with more, all triples of a node are scanned once. */
const fewPredicates = 2;

/** The terms that the shapes of a unit mention. */
export interface MentionedTerms {
  /**
   * The terms that the description of an active shape uses, such as classes of targets, predicates of paths and allowed
   * values. A class counts with its subclasses.
   */
  readonly terms: NodeSet;
  /** The nodes that describe a shape: the shapes, and the blank nodes of their lists and paths. */
  readonly describing: ReadonlySet<TermId>;
}

/**
 * Collects what the shapes and their rules mention, in the texts of their queries too. The query engine must have been
 * loaded, as validation does; before, the texts are not read.
 */
export function mentionedTerms({ shapes, classGraph }: ValidationInput): MentionedTerms {
  const { rules } = rulesOf(shapes);
  const describing = new Set<TermId>([...shapes.illFormed.map(({ id }) => id), ...rules.map(({ id }) => id)]);
  const mentioned = new NodeSet();
  for (const { text, prefixes } of queryTexts(shapes, rules)) {
    for (const iri of queryEngine()?.queryIris(text, prefixes) ?? []) mentioned.add(iri);
  }
  for (const { id, deactivated } of shapes.shapes) {
    describing.add(id);
    if (!deactivated) mentioned.add(id);
  }
  for (const node of describing) {
    for (const { object } of shapes.graph.outgoing(node)) {
      if (terms.isBlank(object)) describing.add(object);
      else if (!isDeactivated(shapes, node)) mentioned.add(object);
    }
  }
  for (const term of mentioned.nodes) {
    for (const subclass of classGraph.subjects(rdfs.subClassOf, term)) mentioned.add(subclass);
  }
  return { terms: mentioned, describing };
}

interface QueryText {
  readonly text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The queries of active shapes, of the functions that they may call, and of rules. */
function queryTexts({ shapes, graph }: ShapesGraph, rules: readonly Rule[]): readonly QueryText[] {
  const active = shapes.filter(({ deactivated }) => !deactivated);
  const queries = active.flatMap(({ constraints, targets }) =>
    [...constraints, ...targets].flatMap((part) => (part.kind === 'sparql' ? [part.query] : [])),
  );
  const functions = declaredFunctions(graph).flatMap(({ body }) => (typeof body === 'string' ? [] : [body]));
  return [
    ...[...queries, ...functions].map(({ text, prefixes }) => ({
      text: terms.value(text),
      prefixes: new Map(prefixes),
    })),
    ...rules.flatMap((rule) => (rule.kind === 'sparql' ? [rule] : [])),
  ];
}

/** Shapes, rules and constraints with queries can be deactivated. */
function isDeactivated({ graph }: ShapesGraph, node: TermId): boolean {
  return graph.objects(node, sh.deactivated).some(isTrue);
}
