import { termToNTriples } from '../../rdf/nTriples.ts';
import { printPath } from '../model/path.ts';
import type { Violation } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { dataNodeNames, type NodeNames, shapeNodeNames } from './usedNodeNames.ts';

/**
 * Names of results that are stable across runs, made from source shape, component with its parameter, focus node, path
 * and value. The hashes of these names are the keys that reports show.
 */
export class ResultNames {
  readonly #data: NodeNames;
  readonly #shapes: NodeNames;

  constructor({ dataGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#data = dataNodeNames(dataGraph);
    this.#shapes = shapeNodeNames(shapes);
  }

  /** Has several lines. */
  name({ sourceShape, component, constraint, focusNode, path, value }: Violation): string {
    return [
      this.#shapes.name(sourceShape),
      termToNTriples(component),
      this.#shapes.name(constraint.parameterValue),
      this.#data.name(focusNode),
      path ? printPath(path, termToNTriples) : '',
      value === undefined ? '' : this.#data.name(value),
    ].join('\n');
  }
}
