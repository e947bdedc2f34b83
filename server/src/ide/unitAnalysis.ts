import type { LinkedUnit } from '../project/links.ts';
import type { Settings } from '../project/settings.ts';
import { createEvaluator, type EvaluationProbe, type Evaluator } from '../shacl/evaluator.ts';
import { type RecordedValidation, recordValidation } from '../shacl/impact.ts';
import { referenceValidator } from '../shacl/reference.ts';
import { splitResults } from '../shacl/reported.ts';
import type { NotChecked, ValidationResult, Violation } from '../shacl/violation.ts';
import type { TermPrinter } from '../shacl/words.ts';
import type { FileDiagnostic, UnitReport, UnitStatus } from './analysis.ts';
import { linkDiagnostic, shapesDiagnostics, violationDiagnostic } from './diagnostics.ts';
import { foreignConstraints } from './foreignConstraints.ts';
import { withoutBrokenStatements } from './heldBack.ts';
import { type PlacedViolation, placeViolations } from './placedViolation.ts';
import { termPrinter } from './termPrinter.ts';
import { type ShapesCache, type UnitGraphs, unitGraphs } from './unitGraphs.ts';

/** One complete validation of a unit, with all that hovers and repairs need to go on from there. */
export interface UnitAnalysis {
  readonly graphs: UnitGraphs;
  /** The built-in evaluator on the unit's graph, whichever engine validated. */
  readonly evaluator: Evaluator;
  /** All results, context results included. */
  readonly result: ValidationResult;
  /** The built-in validation with what its verdicts rest on, for checking repairs; made when first asked for. */
  readonly recorded: (signal: AbortSignal) => Promise<RecordedValidation>;
  /** The results to show. */
  readonly placed: readonly PlacedViolation[];
  readonly contextResults: readonly Violation[];
  readonly notChecked: readonly NotChecked[];
  readonly print: TermPrinter;
  readonly report: UnitReport;
}

export interface AnalysisOptions {
  readonly settings: Settings;
  readonly shapesCache: ShapesCache;
  readonly quarantined: ReadonlySet<string>;
  readonly probe?: EvaluationProbe;
}

/** Validates a unit and places its results. `uri` is the document that was asked about. */
export async function analyseUnit(
  linked: LinkedUnit,
  uri: string,
  { settings, shapesCache, quarantined, probe }: AnalysisOptions,
  signal: AbortSignal,
): Promise<UnitAnalysis> {
  const start = performance.now();
  const graphs = unitGraphs(linked, settings, shapesCache);
  const print = termPrinter([...graphs.data, ...graphs.shapes, ...graphs.context]);
  const { input } = graphs;
  const evaluatorOptions = { term: print, quarantined, ...(probe ? { probe } : {}) };
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, evaluatorOptions);
  let recorded: RecordedValidation | undefined;
  const record = async (aborted: AbortSignal) => {
    recorded ??= await recordValidation(input, evaluatorOptions, aborted);
    return recorded;
  };
  const result =
    settings.engine === 'builtin'
      ? (await record(signal)).result
      : await referenceValidator.validate(input, signal);
  const { reported, contextResults } = splitResults(result.violations, input);
  const { kept, notChecked: heldBack } = withoutBrokenStatements(reported, graphs.data, print);
  const placed = placeViolations(kept, graphs, evaluator);
  const notChecked = [
    ...linked.notChecked,
    ...result.notChecked,
    ...foreignConstraints(graphs, print),
    ...heldBack,
  ];
  const status = unitStatus(graphs, settings, placed.length, contextResults.length, notChecked);
  return {
    graphs,
    evaluator,
    result,
    recorded: record,
    placed,
    contextResults,
    notChecked,
    print,
    report: {
      uri,
      version: linked.documents.get(uri)?.version ?? 0,
      diagnostics: diagnosticsByFile(graphs, placed, notChecked, print),
      status,
      ms: performance.now() - start,
    },
  };
}

function diagnosticsByFile(
  graphs: UnitGraphs,
  placed: readonly PlacedViolation[],
  notChecked: readonly NotChecked[],
  print: TermPrinter,
): ReadonlyMap<string, readonly FileDiagnostic[]> {
  const byFile = new Map<string, FileDiagnostic[]>();
  const diagnostics = [
    ...graphs.linked.findings.map(linkDiagnostic),
    ...shapesDiagnostics(graphs, notChecked),
    ...placed.map((violation) => violationDiagnostic(violation, graphs, print)),
  ];
  for (const placedDiagnostic of diagnostics) {
    if (!placedDiagnostic) continue;
    const { uri, diagnostic } = placedDiagnostic;
    const list = byFile.get(uri);
    if (list) list.push(diagnostic);
    else byFile.set(uri, [diagnostic]);
  }
  return byFile;
}

function unitStatus(
  { linked, input }: UnitGraphs,
  { engine }: Settings,
  results: number,
  contextResults: number,
  notChecked: readonly NotChecked[],
): UnitStatus {
  const { shapes, context } = linked.unit;
  const kind =
    shapes.length === 0 || input.shapes.shapes.length === 0
      ? 'noShapes'
      : results > 0
        ? 'violations'
        : 'conforms';
  return {
    kind,
    results,
    contextResults,
    notChecked: [...new Set(notChecked.map(({ reason }) => reason))],
    shapes,
    context,
    engine,
  };
}
