import { termToNTriples } from '../../rdf/nTriples.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { type NodeNames, shapeNodeNames } from '../../shacl/results/usedNodeNames.ts';

/**
 * Names constraints in suites (spec/vio.md 2) by shape, component and parameter value. These names stay valid after
 * edits elsewhere in the shapes. A shape that is a blank node is named by the path that leads to it.
 */
export class ConstraintKeys {
  readonly #names: NodeNames;

  constructor(shapes: ShapesGraph) {
    this.#names = shapeNodeNames(shapes);
  }

  key({ shape, component, parameterValue }: Constraint): string {
    return [this.#names.name(shape), termToNTriples(component), this.#names.name(parameterValue)].join('|');
  }
}
