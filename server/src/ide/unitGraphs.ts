import type { LinkedUnit } from '../project/links.ts';
import type { Settings } from '../project/settings.ts';
import type { Graph } from '../rdf/graph.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { readShapes, type ShapesGraph } from '../shacl/shapesGraph.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** The documents of a unit by role, and the graphs made of them. */
export interface UnitGraphs {
  readonly linked: LinkedUnit;
  readonly data: readonly TurtleDocument[];
  readonly context: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly input: ValidationInput;
}

/** Puts the graphs of a unit together. Shapes that were read before are not read again. */
export function unitGraphs(linked: LinkedUnit, settings: Settings, shapesCache: ShapesCache): UnitGraphs {
  const documents = (uris: readonly string[]) =>
    uris.map((uri) => linked.documents.get(uri)).filter((document) => document !== undefined);
  const data = documents(linked.unit.data);
  const context = documents(linked.unit.context).filter((document) => !data.includes(document));
  const shapes = documents(linked.unit.shapes);
  const roles = { data, context, shapes };
  return {
    linked,
    data,
    context,
    shapes,
    input: {
      dataGraph: union([...data, ...context]),
      reportedGraph: union(data),
      classGraph: union(settings.subClassOfFrom.flatMap((role) => roles[role])),
      shapes: shapesCache.read(shapes),
    },
  };
}

/** Keeps the shapes graph that was read last for the same documents. */
export class ShapesCache {
  readonly #entries: { readonly documents: readonly TurtleDocument[]; readonly shapes: ShapesGraph }[] = [];

  read(documents: readonly TurtleDocument[]): ShapesGraph {
    const known = this.#entries.find(
      (entry) =>
        entry.documents.length === documents.length &&
        entry.documents.every((document, i) => document === documents[i]),
    );
    if (known) return known.shapes;
    const shapes = readShapes(union(documents));
    this.#entries.unshift({ documents, shapes });
    this.#entries.length = Math.min(this.#entries.length, cacheSize);
    return shapes;
  }
}

const cacheSize = 8;

function union(documents: readonly TurtleDocument[]): Graph {
  const [only] = documents;
  const distinct = [...new Set(documents)];
  return distinct.length === 1 && only ? only.graph : new UnionGraph(distinct.map(({ graph }) => graph));
}
