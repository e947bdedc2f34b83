import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { type TermPrinter, wordsFor } from '../../../shacl/model/words.ts';
import { ConstraintKeys } from '../../../vio/expansion/factor.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { type SuiteNames, skolemPrefix } from '../../../vio/suite/suiteNames.ts';
import { termPrinter } from '../termPrinter.ts';

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

/** Prints the terms of a suite's files for people. */
export class SuiteTerms {
  /** Prefers the prefixes of the graph to those of the shapes. */
  readonly print: TermPrinter;
  /** Prefers the prefixes of the shapes. */
  readonly printInShapes: TermPrinter;
  readonly #names: SuiteNames;
  readonly #printed = new Map<string, string>();

  constructor({ graph, manifest, names }: Pick<LoadedSuite, 'graph' | 'manifest' | 'names'>) {
    this.print = termPrinter([graph.prefixes, manifest.prefixes]);
    this.printInShapes = termPrinter([manifest.prefixes, graph.prefixes]);
    this.#names = names.graph;
  }

  /** Prints a term that is given as N-Triples. */
  printed(nTriples: string): string {
    let text = this.#printed.get(nTriples);
    if (text === undefined) {
      const label = new RegExp(`^<${skolemPrefix}(\\w+)>$`).exec(nTriples)?.[1];
      text = label === undefined ? this.print(readTerm(nTriples) ?? terms.literal(nTriples)) : `_:${label}`;
      this.#printed.set(nTriples, text);
    }
    return text;
  }

  /** Prints the triples of a case's change as Turtle statements. */
  statements(triples: readonly Triple[], change: GraphDelta): readonly string[] {
    const names = this.#names.forChange(change);
    const print = (term: TermId) => (terms.isBlank(term) ? `_:${names.label(term)}` : this.print(term));
    return triples.map(({ subject, predicate, object }) => {
      const verb = predicate === rdf.type ? 'a' : print(predicate);
      return `${print(subject)} ${verb} ${print(object)} .`;
    });
  }
}

function readTerm(nTriples: string): TermId | undefined {
  if (/^<[^\\>]*>$/.test(nTriples)) return terms.iri(nTriples.slice(1, -1));
  const { graph } = new TurtleDocument('urn:x-suite', 0, `<urn:x-s> <urn:x-p> ${nTriples} .`);
  const [triple] = graph.triples();
  return triple?.object;
}
