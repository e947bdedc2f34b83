import { termToNTriples } from '../../../server/src/rdf/nTriples.ts';
import type { TermId } from '../../../server/src/rdf/terms.ts';
import { judgesTerm } from '../../../server/src/shacl/components/index.ts';
import { shapeRefsOf } from '../../../server/src/shacl/components/shapeRefs.ts';
import type { RecordedValidation } from '../../../server/src/shacl/incremental/recordedValidation.ts';
import type { Constraint, Shape } from '../../../server/src/shacl/model/shape.ts';
import type { ShapesGraph } from '../../../server/src/shacl/model/shapesGraph.ts';
import { Refusal } from '../refusal.ts';

/**
 * The shapes that validation can reach from its targets.
 *
 * @throws Refusal, which names it, when something of them is not translated.
 */
export function translatedShapes({ input, evaluator }: RecordedValidation): readonly Shape[] {
  const { shapes } = input;
  if (input.entailment) throw unsupported('inference');
  if (evaluator.incompleteness) throw unsupported('sh:incomplete');
  for (const { targets, id } of shapes.roots) {
    if (targets.some(({ kind }) => kind === 'sparql')) throw unsupported(`a target by query of ${named(id)}`);
  }
  const reached = reachedShapes(shapes);
  for (const shape of reached) {
    if (shapes.cycleOf(shape.id) !== undefined) throw unsupported(`the recursive shape ${named(shape.id)}`);
    for (const constraint of shape.constraints) {
      if (constraint.kind === 'sparql') throw unsupported(`a query of ${named(shape.id)}`);
      if (evaluator.isLeftOut(constraint)) throw unsupported(`${constraint.kind} of ${named(shape.id)}`);
    }
  }
  const [open] = shapes.notChecked;
  if (open) throw unsupported(open.reason);
  return reached;
}

/** The constraints whose verdict is that of each value's term; the program gets it as facts. */
export function termTests(shapes: readonly Shape[]): readonly Constraint[] {
  return shapes.flatMap(({ constraints }) => constraints.filter(judgesEachTerm));
}

/** True for datatype, nodeKind, ranges, lengths, pattern, languageIn and in. */
export function judgesEachTerm(constraint: Constraint): boolean {
  return judgesTerm(constraint) && constraint.kind !== 'hasValue';
}

/** What names a constraint in a program. */
export function testName({ shape, component, parameterValue }: Constraint): string {
  return `c(${shape},${component},${parameterValue})`;
}

export function unsupported(what: string): Refusal {
  return new Refusal(`unsupported: ${what}`);
}

function reachedShapes(shapes: ShapesGraph): readonly Shape[] {
  const reached = new Set<TermId>(shapes.roots.map(({ id }) => id));
  for (const id of reached) {
    for (const constraint of shapes.get(id)?.constraints ?? []) {
      for (const reference of shapeRefsOf(constraint)) reached.add(reference);
    }
  }
  return [...reached].flatMap((id) => shapes.get(id) ?? []).filter(({ deactivated }) => !deactivated);
}

function named(shape: TermId): string {
  return termToNTriples(shape);
}
