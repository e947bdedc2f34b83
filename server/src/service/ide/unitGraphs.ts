import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import type { RdfVersion, TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { entail } from '../../shacl/entail.ts';
import type { Entailment } from '../../shacl/entailment/entailment.ts';
import type { Focus } from '../../shacl/evaluator.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { UncheckedPart } from '../../shacl/model/violation.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { type Inference, inferenceFor, isRuleRegime } from '../../shacl/shapesGraph/regimes.ts';
import { withStatedTargets } from '../../shacl/shapesGraph/targets.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { Watch } from '../../shacl/watch.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import { termPrinter } from './termPrinter.ts';

/** The documents of a unit by role, and the graphs made from them. */
export interface UnitGraphs {
  readonly linked: LinkedUnit;
  readonly data: readonly TurtleDocument[];
  readonly context: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly input: ValidationInput;
  /** The version of RDF for the documents. */
  readonly rdf: RdfVersion;
  /** Reads shapes in the same way as those of the unit. */
  readonly readShapes: typeof readShapes;
  /** The focus nodes that were judged, if not all targets were: those that a change of a store may affect. */
  readonly focuses?: readonly Focus[];
}

/** Settings of a unit whose data may already include what follows from it, so nothing is inferred. */
export type InferenceSettings = Settings & { readonly statesInferences?: boolean };

/**
 * Assembles the graphs of a unit. Unchanged shapes are not read again.
 *
 * @param previous the inferences of an earlier version of the unit, as a basis.
 */
export async function unitGraphs(
  linked: LinkedUnit,
  settings: InferenceSettings,
  shapesCache: ShapesCache,
  previous?: Entailment,
  watch?: Watch,
): Promise<UnitGraphs> {
  const documents = (uris: readonly string[]) =>
    uris.map((uri) => linked.documents.get(uri)).filter((document) => document !== undefined);
  const data = documents(linked.unit.data);
  const context = documents(linked.unit.context).filter((document) => !data.includes(document));
  const shapes = documents(linked.unit.shapes);
  const roles = { data: graphsOf(data), context: graphsOf(context), shapes: graphsOf(shapes) };
  const read = await shapesReader(settings);
  const input = await validationInput(roles, shapesCache.read(shapes, read), settings, previous, watch);
  const both = data.filter((document) => shapes.includes(document));
  return {
    linked,
    data,
    context,
    shapes,
    rdf: settings.rdf,
    readShapes: read,
    input: both.length > 0 ? { ...input, ownShapes: union(both) } : input,
  };
}

/** Reads shapes in the version of SHACL that settings name. The checks for SHACL 1.0 are loaded on demand. */
export async function shapesReader({ shacl }: Pick<Settings, 'shacl'>): Promise<typeof readShapes> {
  if (shacl === '1.2') return readShapes;
  return (await import('../../shacl/shapesGraph/shacl10.ts')).readShapes10;
}

/**
 * The graphs of a unit as input of the engine, with what follows from data and context.
 *
 * @param roles the graphs by the roles of their files.
 * @param previous the inferences of an earlier version, as a basis.
 */
export async function validationInput(
  roles: Readonly<Record<'data' | 'context' | 'shapes', readonly Graph[]>>,
  shapes: ShapesGraph,
  settings: InferenceSettings,
  previous?: Entailment,
  watch?: Watch,
): Promise<ValidationInput> {
  const asserted = unionOf([...roles.data, ...roles.context]);
  const classGraph = unionOf(settings.subClassOfFrom.flatMap((role) => roles[role]));
  const regime = inferenceFor(settings.inference, shapes.graph);
  // Shapes are part of the schema if rdfs:subClassOf is read from them.
  const schema = settings.subClassOfFrom.includes('shapes') ? shapes.graph : noSchema;
  const input = { asserted, schema, shapes, classGraph, ...(watch && { watch }) };
  const entailment = settings.statesInferences ? undefined : await entail(input, regime, previous);
  return {
    dataGraph: entailment?.graph ?? asserted,
    ...(entailment && { entailment }),
    reportedGraph: unionOf(roles.data),
    classGraph,
    shapes: withStatedTargets(
      withGaps(shapes, regime, entailment?.gaps ?? []),
      entailment?.graph ?? asserted,
    ),
  };
}

/**
 * The shapes, with the reasons why less is inferred than they or the settings require. The same object for the same
 * arguments, because results are kept as long as the shapes stay.
 */
function withGaps(shapes: ShapesGraph, regime: Inference, gaps: readonly UncheckedPart[]): ShapesGraph {
  const runsRules = isRuleRegime(regime) && shapes.rulesNotRun !== undefined;
  if (gaps.length === 0 && !runsRules) return shapes;
  const key = [runsRules, ...gaps.map(({ reason }) => reason)].join('\n');
  const known = withKnownGaps.get(shapes);
  if (known?.key === key) return known.shapes;
  const notChecked = runsRules
    ? shapes.notChecked.filter((entry) => entry !== shapes.rulesNotRun)
    : shapes.notChecked;
  const marked = { ...shapes, notChecked: [...notChecked, ...gaps] };
  withKnownGaps.set(shapes, { key, shapes: marked });
  return marked;
}

const withKnownGaps = new WeakMap<ShapesGraph, { readonly key: string; readonly shapes: ShapesGraph }>();

const noSchema: Graph = new IndexedGraph([]);

/**
 * Caches the shapes that were last read from the same graphs and prefixes. An edit of a comment changes neither.
 */
export class ShapesCache {
  /** The most recently used ones come first. */
  #entries: readonly {
    readonly read: typeof readShapes;
    readonly graphs: readonly Graph[];
    readonly prefixes: readonly ReadonlyMap<string, string>[];
    readonly shapes: ShapesGraph;
  }[] = [];

  read(documents: readonly TurtleDocument[], read: typeof readShapes): ShapesGraph {
    const graphs = documents.map(({ graph }) => graph);
    const prefixes = documents.map((document) => document.prefixes);
    const known = this.#entries.find(
      (entry) =>
        entry.read === read && haveSameItems(entry.graphs, graphs) && haveSameItems(entry.prefixes, prefixes),
    );
    const entry = known ?? {
      read,
      graphs,
      prefixes,
      shapes: read(union(documents), termPrinter(prefixes)),
    };
    this.#entries = [entry, ...this.#entries.filter((other) => other !== known)].slice(0, cacheSize);
    return entry.shapes;
  }
}

const cacheSize = 8;

/** Whether two lists have the same objects. */
export function haveSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, i) => one === others[i]);
}

/** The graphs of some documents as one. */
export function union(documents: readonly TurtleDocument[]): Graph {
  return unionOf(graphsOf(documents));
}

function graphsOf(documents: readonly TurtleDocument[]): readonly Graph[] {
  return documents.map(({ graph }) => graph);
}

/** Some graphs as one, each counted once. */
export function unionOf(graphs: readonly Graph[]): Graph {
  const distinct = [...new Set(graphs)];
  const [only] = distinct;
  return distinct.length === 1 && only ? only : new UnionGraph(distinct);
}
