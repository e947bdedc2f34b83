import { termToNTriples } from '../../rdf/nTriples.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';

/** Sorts results by shape, focus node, path and value, so that the order does not depend on the search. */
export function inReportOrder(results: readonly Violation[], { shapes }: ShapesGraph): readonly Violation[] {
  const place = new Map(shapes.map(({ id }, index) => [id, index]));
  return results
    .map((result) => ({
      result,
      shape: place.get(result.sourceShape) ?? shapes.length,
      text: textOf(result),
    }))
    .sort((a, b) => a.shape - b.shape || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ result }) => result);
}

function textOf({ focusNode, component, constraint, value, language }: Violation): string {
  const parts = [focusNode, component, constraint.parameterValue, value].map((term) =>
    term === undefined ? '' : termToNTriples(term),
  );
  return [...parts, language ?? ''].join(' ');
}
