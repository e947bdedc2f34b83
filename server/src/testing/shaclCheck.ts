import { expect } from 'vitest';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { namespaces } from '../rdf/vocab.ts';
import { builtinValidator } from '../shacl/incremental/recordedValidation.ts';
import { printPath } from '../shacl/model/path.ts';
import type { ValidationFindings, Violation } from '../shacl/model/violation.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import { withStatedTargets } from '../shacl/shapesGraph/targets.ts';
import type { ValidationInput, Validator } from '../shacl/validationUnit.ts';
import { suppliedPrefixes } from './fixture.ts';

/** The graph of a Turtle text, with the prefixes of fixtures supplied. */
export function graphOf(text: string, uri = 'file:///workspace/data.ttl'): Graph {
  const document = new TurtleDocument(uri, 1, suppliedPrefixes + text);
  expect(document.errors).toEqual([]);
  return document.graph;
}

/** The graphs of a unit, made from texts. */
export function unitOf(texts: {
  readonly shapes: string;
  readonly data: string;
  readonly context?: string;
}): ValidationInput {
  const shapes = graphOf(texts.shapes, 'file:///workspace/shapes.ttl');
  const data = graphOf(texts.data);
  const context = graphOf(texts.context ?? '', 'file:///workspace/context.ttl');
  const dataGraph = new UnionGraph([data, context]);
  return {
    dataGraph,
    reportedGraph: data,
    classGraph: new UnionGraph([data, context, shapes]),
    shapes: withStatedTargets(readShapes(shapes), dataGraph),
  };
}

export function validate(
  input: ValidationInput,
  validator: Validator = builtinValidator(),
): Promise<ValidationFindings> {
  return validator.validate(input, new AbortController().signal);
}

/** Validates texts and compares the results in any order, each as `focus path value component`. */
export async function check(
  shapes: string,
  data: string,
  expected: readonly string[],
  validator?: Validator,
): Promise<void> {
  const { violations } = await validate(unitOf({ shapes, data }), validator);
  expect(violations.map(printViolation).toSorted()).toEqual(expected.toSorted());
}

/** `ex:a ex:p "x" datatype`; parts that a result does not have are left out. */
export function printViolation({ focusNode, path, value, component }: Violation): string {
  const parts = [
    print(focusNode),
    path && printPath(path, print),
    value === undefined ? undefined : print(value),
    terms.value(component).replace(/^.*#(.*)ConstraintComponent$/, (_, name: string) => lowerFirst(name)),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

const prefixes = Object.entries({ ex: 'http://example.org/ns#', ...namespaces });

/** A term with the prefixes of fixtures. Literals show their lexical form only, blank nodes are `[]`. */
export function print(id: TermId): string {
  const value = terms.value(id);
  switch (terms.kind(id)) {
    case 'iri': {
      const known = prefixes.find(([, namespace]) => value.startsWith(namespace));
      return known ? `${known[0]}:${value.slice(known[1].length)}` : `<${value}>`;
    }
    case 'blank':
      return '[]';
    default: {
      const language = terms.language(id);
      return `"${value}"${language ? `@${language}` : ''}`;
    }
  }
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
