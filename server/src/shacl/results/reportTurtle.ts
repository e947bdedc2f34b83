import { escapeInvisibleTurtle } from '../../base/visibleText.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import { namespaces, sh } from '../../rdf/vocab.ts';
import { isOfExpressions } from '../components/index.ts';
import type { Path } from '../model/path.ts';
import type { Violation } from '../model/violation.ts';
import { resultLevel } from '../shapesGraph/severityLevel.ts';

/**
 * Writes a sh:ValidationReport (SHACL 3.6) in Turtle. Results are blank nodes, and paths are copied into the report.
 * Blank nodes of the data and shapes graphs keep their labels but are not described.
 *
 * @param disallows the severities with which data do not conform, where they are not those that SHACL 1.2 names
 *   (sh:conformanceDisallows).
 */
export function reportToTurtle(
  violations: readonly Violation[],
  disallows: ReadonlySet<TermId> | undefined = undefined,
): string {
  const conforms = disallows
    ? violations.every(({ severity }) => !disallows.has(severity))
    : leaveConforming(violations);
  return [...reportTurtle(violations, conforms, (violation) => resultTurtle(violation))].join('');
}

/**
 * Writes the same report in pieces, so that a long report is never in memory as a whole. Invisible characters are
 * escaped.
 *
 * @param conforms the value of sh:conforms.
 * @param write returns what `resultTurtle` does for a result.
 * @param disallows the severities with which data do not conform, where they are not those that SHACL names.
 */
export function* reportTurtle<Result>(
  results: readonly Result[],
  conforms: boolean,
  write: (result: Result) => string,
  disallows: readonly TermId[] = [],
): Iterable<string> {
  yield `@prefix sh: <${namespaces.sh}> .\n\n`;
  for (const piece of reportPieces(results, conforms, wholeReport.indent, write, disallows))
    yield escapeInvisibleTurtle(piece);
  yield ' .\n';
}

/**
 * A sh:ValidationResult of such a report.
 *
 * @param told what is told of it; all by default.
 */
export function resultTurtle(violation: Violation, told?: ToldParts): string {
  return resultToTurtle(violation, innerIndent(wholeReport.indent), wholeReport, told);
}

interface ToldParts {
  readonly details: readonly Violation[];
  /** Whether the value of a result or detail is told. */
  readonly hasValue: (violation: Violation) => boolean;
}

/** How a report is written. */
export interface ReportForm {
  /** The indentation of all lines after the first. */
  readonly indent: string;
  /** Prints a term of the data graph; `shape` prints a term of the shapes graph. */
  readonly node: (term: TermId) => string;
  readonly shape: (term: TermId) => string;
  /** Whether to include messages and details, which differ between engines. */
  readonly inWords: boolean;
}

/** Writes the report as a blank node in brackets, for documents that declare the prefix `sh:`. */
export function reportNode(violations: readonly Violation[], form: ReportForm): string {
  const write = (violation: Violation) => resultToTurtle(violation, innerIndent(form.indent), form);
  return [...reportPieces(violations, leaveConforming(violations), form.indent, write)].join('');
}

const wholeReport: ReportForm = { indent: '', node: print, shape: print, inWords: true };

/**
 * Whether data conform that have these results: conformance disallows all except those of sh:Debug and sh:Trace (SHACL
 * 1.2).
 */
function leaveConforming(results: readonly Violation[]): boolean {
  return results.every(({ severity }) => resultLevel(severity) === 'debug');
}

function* reportPieces<Result>(
  results: readonly Result[],
  conforms: boolean,
  indent: string,
  write: (result: Result) => string,
  disallows: readonly TermId[] = [],
): Iterable<string> {
  const inner = innerIndent(indent);
  yield `[\n${inner}a sh:ValidationReport ;\n${inner}sh:conforms ${conforms} ;\n`;
  if (disallows.length > 0) yield `${inner}sh:conformanceDisallows ${disallows.map(print).join(', ')} ;\n`;
  for (const result of results) yield `${inner}sh:result ${write(result)} ;\n`;
  yield `${indent}]`;
}

function innerIndent(indent: string): string {
  return `${indent}  `;
}

function resultToTurtle(
  violation: Violation,
  indent: string,
  form: ReportForm,
  { details: toldDetails, hasValue }: ToldParts = { details: violation.details, hasValue: () => true },
): string {
  const inner = `${indent}  `;
  const messages = form.inWords ? violation.messages : [];
  const details = form.inWords ? toldDetails : [];
  const value = hasValue(violation) ? violation.value : undefined;
  const properties: [TermId, string | undefined][] = [
    [sh.focusNode, form.node(violation.focusNode)],
    [sh.resultPath, violation.path && pathToTurtle(violation.path)],
    [sh.value, value === undefined ? undefined : form.node(value)],
    [sh.resultSeverity, print(violation.severity)],
    [sh.sourceConstraintComponent, print(violation.component)],
    [sh.sourceShape, form.shape(violation.sourceShape)],
    [sh.sourceConstraint, sourceConstraint(violation, form)],
    ...messages.map((message): [TermId, string] => [sh.resultMessage, print(message)]),
    ...details.map((detail): [TermId, string] => [
      sh.detail,
      resultToTurtle(detail, inner, form, { details: detail.details, hasValue }),
    ]),
  ];
  const lines = properties.flatMap(([property, object]) =>
    object === undefined ? [] : [`${inner}${print(property)} ${object} ;\n`],
  );
  return `[\n${inner}a sh:ValidationResult ;\n${lines.join('')}${indent}]`;
}

/** The SPARQL-based constraint or node expression of a result; constraints of other components have no name of their own. */
function sourceConstraint({ constraint, component }: Violation, form: ReportForm): string | undefined {
  return component === sh.SPARQLConstraintComponent || isOfExpressions(component)
    ? form.shape(constraint.parameterValue)
    : undefined;
}

function pathToTurtle(path: Path): string {
  switch (path.kind) {
    case 'predicate':
      return print(path.predicate);
    case 'inverse':
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return `[ sh:${path.kind}Path ${pathToTurtle(path.path)} ]`;
    case 'sequence':
      return listToTurtle(path.paths);
    case 'alternative':
      return `[ sh:alternativePath ${listToTurtle(path.paths)} ]`;
  }
}

function listToTurtle(paths: readonly Path[]): string {
  return `( ${paths.map(pathToTurtle).join(' ')} )`;
}

function print(id: TermId): string {
  return termToNTriples(id).replace(shaclIri, 'sh:$1');
}

const shaclIri = new RegExp(`^<${namespaces.sh}(\\w+)>$`);
