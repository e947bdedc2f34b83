import { lazy } from '../../base/lazy.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../../rdf/observedGraph.ts';
import { pairKey, tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import { componentOf } from '../components/index.ts';
import { isJudgedElsewhere, judgedBy, shapeRefsOf } from '../components/shapeRefs.ts';
import type { Constraint, ConstraintOf, Shape, Target } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { PathReach } from '../paths/pathReach.ts';
import { hasClosure, pathValues } from '../paths/pathValues.ts';
import { targetingTriples } from '../shapesGraph/targets.ts';
import { askOnce } from '../sparql/queryVerdicts.ts';
import { looksSelected } from '../sparql/targetsByQuery.ts';

/** What the verdict of a shape about a node depends on. */
export interface Trace {
  /** The triples that make the node a target of the shape, including the rdfs:subClassOf triples that are needed. */
  readonly target: readonly Triple[];
  /** The triples that were read, each once, in the order of reading. */
  readonly triples: readonly Triple[];
  /** The look-ups that found nothing. A new triple that matches one may change the verdict. */
  readonly absences: readonly LookUp[];
  /** The rdfs:subClassOf triples that lead from the types of values to the required classes. */
  readonly subclasses: readonly Triple[];
  /** The terms that were judged by their kind, datatype, lexical form or identity. */
  readonly terms: readonly TermId[];
}

/** The shapes and graphs that were validated. */
export interface TracedData {
  readonly shapes: ShapesGraph;
  readonly graph: Graph;
  readonly classes: ClassHierarchy;
}

/**
 * The trace of a node under a shape, or under one of its constraints. The trace is complete but not minimal: a graph
 * with only its triples gives the node the same results, and so does every graph that answers its look-ups in the same
 * way (spec/vio.md 16, "Trace of a constraint").
 */
export function traceOf(data: TracedData, node: TermId, shape: TermId, only?: Constraint): Trace {
  const tracer = new Tracer(data);
  tracer.follow(node, shape, only);
  const targets = data.shapes.get(shape)?.targets ?? [];
  return { target: targets.flatMap((target) => tracedTarget(target, node, data)), ...tracer.read() };
}

function tracedTarget(target: Target, node: TermId, data: TracedData): readonly Triple[] {
  const { graph, classes } = data;
  if (target.kind === 'sparql') {
    const observed = new Observations(graph);
    return looksSelected(target, node, observed.graph) ? observed.triplesSeen() : [];
  }
  if (target.kind === 'where') {
    const tracer = new Tracer(data);
    tracer.follow(node, target.shapeRef, undefined);
    const { triples, subclasses } = tracer.read();
    const read = [...triples, ...subclasses];
    if (read.some(({ subject, object }) => subject === node || object === node)) return read;
    // Only nodes of the data are targets.
    return [...read, ...[...graph.outgoing(node), ...graph.incoming(node)].slice(0, 1)];
  }
  const triples = targetingTriples(target, node, graph, (id) => classes.subclasses(id));
  return target.kind === 'class'
    ? triples.flatMap((triple) => [triple, ...classes.steps(triple.object, target.class)])
    : triples;
}

class Tracer {
  readonly #shapes: ShapesGraph;
  readonly #classes: ClassHierarchy;
  readonly #observed: Observations;
  readonly #declaresIncomplete: (node: TermId) => boolean;
  readonly #hasUriStarts: () => boolean;
  readonly #subclasses = new Map<string, Triple>();
  readonly #terms = new Set<TermId>();
  readonly #followed = new Set<number>();
  readonly #reaches = new Map<TermId, PathReach>();
  readonly #open: { readonly node: TermId; readonly shape: TermId }[] = [];

  constructor({ shapes, graph, classes }: TracedData) {
    this.#shapes = shapes;
    this.#classes = classes;
    this.#observed = new Observations(graph);
    this.#declaresIncomplete = (node) => graph.objects(node, sh.incomplete).length > 0;
    this.#hasUriStarts = lazy(() => graph.withPredicate(sh.incompleteURIStart).length > 0);
  }

  follow(node: TermId, shape: TermId, only: Constraint | undefined): void {
    this.#shape(node, shape, only);
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#shape(next.node, next.shape);
  }

  read(): Omit<Trace, 'target'> {
    return {
      triples: this.#observed.triplesSeen(),
      absences: this.#observed.absences(),
      subclasses: [...this.#subclasses.values()],
      terms: [...this.#terms],
    };
  }

  #shape(node: TermId, id: TermId, only?: Constraint): void {
    const shape = this.#shapes.get(id);
    if (shape === undefined || shape.deactivated) return;
    const values = this.#values(node, shape, only === undefined);
    for (const constraint of only ? [only] : shape.constraints)
      this.#constraint(node, values, constraint, shape);
  }

  /**
   * The values of the shape's path. On a closure whose values all constraints follow, the values that another focus
   * node also has were followed before, so they are left out.
   */
  #values(node: TermId, { id, path }: Shape, followsAll: boolean): readonly TermId[] {
    if (path === undefined) return [node];
    if (!followsAll || !hasClosure(path)) return pathValues(this.#observed.graph, node, path);
    let reach = this.#reaches.get(id);
    if (reach === undefined) {
      reach = new PathReach(this.#observed.graph, path);
      this.#reaches.set(id, reach);
    }
    return reach.from(node);
  }

  #constraint(focusNode: TermId, values: readonly TermId[], constraint: Constraint, shape: Shape): void {
    const component = componentOf(constraint);
    const reads = component.reads(constraint);
    if (component.excusedBy !== 'none') {
      for (const node of new Set([focusNode, ...values])) this.#incompleteness(node);
    }
    const refs = shapeRefsOf(constraint);
    if (refs.length > 0) {
      const isElsewhere = isJudgedElsewhere(constraint);
      for (const node of judgedBy(constraint, focusNode, values, this.#observed.graph)) {
        if (isElsewhere) this.#incompleteness(node);
        for (const ref of refs) this.#later(node, ref);
      }
    }
    switch (reads.kind) {
      case 'types':
        for (const value of values) for (const id of reads.classes) this.#types(value, id);
        break;
      case 'superclasses':
        for (const value of values) this.#superclasses(value, reads.class);
        break;
      case 'statements':
        for (const value of values) {
          this.#observed.graph.outgoing(value);
          for (const id of reads.classes) this.#types(value, id);
        }
        break;
      case 'reifiers':
        for (const object of values) {
          const statement = terms.tripleTerm({ subject: focusNode, predicate: reads.predicate, object });
          for (const reifier of this.#observed.graph.subjects(rdf.reifies, statement)) {
            this.#incompleteness(reifier);
          }
        }
        this.#incompleteness(focusNode);
        break;
      case 'terms':
      case 'languages':
        for (const value of values) this.#terms.add(value);
        break;
      case 'path':
        for (const start of reads.from === 'focusNode' ? [focusNode] : values) {
          pathValues(this.#observed.graph, start, reads.path);
          if (reads.typesOf) {
            for (const node of pathValues(this.#observed.graph, start, reads.typesOf.path))
              for (const id of reads.typesOf.classes) this.#types(node, id);
          }
        }
        break;
      case 'nothing':
        break;
      case 'query':
        askOnce(constraint as ConstraintOf<'sparql'>, shape, focusNode, values, {
          graph: this.#observed.graph,
          shapesGraph: this.#shapes.graph,
        });
        break;
    }
  }

  /** Records declarations of incompleteness, but not their absence, which is the case for nearly all nodes. */
  #incompleteness(node: TermId): void {
    if (this.#declaresIncomplete(node)) this.#observed.graph.objects(node, sh.incomplete);
    if (this.#hasUriStarts()) this.#observed.graph.withPredicate(sh.incompleteURIStart);
  }

  #types(value: TermId, id: TermId): void {
    for (const type of this.#observed.graph.objects(value, rdf.type)) {
      this.#superclasses(type, id);
    }
  }

  #superclasses(type: TermId, id: TermId): void {
    for (const step of this.#classes.steps(type, id)) {
      this.#subclasses.set(`${step.subject} ${step.object}`, step);
    }
  }

  #later(node: TermId, shape: TermId): void {
    const key = pairKey(shape, node);
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    this.#open.push({ node, shape });
  }
}

/** The triples that look-ups saw, each once and in the order of reading, and the look-ups that saw nothing. */
class Observations {
  readonly graph: Graph;
  readonly #seen = new Map<string, Triple>();
  readonly #absent = new Map<string, LookUp>();

  constructor(graph: Graph) {
    this.graph = new ObservedGraph(graph, (lookUp, found) => {
      for (const triple of found) this.#seen.set(tripleKey(triple), triple);
      if (found.length === 0) this.#absent.set(lookUpKey(lookUp), lookUp);
    });
  }

  triplesSeen(): readonly Triple[] {
    return [...this.#seen.values()];
  }

  absences(): readonly LookUp[] {
    return [...this.#absent.values()];
  }
}
