import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { runs, triesAll } from '../../testing/runs.ts';
import { print, unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ValidationInput } from '../validationUnit.ts';

/**
 * A second reading of the constraint components of SHACL 1.2, transcribed from the text of the specification, over plain lists of
 * triples. It shares nothing with the components but value nodes, targets and whether nodes conform to inner shapes.
 */
class SecondReading {
  readonly #data: readonly Triple[];
  readonly #shapes: readonly Triple[];
  readonly #subClassOf: readonly Triple[];
  readonly #evaluator: Evaluator;

  constructor(input: ValidationInput, evaluator: Evaluator) {
    this.#data = [...input.dataGraph.triples()];
    this.#shapes = [...input.shapes.graph.triples()];
    this.#subClassOf = [...input.classGraph.triples()].filter((each) => each.predicate === rdfs.subClassOf);
    this.#evaluator = evaluator;
  }

  /** How many results a constraint has at a focus node; undefined for constraints of SHACL 1.0. */
  results({ parameter, parameterValue: value }: Constraint, shape: Shape, focus: TermId): number | undefined {
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
      default:
        return undefined;
    }
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

  #classesAbove(type: TermId): ReadonlySet<TermId> {
    const above = new Set([type]);
    for (const each of above)
      for (const { subject, object } of this.#subClassOf) if (subject === each) above.add(object);
    return above;
  }
}

test('the components of SHACL 1.2 have the results that a second reading of the specification has', () => {
  const compared = new Map<string, number>();
  fc.assert(
    fc.property(arbitraryHistory(0, { shacl12: true }), ({ start: { shapes, data, context } }) => {
      const input = unitOf({
        shapes: shapes.join('\n'),
        data: data.join('\n'),
        context: context.join('\n'),
      });
      const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
      const reading = new SecondReading(input, evaluator);
      const nodes = new Set(
        [...input.dataGraph.triples()].flatMap(({ subject, object }) => [subject, object]),
      );
      for (const shape of input.shapes.shapes) {
        for (const constraint of shape.constraints) {
          for (const focus of nodes) {
            const wanted = reading.results(constraint, shape, focus);
            if (wanted === undefined) continue;
            const values = shape.path === undefined ? [focus] : evaluator.values(focus, shape.path);
            const check = evaluator.check(constraint)!;
            const found =
              check.kind === 'value'
                ? values.filter((value) => !check.accepts(value)).length
                : check.failures(focus, values).length;
            const asked = [constraint.kind, print(shape.id), print(focus)].join(' ');
            expect([asked, found]).toEqual([asked, wanted]);
            compared.set(constraint.kind, (compared.get(constraint.kind) ?? 0) + wanted);
          }
        }
      }
    }),
    { numRuns: runs(100) },
  );
  if (triesAll) expect([...compared.keys()].toSorted()).toEqual(kinds);
});

const kinds = [
  'classIn',
  'closedByTypes',
  'datatypeIn',
  'maxListLength',
  'memberShape',
  'minListLength',
  'reifierShape',
  'rootClass',
  'singleLine',
  'someValue',
  'uniqueMembers',
  'uniqueValuesFor',
];

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
