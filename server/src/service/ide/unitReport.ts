import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { countIncomplete } from '../../shacl/incompleteness.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { locateConstraint, type Place } from '../../shacl/results/locate.ts';
import { type SeverityLevel, severityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { FilePlace, UnitStatus } from './analysis.ts';
import { violationMessage } from './diagnostics/diagnostics.ts';
import { inputProblems, placedNotChecked } from './diagnostics/inputProblems.ts';
import type { PlacedViolation } from './diagnostics/placedViolation.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

/** What one validation found and did not check, for display: terms are printed, results are in reading order. */
export interface ReportInfo {
  readonly uri: string;
  readonly version: number;
  readonly status: UnitStatus;
  /** At most `maxReportResults`; `status.results` counts all. */
  readonly results: readonly ReportRow[];
  /** The results that comments ignore, with the reasons. */
  readonly suppressed: readonly ReportRemark[];
  readonly checked: CheckedCounts;
  readonly notChecked: readonly ReportRemark[];
  /** Syntax errors, broken links and unreadable files. */
  readonly problems: readonly (ReportRemark & { readonly severity: 'error' | 'warning' })[];
}

/** How much a validation examined. */
export interface CheckedCounts {
  /** The triples of data and context. */
  readonly triples: number;
  /** Shapes with targets. */
  readonly shapes: number;
  readonly focusNodes: number;
  /** Nodes that are declared incomplete (SHACL 1.2). */
  readonly incomplete: number;
}

/** A remark, with its place if it has one. */
export interface ReportRemark {
  readonly message: string;
  readonly place: FilePlace | undefined;
}

/** One result as a row of the report. */
export interface ReportRow {
  /** The key used by diagnostics and quick fixes; valid as long as the engine lives. */
  readonly key: string;
  readonly severity: SeverityLevel;
  /** The first line says what is wrong. */
  readonly message: string;
  /** The parameter that identifies the component, for example sh:minCount. */
  readonly component: string;
  /** The name of the shape. A property shape without one is described by the shape that contains it and its path. */
  readonly shape: string;
  readonly focusNode: string;
  readonly path: string | undefined;
  readonly value: string | undefined;
  /** The namespace of the undescribed nodes on which the result rests. */
  readonly restsOn: string | undefined;
  readonly place: FilePlace | undefined;
  /** Where the constraint is declared. */
  readonly shapePlace: FilePlace | undefined;
}

/** Users do not read more, and sending more after each edit would delay everything else. */
export const maxReportResults = 10_000;

/** The report about an analysis. */
export function unitReport(analysis: UnitAnalysis): ReportInfo {
  const { graphs, placed, report, evaluator } = analysis;
  const { roots } = graphs.input.shapes;
  const focusNodes = new Set(roots.flatMap((shape) => evaluator.targets(shape)));
  const shapePlaces = new Map<Constraint, FilePlace | undefined>();
  const measured = new Set([...graphs.data, ...graphs.context]);
  return {
    uri: report.uri,
    version: report.version,
    status: report.status,
    results: inReadingOrder(analysis, placed)
      .slice(0, maxReportResults)
      .map((result) => reportResult(result, analysis, shapePlaces)),
    suppressed: inReadingOrder(analysis, analysis.suppressed)
      .slice(0, maxReportResults)
      .map(({ violation, place, suppression: { reason } }) => ({
        message: `${firstLine(violationMessage(violation, graphs, analysis.print))} Ignored: ${reason}`,
        place: filePlace(place),
      })),
    checked: {
      triples: [...measured].reduce((sum, { graph }) => sum + graph.size, 0),
      shapes: roots.length,
      focusNodes: focusNodes.size,
      incomplete: incompleteNodes(analysis),
    },
    notChecked: notes(
      placedNotChecked(analysis).map(({ reason, ...where }) => ({ message: reason, ...where })),
    ),
    problems: inputProblems(analysis).map((problem) => ({
      ...note(problem),
      severity: problem.severity,
    })),
  };
}

function incompleteNodes({ graphs: { input }, evaluator: { incompleteness } }: UnitAnalysis): number {
  return incompleteness === undefined ? 0 : countIncomplete(input.dataGraph, incompleteness);
}

/** In the order of the unit's files, then of places; results without a place come last. */
function inReadingOrder<Placed extends PlacedViolation>(
  { graphs }: UnitAnalysis,
  placed: readonly Placed[],
): readonly Placed[] {
  const rank = new Map<TurtleDocument | undefined, number>();
  for (const document of [...graphs.data, ...graphs.shapes, ...graphs.context]) {
    if (!rank.has(document)) rank.set(document, rank.size);
  }
  const fileRank = ({ place }: PlacedViolation) => rank.get(place?.document) ?? rank.size;
  return placed.toSorted(
    (a, b) => fileRank(a) - fileRank(b) || (a.place?.range.start ?? 0) - (b.place?.range.start ?? 0),
  );
}

function reportResult(
  { key, violation, place, restsOn }: PlacedViolation,
  { graphs, print }: UnitAnalysis,
  shapePlaces: Map<Constraint, FilePlace | undefined>,
): ReportRow {
  const { constraint, severity, focusNode, path, value } = violation;
  if (!shapePlaces.has(constraint)) {
    shapePlaces.set(constraint, filePlace(locateConstraint(constraint, graphs.shapes)));
  }
  return {
    key,
    severity: severityLevel(severity),
    message: violationMessage(violation, graphs, print),
    component: print(constraint.parameter),
    shape: shapeName(violation, print),
    focusNode: print(focusNode),
    path: path && printPath(path, print),
    value: value === undefined ? undefined : print(value),
    restsOn,
    place: filePlace(place),
    shapePlace: shapePlaces.get(constraint),
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}

function filePlace(place: Place | undefined): FilePlace | undefined {
  return place && { uri: place.document.uri, range: place.range };
}

function shapeName({ sourceShape, rootShape, path }: Violation, print: UnitAnalysis['print']): string {
  if (!terms.isBlank(sourceShape) || sourceShape === rootShape) return print(sourceShape);
  return path ? `${print(rootShape)} › ${printPath(path, print)}` : print(rootShape);
}

interface Noted {
  readonly message: string;
  readonly uri?: string | undefined;
  readonly range: FilePlace['range'] | undefined;
}

/** Without duplicates, because remarks that many files share are reported for each of them. */
function notes(all: readonly Noted[]): readonly ReportRemark[] {
  const seen = new Map<string, ReportRemark>();
  for (const each of all) {
    const name = `${each.message} ${each.uri} ${each.range?.start}`;
    if (!seen.has(name)) seen.set(name, note(each));
  }
  return [...seen.values()];
}

function note({ message, uri, range }: Noted): ReportRemark {
  return { message, place: uri === undefined ? undefined : { uri, range: range ?? { start: 0, end: 0 } } };
}
