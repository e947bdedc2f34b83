import { createHash } from 'node:crypto';
import { termToNTriples } from '../rdf/nTriples.ts';
import { printPath } from '../shacl/paths/path.ts';
import { dataNodeNames, type NodeNames, shapeNodeNames } from '../shacl/results/usedNodeNames.ts';
import type { Violation } from '../shacl/results/violation.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';

/**
 * Keys of results that are stable across runs, made from source shape, component with its parameter, focus node, path
 * and value.
 */
export class StableKeys {
  readonly #data: NodeNames;
  readonly #shapes: NodeNames;

  constructor({ dataGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#data = dataNodeNames(dataGraph);
    this.#shapes = shapeNodeNames(shapes);
  }

  /** 12 hexadecimal digits. */
  key({ sourceShape, component, constraint, focusNode, path, value }: Violation): string {
    const parts = [
      this.#shapes.name(sourceShape),
      termToNTriples(component),
      this.#shapes.name(constraint.parameterValue),
      this.#data.name(focusNode),
      path ? printPath(path, termToNTriples) : '',
      value === undefined ? '' : this.#data.name(value),
    ];
    return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
  }
}
