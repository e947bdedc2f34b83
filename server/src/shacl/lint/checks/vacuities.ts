import { counted } from '../../../base/counted.ts';
import { terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { judgesTerm } from '../../components/index.ts';
import type { Constraint } from '../../model/shape.ts';
import { contradictionsOf } from '../../satisfiability/contradictions.ts';
import { accepts } from '../../satisfiability/termDemands.ts';
import { type LintedFile, statementOf } from '../lintedFile.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Constraints that no node can violate, and default values that their own shape refuses. */
export function* vacuities(file: LintedFile): Iterable<ShapesMistake> {
  yield* neverViolated(file);
  yield* refusedDefaults(file);
}

/** Kinds of constraints that mean to restrict something; that a sh:node leads to a shape that says nothing yet is usual. */
const restricting: readonly Constraint['kind'][] = ['minCount', 'qualifiedMinCount', 'or', 'xone', 'not'];

/** A minimum of 0 is how many authors write "optional", so those of a file have one message. */
function* neverViolated(file: LintedFile): Iterable<ShapesMistake> {
  const proofs = contradictionsOf(file.shapes);
  const zeros: Constraint[] = [];
  for (const shape of file.shapes.shapes) {
    if (shape.deactivated) continue;
    for (const constraint of shape.constraints) {
      if (!restricting.includes(constraint.kind) || !file.statement(statementOf(constraint))) continue;
      if (!proofs.excludesViolations(constraint, shape)) continue;
      if ('count' in constraint) {
        // A range that begins with 0 says so on purpose.
        const isRange = shape.constraints.some(({ kind }) => kind === 'qualifiedMaxCount');
        if (constraint.kind === 'minCount' || !isRange) zeros.push(constraint);
        continue;
      }
      const name = file.term(constraint.parameter);
      yield information(file, constraint, `No node can violate this ${name}, so it constrains nothing.`);
    }
  }
  const [first] = zeros;
  if (!first) return;
  const others = counted(zeros.length - 1, 'other statement');
  const also = zeros.length === 1 ? '' : `; so ${zeros.length === 2 ? 'does' : 'do'} ${others} of this file`;
  yield information(file, first, `${file.term(first.parameter)} 0 constrains nothing${also}.`);
}

function information(file: LintedFile, constraint: Constraint, message: string): ShapesMistake {
  const statement = statementOf(constraint);
  return {
    severity: 'information',
    message,
    range: file.statement(statement)!.place,
    statement,
    remedies: [],
  };
}

/** Forms would fill in a value that is a violation at once. */
function* refusedDefaults(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.defaultValue)) {
    const shape = file.shapes.get(triple.subject);
    const value = triple.object;
    const refusing = shape?.constraints.find((each) => judgesTerm(each) && !accepts(each, value));
    const written = file.statement(triple);
    if (!written || !refusing || terms.isBlank(value)) continue;
    yield {
      severity: 'warning',
      message: `The default value ${file.term(value)} does not conform to ${file.term(refusing.parameter)} ${file.value(refusing.parameterValue)} of the same shape.`,
      range: written.object,
      statement: triple,
      remedies: [],
    };
  }
}
