import fc from 'fast-check';
import { expect } from 'vitest';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { compareValues, literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh, shRules, xsd } from '../../rdf/vocab.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { print, unitOf } from '../../testing/shaclCheck.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import { readPath } from '../paths/readPath.ts';
import { type NodeExpressionScope, nodesOf, readExpression } from '../rules/nodeExpression.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import { unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import type { ValidationInput } from '../validationUnit.ts';

/**
 * A second reading of the constraint components of SHACL 1.2, transcribed from the text of the specification, over plain lists of
 * triples. It shares nothing with the components but the values of paths, the order of literals, and whether nodes conform to
 * inner shapes. Node expressions are evaluated as rules do, which make no queries of them.
 */
class SecondReading {
  readonly #data: readonly Triple[];
  readonly #shapes: readonly Triple[];
  readonly #subClassOf: readonly Triple[];
  readonly #evaluator: Evaluator;
  readonly #input: ValidationInput;
  readonly #scope: NodeExpressionScope;

  constructor(input: ValidationInput, evaluator: Evaluator) {
    const { dataGraph: graph } = input;
    const classes = new ClassHierarchy(input.classGraph);
    const spending = new SpentBudget(unwatchedQueryBudget);
    this.#input = input;
    this.#scope = {
      graph,
      subclasses: (id) => classes.subclasses(id),
      conforms: (node, shape) => evaluator.conforms(node, shape),
      ask: (query, asked) => query.evaluate({ graph }, asked, spending),
    };
    this.#data = [...input.dataGraph.triples()];
    this.#shapes = [...input.shapes.graph.triples()];
    this.#subClassOf = [...input.classGraph.triples()].filter((each) => each.predicate === rdfs.subClassOf);
    this.#evaluator = evaluator;
  }

  /** How many results a constraint has at a focus node; undefined for constraints of SHACL 1.0. */
  results(constraint: Constraint, shape: Shape, focus: TermId): number | undefined {
    const { parameter, parameterValue: value } = constraint;
    const values = shape.path === undefined ? [focus] : this.#evaluator.values(focus, shape.path);
    const each = (fails: (node: TermId) => boolean) => values.filter(fails).length;
    const conforms = (node: TermId) => this.#evaluator.conforms(node, value);
    const isIncomplete = (node: TermId) => this.#evaluator.isIncomplete(node);
    const listed = listIn(this.#shapes, value);
    switch (parameter) {
      case sh.singleLine:
        if (terms.value(value) !== 'true') return undefined;
        return each(
          (node) => !(terms.isIri(node) || terms.isLiteral(node)) || /[\n\v\f\r]/.test(terms.value(node)),
        );
      case sh.rootClass:
        // An incomplete class may be below the root.
        return each(
          (node) => !terms.isIri(node) || (!isIncomplete(node) && !this.#classesAbove(node).has(value)),
        );
      case sh.class:
        if (listed === undefined) return undefined;
        return each((node) => !isIncomplete(node) && !listed.some((type) => this.#isInstance(node, type)));
      case sh.datatype:
        if (listed === undefined) return undefined;
        return each(
          (node) => !terms.isLiteral(node) || !listed.includes(terms.datatype(node)!) || !isWellFormed(node),
        );
      case sh.someValue:
        if (isIncomplete(focus)) return undefined;
        return values.some((node) => isIncomplete(node) || conforms(node)) ? 0 : 1;
      case sh.minListLength:
        return each((node) => !((listIn(this.#data, node)?.length ?? -1) >= Number(terms.value(value))));
      case sh.maxListLength:
        return each((node) => {
          const list = listIn(this.#data, node);
          return list === undefined || list.length > Number(terms.value(value));
        });
      case sh.uniqueMembers:
        return each((node) => {
          const list = listIn(this.#data, node);
          return list === undefined || list.some((member, i) => list.indexOf(member) !== i);
        });
      case sh.memberShape:
        return each((node) => {
          const list = listIn(this.#data, node);
          return list === undefined || list.some((member) => !isIncomplete(member) && !conforms(member));
        });
      case sh.reifierShape: {
        const property = objectsIn(this.#shapes, shape.id, sh.path)[0];
        const isRequired = objectsIn(this.#shapes, shape.id, sh.reificationRequired).some(
          (flag) => terms.value(flag) === 'true',
        );
        let results = 0;
        for (const node of values) {
          const reifiers = this.#data.filter(({ predicate, object }) => {
            const triple = predicate === rdf.reifies ? terms.triple(object) : undefined;
            return triple?.subject === focus && triple.predicate === property && triple.object === node;
          });
          if (reifiers.length === 0 && isRequired && !isIncomplete(focus)) results++;
          for (const { subject } of reifiers) if (!isIncomplete(subject) && !conforms(subject)) results++;
        }
        return results;
      }
      case sh.uniqueValuesFor: {
        const properties = listed ?? [value];
        const key = (node: TermId) =>
          properties
            .map((property) =>
              objectsIn(this.#data, node, property)
                .toSorted((a, b) => a - b)
                .join(' '),
            )
            .join(' | ');
        const hasValues = (node: TermId) =>
          properties.some((property) => objectsIn(this.#data, node, property).length > 0);
        const targets = this.#evaluator.targets(shape);
        const fails = (node: TermId) =>
          hasValues(node) && targets.some((other) => other !== node && key(other) === key(node));
        return values.some(fails) ? 1 : 0;
      }
      case sh.closed: {
        if (value !== sh.ByTypes) return undefined;
        let results = 0;
        for (const node of values) {
          const types = objectsIn(this.#data, node, rdf.type).flatMap((type) => [
            ...this.#classesAbove(type),
          ]);
          const ignored = objectsIn(this.#shapes, shape.id, sh.ignoredProperties).flatMap(
            (list) => listIn(this.#shapes, list) ?? [],
          );
          const allowed = new Set([rdf.type, ...ignored, ...types.flatMap((type) => this.#described(type))]);
          results += this.#data.filter(
            ({ subject, predicate }) => subject === node && !allowed.has(predicate),
          ).length;
        }
        return results;
      }
      case sh.nodeKind:
        if (listed === undefined) return undefined;
        return each((node) => !listed.some((kind) => kindsOf(node).includes(kind)));
      case sh.nodeByExpression:
        // As with sh:node, an incomplete value is excused, an incomplete focus node is judged.
        return each((node) => {
          if ((shape.path !== undefined && isIncomplete(node)) || conforms(node)) return false;
          if (constraint.kind !== 'or') return true;
          return this.#nodesBy(this.declaredBy(constraint), node).includes(value);
        });
      case sh.expression: {
        return each((node) => {
          const nodes = this.#nodesBy(value, node);
          return nodes.length !== 1 || nodes[0] !== terms.literal('true', xsd.boolean);
        });
      }
      case sh.equals:
      case sh.disjoint:
      case sh.subsetOf:
      case sh.lessThan:
      case sh.lessThanOrEquals: {
        if (parameter !== sh.subsetOf && terms.isIri(value)) return undefined;
        const path = readPath(this.#input.shapes.graph, value);
        if (path.kind === 'illFormed') throw new TypeError(path.message);
        const others = this.#evaluator.values(focus, path.path);
        const missing = (from: readonly TermId[], nodes: readonly TermId[]) =>
          nodes.filter((node) => !from.includes(node)).length;
        if (parameter === sh.disjoint) return values.length - missing(others, values);
        // What an incomplete node lacks may be stated elsewhere.
        if (parameter === sh.subsetOf) return isIncomplete(focus) ? 0 : missing(others, values);
        if (parameter === sh.equals)
          return isIncomplete(focus) ? 0 : missing(others, values) + missing(values, others);
        const isRight = (order: number | undefined) =>
          order !== undefined && (parameter === sh.lessThan ? order < 0 : order <= 0);
        const pairs = values.flatMap((left) => others.map((right) => orderOf(left, right)));
        return pairs.filter((order) => !isRight(order)).length;
      }
      default:
        return undefined;
    }
  }

  /** The value that is written of the parameter of a constraint. That of sh:nodeByExpression may yield several shapes. */
  declaredBy(constraint: Constraint): TermId {
    const isYielded = constraint.kind === 'or' && constraint.parameter === sh.nodeByExpression;
    if (!isYielded) return constraint.parameterValue;
    return this.#input.shapes.get(constraint.shapeRefs[0]!)!.constraints[0]!.parameterValue;
  }

  /** The statements of parameters that annotations change: whether they deactivate it, and which severities they give. */
  annotations({ subject, predicate, object }: Triple): {
    readonly isDeactivated: boolean;
    readonly severities: readonly TermId[];
  } {
    const reifiers = this.#shapes
      .filter((each) => {
        const triple = each.predicate === rdf.reifies ? terms.triple(each.object) : undefined;
        return triple?.subject === subject && triple.predicate === predicate && triple.object === object;
      })
      .map((each) => each.subject);
    const values = (property: TermId) => reifiers.flatMap((each) => objectsIn(this.#shapes, each, property));
    return {
      isDeactivated: values(sh.deactivated).some((flag) => terms.value(flag) === 'true'),
      severities: values(sh.severity),
    };
  }

  /** What a node expression yields. */
  #nodesBy(value: TermId, focus: TermId): readonly TermId[] {
    const expression = readExpression(this.#input.shapes.graph, value);
    if (typeof expression === 'string') throw new TypeError(expression);
    return nodesOf(expression, focus, this.#scope);
  }

  /** The targets of a shape. */
  targets({ id }: Shape): ReadonlySet<TermId> {
    const nodes = new Set(this.#data.flatMap(({ subject, object }) => [subject, object]));
    const all = (property: TermId) => objectsIn(this.#shapes, id, property);
    const isClass = objectsIn(this.#shapes, id, rdf.type).some((type) =>
      [rdfs.Class, shRules.ShapeClass].some((each) => this.#classesAbove(type, this.#shapes).has(each)),
    );
    const classes = [...all(sh.targetClass), ...(isClass ? [id] : [])];
    return new Set([
      ...all(sh.targetNode).flatMap((node) => this.#nodesBy(node, node)),
      ...[...nodes].filter((node) => classes.some((type) => this.#isInstance(node, type))),
      ...this.#data.flatMap(({ subject, predicate, object }) => [
        ...(all(sh.targetSubjectsOf).includes(predicate) ? [subject] : []),
        ...(all(sh.targetObjectsOf).includes(predicate) ? [object] : []),
        ...(predicate === sh.shape && object === id ? [subject] : []),
      ]),
      ...all(sh.targetWhere).flatMap((shape) =>
        [...nodes].filter((node) => this.#evaluator.conforms(node, shape)),
      ),
    ]);
  }

  /** The properties of a class that is a shape, and of the shapes that target it, with what sh:node leads to. */
  #described(type: TermId): readonly TermId[] {
    const shapes = new Set([
      type,
      ...this.#shapes
        .filter(({ predicate, object }) => predicate === sh.targetClass && object === type)
        .map(({ subject }) => subject),
    ]);
    for (const id of shapes) for (const other of objectsIn(this.#shapes, id, sh.node)) shapes.add(other);
    return [...shapes]
      .flatMap((id) => objectsIn(this.#shapes, id, sh.property))
      .flatMap((property) => objectsIn(this.#shapes, property, sh.path))
      .filter((path) => terms.isIri(path));
  }

  #isInstance(node: TermId, type: TermId): boolean {
    return objectsIn(this.#data, node, rdf.type).some((each) => this.#classesAbove(each).has(type));
  }

  #classesAbove(type: TermId, triples = this.#subClassOf): ReadonlySet<TermId> {
    const above = new Set([type]);
    for (const each of above)
      for (const parent of objectsIn(triples, each, rdfs.subClassOf)) above.add(parent);
    return above;
  }
}

/**
 * Compares random units of shapes with those of SHACL 1.2 in the mix: results, targets, and what annotations change.
 *
 * @returns how many results each kind of constraint had.
 */
export async function checkSecondReading(units: number): Promise<ReadonlyMap<string, number>> {
  const compared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(mixed, async ({ start: { shapes, data, context } }) => {
      const input = unitOf({
        shapes: shapes.join('\n'),
        data: data.join('\n'),
        context: context.join('\n'),
      });
      await loadEnginesFor(input.shapes);
      const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
      const reading = new SecondReading(input, evaluator);
      const nodes = new Set(
        [...input.dataGraph.triples()].flatMap(({ subject, object }) => [subject, object]),
      );
      for (const shape of input.shapes.roots)
        expect(new Set(evaluator.targets(shape))).toEqual(reading.targets(shape));
      for (const shape of input.shapes.shapes) {
        // Node expressions became such shapes.
        if (input.shapes.graph.outgoing(shape.id).length === 0) continue;
        // What shapes mean that refer to themselves is left open.
        if (input.shapes.cycleOf(shape.id) !== undefined) continue;
        for (const constraint of shape.constraints) {
          const { parameter: predicate } = constraint;
          const object = reading.declaredBy(constraint);
          const { isDeactivated, severities } = reading.annotations({ subject: shape.id, predicate, object });
          expect(isDeactivated).toBe(false);
          // Of several severities the gravest counts, which the specification leaves open.
          if (severities.length > 0) expect(severities).toContain(constraint.severity);
          else if (constraint.kind !== 'sparql') expect(constraint.severity).toBe(undefined);
          for (const focus of nodes) {
            const wanted = reading.results(constraint, shape, focus);
            if (wanted === undefined) continue;
            const values = shape.path === undefined ? [focus] : evaluator.values(focus, shape.path);
            const check = evaluator.check(constraint)!;
            const found =
              check.kind === 'value'
                ? values.filter((value) => !check.accepts(value)).length
                : check.failures(focus, values).length;
            const kind = terms.value(predicate).replace(/.*#/, '');
            const asked = [kind, print(shape.id), print(focus)].join(' ');
            expect([asked, found]).toEqual([asked, wanted]);
            compared.set(kind, (compared.get(kind) ?? 0) + wanted);
          }
        }
      }
    }),
    { numRuns: units },
  );
  return compared;
}

const mixed = arbitraryHistory(0, { shacl12: true, all12: true });

function objectsIn(triples: readonly Triple[], subject: TermId, predicate: TermId): readonly TermId[] {
  return triples
    .filter((each) => each.subject === subject && each.predicate === predicate)
    .map(({ object }) => object);
}

/** A SHACL list: each cell has one rdf:first and one rdf:rest, and the end is rdf:nil. */
function listIn(
  triples: readonly Triple[],
  head: TermId,
  seen: readonly TermId[] = [],
): readonly TermId[] | undefined {
  if (head === rdf.nil) return [];
  const [first, ...firsts] = objectsIn(triples, head, rdf.first);
  const [rest, ...rests] = objectsIn(triples, head, rdf.rest);
  if (first === undefined || rest === undefined || firsts.length + rests.length > 0) return undefined;
  const members = seen.includes(head) ? undefined : listIn(triples, rest, [...seen, head]);
  return members && [first, ...members];
}

/** The parameters that it reads. */
export const readAgain: readonly string[] = [
  'class',
  'closed',
  'datatype',
  'disjoint',
  'equals',
  'expression',
  'lessThan',
  'lessThanOrEquals',
  'maxListLength',
  'memberShape',
  'minListLength',
  'nodeByExpression',
  'nodeKind',
  'reifierShape',
  'rootClass',
  'singleLine',
  'someValue',
  'subsetOf',
  'uniqueMembers',
  'uniqueValuesFor',
];

/** The node kinds of a term. */
function kindsOf(node: TermId): readonly TermId[] {
  if (terms.isIri(node)) return [sh.IRI, sh.BlankNodeOrIRI, sh.IRIOrLiteral];
  if (terms.isBlank(node)) return [sh.BlankNode, sh.BlankNodeOrIRI, sh.BlankNodeOrLiteral];
  return terms.isLiteral(node) ? [sh.Literal, sh.BlankNodeOrLiteral, sh.IRIOrLiteral] : [];
}

/** How two terms compare with the operators of SPARQL; undefined where they can't be compared. */
function orderOf(left: TermId, right: TermId): number | undefined {
  const [one, other] = [literalValue(left), literalValue(right)];
  return one && other && compareValues(one, other);
}
