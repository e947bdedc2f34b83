import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import type { TextRange } from '../../base/textRange.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../rdf/vocab.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { locateConstraint, type Place } from '../../shacl/results/locate.ts';
import { preferredMessage } from '../ide/diagnostics/diagnostics.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import { verdictJson } from '../report/validationJson.ts';
import type { ValidationRunResult } from '../report/validationRun.ts';
import { runVerdict } from '../report/verdict.ts';
import type { AnalysedInput } from './analyseInput.ts';
import type {
  InputError,
  Location,
  Position,
  Quad,
  Range,
  ResultDetail,
  ValidationReport,
  ValidationResult,
} from './api.ts';
import type { ReadDataset } from './readDataset.ts';

/** The findings, as plain data that outlives the terms of this process. */
export async function validationReportOf(
  analysed: AnalysedInput,
  signal: AbortSignal,
): Promise<ValidationReport> {
  return { ...summaryOf(analysed), results: await resultsOf(analysed, signal) };
}

/** The results in the order of the run. */
export async function resultsOf(
  analysed: AnalysedInput,
  signal: AbortSignal,
): Promise<readonly ValidationResult[]> {
  const results: ValidationResult[] = [];
  for (const result of analysed.run.results) {
    if (heldUpFor()) await yieldToEventLoop(signal);
    results.push(resultOf(result, analysed));
  }
  return results;
}

/** A report but for its results. */
export function summaryOf(analysed: AnalysedInput): Omit<ValidationReport, 'results'> {
  const { run, datasets, write, start } = analysed;
  return {
    ...verdictOf(analysed),
    validated: run.validated,
    suppressed: run.suppressed.map((result) => ({
      ...resultOf(result, analysed),
      reason: result.suppression.reason,
    })),
    contextResults: run.contextResults,
    notChecked: run.notChecked.map(({ reason, shape, component, uri }) => ({
      reason,
      shape: write.optional(shape),
      component: write.optional(component),
      uri: uri ?? null,
    })),
    errors: [...datasets.flatMap(quadErrors), ...run.problems.map(inputError)],
    inference: run.inference,
    stats: { triples: run.triples, ms: Math.round(performance.now() - start) },
  };
}

/** The verdict of the command line. Quads that were left out count as unread data, shapes or context. */
function verdictOf({ run, data, datasets, isChosen }: AnalysedInput): Verdict {
  const verdict = withChosenNodes(verdictJson(run, runVerdict(run)), isChosen);
  if (verdict.verdict === 'violates') return verdict;
  const lost = datasets.flatMap((dataset): Verdict['reasons'] =>
    dataset.problems.map((message) => ({
      kind: data.some((source) => source.dataset === dataset) ? 'syntax' : 'link',
      message,
      uri: dataset.document.uri,
    })),
  );
  if (lost.length === 0) return verdict;
  return { ...verdict, verdict: 'undecided', conforms: false, reasons: [...lost, ...verdict.reasons] };
}

function withChosenNodes(verdict: Verdict, isChosen: boolean): Verdict {
  if (!isChosen) return verdict;
  const message = 'None of the chosen focus nodes is a target of a shape, so nothing was checked.';
  const reasons = verdict.reasons.map((reason) =>
    reason.kind === 'noTargets' ? { ...reason, message } : reason,
  );
  return { ...verdict, reasons };
}

type Verdict = Pick<ValidationReport, 'verdict' | 'reasons' | 'focusNodes' | 'conforms'>;

function resultOf({ key, violation, place }: ValidationRunResult, analysed: AnalysedInput): ValidationResult {
  const isShown = place && !standsInForDataset(place, analysed);
  return { key, ...detailOf(violation, analysed), location: isShown ? locationOf(place) : null };
}

/** True when a result is placed at its shape because its focus node is in a dataset, which has no places. */
function standsInForDataset({ document }: Place, { analysis, data }: AnalysedInput): boolean {
  const { graphs } = analysis;
  const isFound = graphs.data.includes(document) || graphs.context.includes(document);
  return !isFound && data.some(({ dataset }) => dataset !== undefined);
}

function detailOf(violation: Violation, analysed: AnalysedInput): ResultDetail {
  const { write, analysis } = analysed;
  const { path, messages, constraint, component } = violation;
  const isSparql = constraint.kind === 'sparql' && component === sh.SPARQLConstraintComponent;
  const shapePlace = locateConstraint(constraint, analysis.graphs.shapes);
  return {
    focusNode: write.term(violation.focusNode),
    path: write.optional(violation.resultPath),
    pathQuads: pathQuads(violation.resultPath, analysed),
    pathText: path ? printPath(path, termToNTriples) : null,
    value: write.optional(violation.value),
    sourceShape: write.term(violation.sourceShape),
    sourceConstraintComponent: write.term(violation.component),
    sourceConstraint: isSparql ? write.term(constraint.parameterValue) : null,
    severity: write.term(violation.severity),
    message: preferredMessage(messages) ?? '',
    messages: messages.map((message) => write.term(message)),
    shapeLocation: shapePlace ? locationOf(shapePlace) : null,
    details: violation.details.map((detail) => detailOf(detail, analysed)),
  };
}

/** The statements about a path's blank node, and about the blank nodes that it consists of. */
function pathQuads(path: TermId | undefined, { analysis, write }: AnalysedInput): Quad[] {
  const { graph } = analysis.graphs.input.shapes;
  const quads: Quad[] = [];
  const seen = new Set<TermId>();
  const open = path === undefined ? [] : [path];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!terms.isBlank(node) || seen.has(node)) continue;
    seen.add(node);
    for (const triple of graph.outgoing(node)) {
      quads.push(write.quad(triple));
      open.push(triple.object);
    }
  }
  return quads;
}

function quadErrors({ document, problems }: ReadDataset): readonly InputError[] {
  const { uri } = document;
  return problems.map((message) => ({ severity: 'error', kind: 'quad', message, uri, location: null }));
}

/** A problem of a text that was given; there are no files. */
function inputError({ severity, kind, message, uri, document, range }: InputProblem): InputError {
  return {
    severity,
    kind: kind === 'file' ? 'link' : kind,
    message,
    uri: uri ?? null,
    location: document && range && document.hasText ? locationOf({ document, range }) : null,
  };
}

export function locationOf({ document, range }: Place): Location {
  return { uri: document.uri, ...rangeOf(document, range) };
}

export function rangeOf({ lines }: Pick<TurtleDocument, 'lines'>, { start, end }: TextRange): Range {
  const position = (offset: number): Position => ({ offset, ...lines.positionAt(offset) });
  return { start: position(start), end: position(end) };
}
