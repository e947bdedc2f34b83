import type { LinkedUnit } from '../project/linkedUnit.ts';
import type { Settings } from '../project/settings.ts';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { Entailment } from '../shacl/entailment/entailment.ts';
import { inferenceFor } from '../shacl/entailment/regimes.ts';
import { readShapes, type ShapesGraph } from '../shacl/shapesGraph/shapesGraph.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { termPrinter } from './termPrinter.ts';

/** The documents of a unit by role, and the graphs made from them. */
export interface UnitGraphs {
  readonly linked: LinkedUnit;
  readonly data: readonly TurtleDocument[];
  readonly context: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly input: ValidationInput;
}

/**
 * Assembles the graphs of a unit. Unchanged shapes are not read again.
 *
 * @param previous the inferences of an earlier version of the unit, as a basis.
 */
export function unitGraphs(
  linked: LinkedUnit,
  settings: Settings,
  shapesCache: ShapesCache,
  previous?: Entailment,
): UnitGraphs {
  const documents = (uris: readonly string[]) =>
    uris.map((uri) => linked.documents.get(uri)).filter((document) => document !== undefined);
  const data = documents(linked.unit.data);
  const context = documents(linked.unit.context).filter((document) => !data.includes(document));
  const shapes = documents(linked.unit.shapes);
  const roles = { data, context, shapes };
  const asserted = union([...data, ...context]);
  const shapesGraph = shapesCache.read(shapes);
  const entailment = entailmentOf(asserted, shapesGraph.graph, settings, previous);
  const both = data.filter((document) => shapes.includes(document));
  return {
    linked,
    data,
    context,
    shapes,
    input: {
      dataGraph: entailment?.graph ?? asserted,
      ...(entailment && { entailment }),
      reportedGraph: union(data),
      classGraph: union(settings.subClassOfFrom.flatMap((role) => roles[role])),
      shapes: entailment?.isTooLarge ? withoutInference(shapesGraph, entailment) : shapesGraph,
      ...(both.length > 0 && { ownShapes: union(both) }),
    },
  };
}

/** Undefined when nothing is inferred. Shapes count as schema if they count for rdfs:subClassOf. */
function entailmentOf(
  asserted: Graph,
  shapesGraph: Graph,
  { inference, subClassOfFrom }: Settings,
  previous: Entailment | undefined,
): Entailment | undefined {
  const regime = inferenceFor(inference, shapesGraph);
  if (regime === 'none') return undefined;
  const schema = subClassOfFrom.includes('shapes') ? shapesGraph : noSchema;
  return previous?.regime === regime
    ? previous.updated(asserted, schema)
    : Entailment.of(asserted, schema, regime);
}

/** Marks shapes that require more inference than is available as not fully checked. */
function withoutInference(shapes: ShapesGraph, { regime }: Entailment): ShapesGraph {
  const reason =
    `The data implies too many triples by ${regime}, so nothing is inferred and only stated triples are validated. ` +
    'Very deep class or property hierarchies can cause this.';
  return { ...shapes, notChecked: [...shapes.notChecked, { reason }] };
}

const noSchema: Graph = new IndexedGraph([]);

/**
 * Caches the shapes that were last read from the same graphs and prefixes. An edit of a comment changes neither.
 */
export class ShapesCache {
  readonly #entries: {
    readonly graphs: readonly Graph[];
    readonly prefixes: readonly ReadonlyMap<string, string>[];
    readonly shapes: ShapesGraph;
  }[] = [];

  read(documents: readonly TurtleDocument[]): ShapesGraph {
    const graphs = documents.map(({ graph }) => graph);
    const prefixes = documents.map((document) => document.prefixes);
    const known = this.#entries.find(
      (entry) => isSame(entry.graphs, graphs) && isSame(entry.prefixes, prefixes),
    );
    if (known) return known.shapes;
    const shapes = readShapes(union(documents), termPrinter(prefixes));
    this.#entries.unshift({ graphs, prefixes, shapes });
    this.#entries.length = Math.min(this.#entries.length, cacheSize);
    return shapes;
  }
}

const cacheSize = 8;

/** Whether two lists have the same objects. */
export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, i) => one === others[i]);
}

function union(documents: readonly TurtleDocument[]): Graph {
  const [only] = documents;
  const distinct = [...new Set(documents)];
  return distinct.length === 1 && only ? only.graph : new UnionGraph(distinct.map(({ graph }) => graph));
}
