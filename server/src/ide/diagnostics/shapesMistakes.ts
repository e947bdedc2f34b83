import { lintShapes, mayHaveShapes } from '../../shacl/lint/lintShapes.ts';
import type { ShapesMistake } from '../../shacl/lint/shapesMistake.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';
import { hasQueries, loadQueryEngine, queryEngine } from '../../shacl/sparql/queryEngine.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { ShapesCache, UnitGraphs } from '../unitGraphs.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';

/** A shapes file of a unit, with what is wrong with it. */
export interface JudgedShapes {
  readonly document: TurtleDocument;
  readonly shapes: ShapesGraph;
  /** The files of the shapes graph, which `document` is one of. */
  readonly documents: readonly TurtleDocument[];
  readonly mistakes: readonly ShapesMistake[];
}

/**
 * What is wrong with the shapes files of a unit, and with its data files that hold shapes although nothing links them as
 * shapes. Files whose contents must not be shown are left out.
 */
export async function judgedShapes(
  { data, shapes, input, linked }: UnitGraphs,
  cache: ShapesCache,
): Promise<readonly JudgedShapes[]> {
  const found: JudgedShapes[] = [];
  const judge = async (
    document: TurtleDocument,
    graph: ShapesGraph,
    documents: readonly TurtleDocument[],
  ) => {
    if (hasQueries(graph)) await loadQueryEngine();
    found.push({ document, shapes: graph, documents, mistakes: mistakesIn(document, graph) });
  };
  for (const document of shapes) {
    if (document.hasText && !linked.foreign.has(document.uri)) await judge(document, input.shapes, shapes);
  }
  for (const document of data) {
    if (shapes.includes(document) || !document.hasText || !mayHaveShapes(document)) continue;
    await judge(document, cache.read([document]), [document]);
  }
  return found;
}

/** What is wrong with a file, kept for the same texts. */
function mistakesIn(document: TurtleDocument, shapes: ShapesGraph): readonly ShapesMistake[] {
  const known = lastMistakes.get(document);
  const withQueries = queryEngine() !== undefined;
  if (known && known.graph === shapes.graph && known.withQueries === withQueries) return known.mistakes;
  const mistakes = lintShapes(document, shapes);
  lastMistakes.set(document, { graph: shapes.graph, withQueries, mistakes });
  return mistakes;
}

const lastMistakes = new WeakMap<
  TurtleDocument,
  {
    readonly graph: ShapesGraph['graph'];
    readonly withQueries: boolean;
    readonly mistakes: readonly ShapesMistake[];
  }
>();

/** The key by which fixes of a mistake find it, as long as the text is the same. */
export function mistakeKey({ range, message }: ShapesMistake): string {
  return `shapes ${range.start} ${message}`;
}

/** The diagnostics of the mistakes of shapes files. */
export function mistakeDiagnostics(judged: readonly JudgedShapes[]): readonly PlacedDiagnostic[] {
  return judged.flatMap(({ document, mistakes }) =>
    mistakes.map((mistake) => ({
      uri: document.uri,
      diagnostic: {
        range: mistake.range,
        severity: mistake.severity,
        source: 'SHACL Repair',
        code: 'shapes',
        codeHref: undefined,
        message: mistake.message,
        related: [],
        key: mistake.remedies.length > 0 ? mistakeKey(mistake) : undefined,
      },
    })),
  );
}
