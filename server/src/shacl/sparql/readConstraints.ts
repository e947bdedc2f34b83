import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { isTrue } from '../model/reading.ts';
import type { ConstraintOf, Shape } from '../model/shape.ts';
import type { TermPrinter } from '../model/words.ts';
import { type Declared, declaredComponents, parameterValues } from './parameters.ts';
import { declaredFunctions, type NotYielded, readQuery, translated } from './readQuery.ts';

/** The shape whose constraints are read. */
export interface QueriedShape {
  readonly graph: Graph;
  readonly id: TermId;
  readonly kind: 'node' | 'property';
}

/** A constraint with a query, or why there is none; `none` for one that is deactivated. */
export type SparqlReading =
  | { readonly kind: 'constraint'; readonly constraint: ConstraintOf<'sparql'> }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'illFormed';
      readonly message: string;
      readonly parameter: TermId;
      readonly value: TermId;
      readonly component: TermId;
    }
  /** The component has no validator in SPARQL, or the reason in `why`. */
  | {
      readonly kind: 'unsupported';
      readonly why?: string;
      readonly parameter: TermId;
      readonly value: TermId;
      readonly component: TermId;
    };

/** Reads a value of sh:sparql (SHACL 5.1). */
export function readSparqlConstraint({ graph, id }: QueriedShape, value: TermId): SparqlReading {
  if (graph.objects(value, sh.deactivated).some(isTrue)) return { kind: 'none' };
  const declaration = { component: sh.SPARQLConstraintComponent, parameter: sh.sparql };
  const reading = readQuery(graph, value, 'select');
  if (reading.kind === 'illFormed') return { ...reading, ...declaration, value };
  return {
    kind: 'constraint',
    constraint: {
      ...declaration,
      kind: 'sparql',
      shape: id,
      parameterValue: value,
      query: reading.query,
      severity: graph.objects(value, sh.severity)[0],
      messages: literals(graph, value, sh.message),
      labels: described(graph, value, [rdfs.label, rdfs.comment]),
    },
  };
}

/** Reads the constraints of a shape by the components that the shapes graph declares (SHACL 6.2). */
export function readDeclaredConstraints(shape: QueriedShape): readonly SparqlReading[] {
  return declaredComponents(shape.graph).flatMap((component) => constraintsBy(component, shape));
}

function constraintsBy(component: Declared, shape: QueriedShape): readonly SparqlReading[] {
  const { graph, id, kind } = shape;
  const { parameters } = component;
  const first = parameters.find(({ isOptional }) => !isOptional);
  if (first === undefined) return [];
  const all = parameterValues(graph, id, parameters);
  if (all === undefined) return [];
  const values = graph.objects(id, first.predicate);
  const found = { component: component.id, parameter: first.predicate };
  const wrong = (message: string): SparqlReading[] => [
    { kind: 'illFormed', message, ...found, value: values[0]! },
  ];
  const reserved = parameters.find(({ name }) => !/^\w+$/.test(name) || reservedNames.has(name));
  if (reserved)
    return wrong(`Its component has a parameter that no variable can be named after: ${reserved.name}.`);
  const repeated = parameters.find(({ predicate }) => graph.objects(id, predicate).length > 1);
  if (repeated && parameters.length > 1) {
    return wrong(`The shape has several values of ${repeated.name}, but its component takes one.`);
  }
  const validator = validatorOf(graph, component.id, kind);
  if (validator === undefined) {
    return [{ kind: 'unsupported', ...found, value: values[0]! }];
  }
  return values.map((value): SparqlReading => {
    const given = all.map(([name, one]) => [name, name === first.name ? value : one] as const);
    const reading = readQuery(graph, validator.node, validator.form, given);
    if (reading.kind === 'illFormed') return { ...reading, ...found, value };
    return {
      kind: 'constraint',
      constraint: {
        ...found,
        kind: 'sparql',
        shape: id,
        parameterValue: value,
        query: reading.query,
        severity: undefined,
        messages: literals(graph, validator.node, sh.message),
        labels: described(graph, component.id, [sh.labelTemplate, rdfs.label, rdfs.comment]),
      },
    };
  });
}

/** Names that queries use for something else (SHACL 6.2.1). */
const reservedNames: ReadonlySet<string> = new Set([
  'this',
  'shapesGraph',
  'currentShape',
  'path',
  'PATH',
  'value',
]);

/** The validator for a kind of shape that has a query (SHACL 6.2.3). */
function validatorOf(
  graph: Graph,
  component: TermId,
  kind: QueriedShape['kind'],
): { readonly node: TermId; readonly form: 'select' | 'ask' } | undefined {
  const own = kind === 'node' ? sh.nodeValidator : sh.propertyValidator;
  for (const property of [own, sh.validator]) {
    for (const node of graph.objects(component, property)) {
      for (const form of ['select', 'ask'] as const) {
        if (graph.objects(node, sh[form]).length > 0) return { node, form };
      }
    }
  }
  return undefined;
}

function literals(graph: Graph, node: TermId, property: TermId): readonly TermId[] {
  return graph.objects(node, property).filter((value) => terms.isLiteral(value));
}

/** The literals of the first property that has any. */
function described(graph: Graph, node: TermId, properties: readonly TermId[]): readonly TermId[] {
  return (
    properties.map((property) => literals(graph, node, property)).find((found) => found.length > 0) ?? []
  );
}

/**
 * Reads a value of sh:expression (SHACL 1.2 Node Expressions): each value has to yield `true` and nothing else. The
 * expression becomes a query, so that it is judged, followed after edits and explained like other queries; expressions that
 * can't become one are not checked.
 */
export function readExpressionConstraint(
  { graph, id }: QueriedShape,
  value: TermId,
  term: TermPrinter,
): SparqlReading {
  const inSparql = translated(graph, value, term);
  if (typeof inSparql === 'string')
    return {
      kind: 'unsupported',
      component: sh.ExpressionConstraintComponent,
      parameter: sh.expression,
      value,
      why: `The node expression is not evaluated: ${inSparql}`,
    };
  const { text, words, patterns } = inSparql;
  const holds = `sameTerm(${text}, true)`;
  const where = patterns.join(' ');
  // Arguments for which a function fails yield nothing.
  const body =
    patterns.length === 0
      ? `FILTER(${holds})`
      : `FILTER NOT EXISTS { ${where} FILTER(!${holds}) } FILTER EXISTS { ${where} FILTER(${holds}) }`;
  const messages = graph.objects(value, sh.message).filter((message) => terms.isLiteral(message));
  const asked = asking(graph, id, value, { text: `ASK { ${body} }`, words });
  return { kind: 'constraint', constraint: { ...asked, messages } };
}

/** A constraint of a shape that a query has to hold for each value, which a node expression became. */
function asking(
  graph: Graph,
  shape: TermId,
  expression: TermId,
  { text, words }: NotYielded,
): ConstraintOf<'sparql'> {
  return {
    component: sh.ExpressionConstraintComponent,
    parameter: sh.expression,
    kind: 'sparql',
    shape,
    parameterValue: expression,
    query: {
      form: 'ask',
      owner: expression,
      text: terms.literal(text),
      prefixes: [],
      parameters: [],
      functions: declaredFunctions(graph),
    },
    severity: undefined,
    messages: [],
    labels: [terms.literal(words)],
  };
}

/** A shape that no file has: to conform to it, a node expression must not yield something for a node. */
export function shapeOfNotYielded(
  graph: Graph,
  expression: TermId,
  asked: NotYielded,
  doubted?: NotYielded,
): Shape {
  const id = terms.blankNode(`shape for ${expression}: ${asked.text}`);
  const doubt = doubted && { ...asking(graph, id, expression, doubted), ...yielding, doubt: doubted.words };
  // What is doubted has to be asked even where the other does not hold.
  return unwrittenShape(id, [...(doubt ? [doubt] : []), asking(graph, id, expression, asked)]);
}

const yielding = {
  parameter: sh.nodeByExpression,
  component: sh.NodeByExpressionConstraintComponent,
};

/** A node shape that no file has, for others to refer to. */
export function unwrittenShape(id: TermId, constraints: Shape['constraints']): Shape {
  return {
    ...{ id, kind: 'node', path: undefined, pathTerm: undefined, targets: [], constraints },
    ...{ deactivated: false, severity: sh.Violation, messages: [] },
  };
}
