import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import { readList } from '../shacl/model/reading.ts';

/** The nodes that a path leads to (SHACL 2.3.1), found by direct queries. The path is a term of the shapes graph. */
export function valuesAlong(
  path: TermId,
  nodes: ReadonlySet<TermId>,
  { shapes, data }: { readonly shapes: Graph; readonly data: Graph },
): ReadonlySet<TermId> {
  return along(path, nodes, false);

  function along(way: TermId, from: ReadonlySet<TermId>, isBackwards: boolean): ReadonlySet<TermId> {
    const of = (predicate: TermId) => shapes.objects(way, predicate)[0];
    const once = (step: TermId) => along(step, from, isBackwards);
    const inverse = of(sh.inversePath);
    if (inverse !== undefined) return along(inverse, from, !isBackwards);
    const alternatives = of(sh.alternativePath);
    if (alternatives !== undefined) return new Set(listOf(alternatives).flatMap((each) => [...once(each)]));
    const optional = of(sh.zeroOrOnePath);
    if (optional !== undefined) return new Set([...from, ...once(optional)]);
    const repeated = of(sh.zeroOrMorePath) ?? of(sh.oneOrMorePath);
    if (repeated !== undefined) {
      const reached = new Set(of(sh.zeroOrMorePath) === undefined ? once(repeated) : from);
      for (const node of reached) {
        for (const next of along(repeated, new Set([node]), isBackwards)) reached.add(next);
      }
      return reached;
    }
    if (shapes.objects(way, rdf.first).length > 0) {
      const steps = isBackwards ? listOf(way).toReversed() : listOf(way);
      return steps.reduce((reached, step) => along(step, reached, isBackwards), from);
    }
    return new Set(
      [...from].flatMap((node) => (isBackwards ? data.subjects(way, node) : data.objects(node, way))),
    );
  }

  function listOf(head: TermId): readonly TermId[] {
    return readList(shapes, head) ?? [];
  }
}
