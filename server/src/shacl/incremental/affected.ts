import { memoized } from '../../base/memoized.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import { componentOf } from '../components/index.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Focus } from '../evaluator.ts';
import { invert, isSingleStep, type Path } from '../model/path.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { linksOf, PathReach, wayBack } from '../paths/pathReach.ts';
import { pathValues } from '../paths/pathValues.ts';
import { selectingShapes } from '../shapesGraph/targets.ts';
import type { ChangedVerdict } from '../sparql/queryVerdicts.ts';
import { askedFor, mayReselect, selectedBy } from '../sparql/targetsByQuery.ts';

/**
 * Where the evaluation of shapes reads the data. The shapes alone determine which triples a verdict depends on: a shape
 * reads along its path from the focus node, a class constraint reads the types of the values, and so on. So nothing
 * needs to be recorded during validation. To find the verdicts that read a triple, affected.ts walks the paths
 * backwards; to find the triples of a verdict, trace.ts walks them forwards.
 */
export interface ReadSites {
  /** The sites that read triples with this predicate. */
  of(predicate: TermId): readonly ReadSite[];
  /** The sites of class constraints, which also read rdfs:subClassOf. */
  readonly classSites: readonly ClassSite[];
  /** The shapes that judge nodes by this shape, and where they find the nodes. */
  references(shape: TermId): readonly Reference[];
}

/** A place in a shape that reads triples of one predicate, or of all predicates. */
export interface ReadSite {
  readonly shape: TermId;
  /** The end of the triple from which the shape reads it. */
  readonly from: 'subject' | 'object';
  /** The path from that end back to the focus nodes of the shape; undefined when that end is the focus node. */
  readonly back: ReadPath | undefined;
  /** When set, only triples whose object is this class or a subclass of it matter. */
  readonly class?: TermId;
}

/** The site of a constraint on the class of values. */
export type ClassSite = ReadSite & {
  readonly class: TermId;
  /** Set where the value itself, rather than its types, has to be a subclass. */
  readonly ofItself?: true;
};

/** A shape that judges its value nodes by another shape. */
export interface Reference {
  readonly shape: TermId;
  /** The path from a judged node back to the focus nodes; undefined when they are the same node. */
  readonly back: ReadPath | undefined;
}

/** A path, or from a reifier or a triple term to the subject of the statement with a predicate. */
export type ReadPath =
  | Path
  | { readonly kind: 'reified'; readonly predicate: TermId }
  | { readonly kind: 'statement'; readonly predicate: TermId };

/** The read sites of all shapes; the same object for the same shapes. */
const readSitesOf: (shapes: Pick<ShapesGraph, 'shapes'>) => ReadSites = memoized(({ shapes }) =>
  readSites(shapes),
);

/** The read sites of some shapes. */
export function readSites(shapes: readonly Shape[]): ReadSites {
  const byPredicate = new Map<TermId, ReadSite[]>();
  const ofEvery: ReadSite[] = [];
  const classSites: ClassSite[] = [];
  const references = new Map<TermId, Reference[]>();
  for (const shape of shapes) {
    for (const ref of selectingShapes(shape)) add(references, ref, { shape: shape.id, back: undefined });
    const back = shape.path && invert(shape.path);
    for (const { predicate, ...step } of shape.path ? stepsOf(shape.path) : []) {
      add(byPredicate, predicate, { shape: shape.id, ...step });
    }
    for (const constraint of shape.constraints) {
      if (componentOf(constraint).excusedBy !== 'none') {
        add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back });
        if (back !== undefined) {
          add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back: undefined });
        }
      }
      for (const ref of shapeRefsOf(constraint)) {
        add(references, ref, { shape: shape.id, back: wayFromJudged(constraint, back) });
      }
      const reads = componentOf(constraint).reads(constraint);
      switch (reads.kind) {
        case 'types': {
          for (const id of reads.classes) {
            const site: ClassSite = { shape: shape.id, from: 'subject', back, class: id };
            add(byPredicate, rdf.type, site);
            classSites.push(site);
          }
          break;
        }
        case 'superclasses':
          classSites.push({ shape: shape.id, from: 'subject', back, class: reads.class, ofItself: true });
          break;
        case 'statements':
          ofEvery.push({ shape: shape.id, from: 'subject', back });
          for (const id of reads.classes)
            classSites.push({ shape: shape.id, from: 'subject', back, class: id });
          break;
        case 'reifiers': {
          const way: ReadPath = { kind: 'statement', predicate: reads.predicate };
          add(byPredicate, rdf.reifies, { shape: shape.id, from: 'object', back: way });
          add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back: undefined });
          // Incomplete reifiers are not judged.
          const fromReifier: ReadPath = { kind: 'reified', predicate: reads.predicate };
          add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back: fromReifier });
          break;
        }
        case 'path':
          for (const { predicate, ...step } of stepsOf(reads.path)) {
            const way = reads.from === 'focusNode' ? step.back : joined(step.back, back);
            add(byPredicate, predicate, { shape: shape.id, ...step, back: way });
          }
          if (reads.typesOf) {
            const way = joined(invert(reads.typesOf.path), reads.from === 'focusNode' ? undefined : back);
            for (const id of reads.typesOf.classes)
              classSites.push({ shape: shape.id, from: 'subject', back: way, class: id });
          }
          break;
        case 'terms':
        case 'languages':
        case 'nothing':
        // What queries read is not followed back; they are evaluated again (sparql/queryVerdicts.ts).
        case 'query':
          break;
      }
    }
  }
  return {
    of: (predicate) => [...(byPredicate.get(predicate) ?? []), ...ofEvery],
    classSites,
    references: (shape) => references.get(shape) ?? [],
  };
}

/** The path from a node that a constraint's shapes judge to the focus nodes; `back` leads there from values. */
function wayFromJudged(constraint: Constraint, back: Path | undefined): ReadPath | undefined {
  const judges = componentOf(constraint).refersTo?.judges?.(constraint);
  if (judges === undefined) return back;
  return judges.kind === 'path'
    ? joined(invert(judges.path), back)
    : { kind: 'reified', predicate: judges.predicate };
}

/** A single step of a path. */
interface Step extends Omit<ReadSite, 'shape' | 'back'> {
  readonly back: Path | undefined;
  readonly predicate: TermId;
}

/** The single steps of a path, with the path from each back to the start. */
function stepsOf(path: Path): readonly Step[] {
  return linksOf(path).map(({ predicate, isInverse, before }) => ({
    predicate,
    from: isInverse ? 'object' : 'subject',
    back: wayBack(before),
  }));
}

/** One path after another. */
function joined(first: Path | undefined, second: Path | undefined): Path | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return { kind: 'sequence', paths: [first, second] };
}

function add<T>(lists: Map<TermId, T[]>, key: TermId, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** A change of the data that is followed back to the shapes that read it. */
export interface DataChange {
  readonly before: Graph;
  readonly delta: GraphDelta;
  /** The union of both versions of the data, where it is known. */
  readonly both?: Graph;
  /** The subclasses before and after the change. Both are the same object when rdfs:subClassOf did not change. */
  readonly classesBefore: ClassHierarchy;
  readonly classesAfter: ClassHierarchy;
  /**
   * The answers of queries after the change. Without it, the effects on constraints and targets with queries are left out.
   */
  readonly queries?: {
    readonly after: Graph;
    readonly changed: readonly ChangedVerdict[];
  };
}

/**
 * The root shapes, each with a focus node whose results may change with the data. New and lost targets are included. No
 * other focus node can change: each triple is followed back along all paths by which an evaluation may have reached it,
 * before or after the change. Some of the nodes may not be targets.
 *
 * @param shapes has the roots and all shapes that they refer to.
 */
export function affectedFocuses(
  change: DataChange,
  shapes: Pick<ShapesGraph, 'shapes'>,
  roots: readonly Shape[],
): readonly Focus[] {
  return affectedBy(change, shapes, roots).focuses;
}

/** What a change of the data affects. */
export interface Affected {
  readonly focuses: readonly Focus[];
  /** All nodes about which some shape may have a different verdict. */
  readonly nodes: ReadonlySet<TermId>;
}

/** Like `affectedFocuses`, with all nodes that were met on the way. */
export function affectedBy(
  change: DataChange,
  shapes: Pick<ShapesGraph, 'shapes'>,
  roots: readonly Shape[],
): Affected {
  const search = new Search(change, shapes, roots);
  search.run();
  return { focuses: search.found, nodes: search.nodes };
}

class Search {
  readonly found: Focus[] = [];
  readonly nodes = new Set<TermId>();
  readonly #change: DataChange;
  readonly #sites: ReadSites;
  readonly #roots: ReadonlyMap<TermId, Shape>;
  /** The union of both versions of the data, so that it contains every path of either version. */
  readonly #graph: Graph;
  readonly #reached = new Set<number>();
  readonly #reaches = new Map<TermId, Map<Path, PathReach>>();
  readonly #open: { readonly shape: TermId; readonly node: TermId }[] = [];

  constructor(change: DataChange, shapes: Pick<ShapesGraph, 'shapes'>, roots: readonly Shape[]) {
    this.#change = change;
    this.#sites = readSitesOf(shapes);
    this.#roots = new Map(roots.map((root) => [root.id, root]));
    this.#graph = change.both ?? new OverlayGraph(change.before, { added: change.delta.added, removed: [] });
  }

  run(): void {
    const { added, removed } = this.#change.delta;
    for (const triple of added) this.#fromTriple(triple);
    for (const triple of removed) this.#fromTriple(triple);
    if (this.#change.classesBefore !== this.#change.classesAfter) this.#fromClasses();
    this.#fromQueries();
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      for (const { shape, back } of this.#sites.references(next.shape)) this.#reach(shape, next.node, back);
    }
  }

  #fromTriple({ subject, predicate, object }: Triple): void {
    for (const site of this.#sites.of(predicate)) {
      if (site.class !== undefined && !this.#isSubclass(object, site.class)) continue;
      this.#reach(site.shape, site.from === 'subject' ? subject : object, site.back);
    }
    for (const root of this.#roots.values()) {
      for (const target of root.targets) {
        if (target.kind === 'class' && predicate === rdf.type && this.#isSubclass(object, target.class)) {
          this.#add(root.id, subject);
        }
        if (target.kind === 'subjectsOf' && predicate === target.predicate) this.#add(root.id, subject);
        if (target.kind === 'objectsOf' && predicate === target.predicate) this.#add(root.id, object);
        if (target.kind === 'stated' && predicate === sh.shape && object === target.shape)
          this.#add(root.id, subject);
        // A node that enters the data, or leaves them, becomes a target or is no longer one.
        if (target.kind === 'where') {
          this.#add(root.id, subject);
          this.#add(root.id, object);
        }
      }
    }
  }

  #fromQueries(): void {
    const { before, delta, queries } = this.#change;
    if (queries === undefined) return;
    const { after, changed } = queries;
    for (const { shape, node, back } of changed) this.#reach(shape, node, back);
    for (const root of this.#roots.values()) {
      for (const target of root.targets) {
        const asked = askedFor(target);
        if (asked === undefined || !mayReselect(asked, delta)) continue;
        const [old, now] = [selectedBy(asked, before).nodes, selectedBy(asked, after).nodes];
        for (const node of old) if (!now.has(node)) this.#add(root.id, node);
        for (const node of now) if (!old.has(node)) this.#add(root.id, node);
      }
    }
  }

  /** When a class gains or loses subclasses, the instances of those subclasses are affected. */
  #fromClasses(): void {
    for (const { shape, back, class: id, ofItself } of this.#sites.classSites) {
      const moved = ofItself ? this.#movedClasses(id) : this.#movedInstances(id);
      for (const node of moved) this.#reach(shape, node, back);
    }
    for (const root of this.#roots.values()) {
      for (const target of root.targets) {
        if (target.kind !== 'class') continue;
        for (const instance of this.#movedInstances(target.class)) this.#add(root.id, instance);
      }
    }
  }

  *#movedInstances(id: TermId): Iterable<TermId> {
    for (const type of this.#movedClasses(id)) yield* this.#graph.subjects(rdf.type, type);
  }

  *#movedClasses(id: TermId): Iterable<TermId> {
    const before = this.#change.classesBefore.subclasses(id);
    const after = this.#change.classesAfter.subclasses(id);
    for (const type of before) if (!after.has(type)) yield type;
    for (const type of after) if (!before.has(type)) yield type;
  }

  #isSubclass(type: TermId, id: TermId): boolean {
    const { classesBefore, classesAfter } = this.#change;
    return classesBefore.subclasses(id).has(type) || classesAfter.subclasses(id).has(type);
  }

  #reach(shape: TermId, node: TermId, back: ReadPath | undefined): void {
    if (back === undefined) {
      this.#add(shape, node);
      return;
    }
    if (back.kind === 'reified' || back.kind === 'statement') {
      for (const statement of back.kind === 'statement' ? [node] : this.#graph.objects(node, rdf.reifies)) {
        const triple = terms.triple(statement);
        if (triple?.predicate === back.predicate) this.#add(shape, triple.subject);
      }
      return;
    }
    const focusNodes = isSingleStep(back)
      ? pathValues(this.#graph, node, back)
      : this.#reachAlong(shape, back).from(node);
    for (const focusNode of focusNodes) this.#add(shape, focusNode);
  }

  /** One PathReach per shape and path, because it skips the nodes that it has reached before. */
  #reachAlong(shape: TermId, back: Path): PathReach {
    let byPath = this.#reaches.get(shape);
    if (byPath === undefined) {
      byPath = new Map();
      this.#reaches.set(shape, byPath);
    }
    let reach = byPath.get(back);
    if (reach === undefined) {
      reach = new PathReach(this.#graph, back);
      byPath.set(back, reach);
    }
    return reach;
  }

  #add(shape: TermId, node: TermId): void {
    const key = pairKey(shape, node);
    if (this.#reached.has(key)) return;
    this.#reached.add(key);
    this.nodes.add(node);
    this.#open.push({ shape, node });
    const root = this.#roots.get(shape);
    if (root) this.found.push({ shape: root, node });
  }
}
