import { type TermId, terms } from '../../../rdf/terms.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { type TermPrinter, wordsFor } from '../../../shacl/model/words.ts';
import { ConstraintKeys } from '../../../vio/expansion/factor.ts';

/** Describes the constraints of a shapes graph for people, by the keys that suites use for them. */
export class ConstraintDescriptions {
  readonly #shapes: ShapesGraph;
  readonly #print: TermPrinter;
  readonly #byKey: ReadonlyMap<string, Constraint>;

  constructor(shapes: ShapesGraph, print: TermPrinter) {
    const keys = new ConstraintKeys(shapes);
    this.#shapes = shapes;
    this.#print = print;
    this.#byKey = new Map(
      shapes.shapes.flatMap(({ constraints }) =>
        constraints.map((constraint) => [keys.key(constraint), constraint] as const),
      ),
    );
  }

  constraint(key: string): Constraint | undefined {
    return this.#byKey.get(key);
  }

  /** The shape, the component as the parameter that identifies it, and the parameter's value. */
  described({ shape, parameter, parameterValue }: Constraint): {
    readonly shape: string;
    readonly component: string;
    readonly value: string;
  } {
    return {
      shape: this.#shapeName(shape),
      component: this.#print(parameter),
      value: this.#valueText(shape, parameterValue),
    };
  }

  /** A shape without a name is described by the one that contains it and its path: `:UnitShape › qudt:symbol`. */
  #shapeName(shape: TermId): string {
    const names: string[] = [];
    const passed = new Set<TermId>();
    for (
      let here: TermId | undefined = shape;
      here !== undefined && !passed.has(here);
      here = this.#owner(here)
    ) {
      passed.add(here);
      if (!terms.isBlank(here)) {
        names.unshift(this.#print(here));
        break;
      }
      const path = this.#shapes.get(here)?.path;
      if (path) names.unshift(printPath(path, this.#print));
    }
    return names.length > 0 ? names.join(' › ') : this.#print(shape);
  }

  /** The node that refers to an unnamed shape, directly or through a list. */
  #owner(shape: TermId): TermId | undefined {
    const incoming = this.#shapes.graph.incoming(shape);
    return (incoming.find(({ subject }) => terms.isIri(subject)) ?? incoming[0])?.subject;
  }

  #valueText(shape: TermId, value: TermId): string {
    const referred = this.#shapes.get(value);
    if (referred?.path && terms.isBlank(value)) return printPath(referred.path, this.#print);
    const owner = this.#shapes.get(shape);
    return owner ? wordsFor(owner, this.#shapes.graph, this.#print).shape(value) : this.#print(value);
  }
}
