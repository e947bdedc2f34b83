import { type TermId, terms } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { resultTurtle } from '../../shacl/results/reportTurtle.ts';
import { isLongTerm } from '../../shacl/results/resultName.ts';
import type { FileDiagnostic } from '../ide/analysis.ts';
import { violationDiagnostic, violationMessage } from '../ide/diagnostics/diagnostics.ts';
import { inferredFrom } from '../ide/diagnostics/inferredFrom.ts';
import type { UnitGraphs } from '../ide/unitGraphs.ts';
import { type Excerpt, excerptOf, placeJson } from './excerpt.ts';
import { resultJson } from './resultJson.ts';
import type {
  PrintedTerms,
  RecordedParts,
  RecordedWords,
  RelatedPlace,
  ReportedPlace,
  ReportedResult,
  ReportPart,
} from './resultRecord.ts';
import type { ReportableResult, RunResult } from './validationRun.ts';

/**
 * The contents of reports about a result of a run.
 *
 * @param detailsOf the details of a result that are told; all by default, and of a result from another thread.
 * @param longValues which long values a report in Turtle tells, as `detailsOf`.
 */
export function reportedResult(
  result: RunResult | ReportableResult,
  detailsOf?: DetailsOf,
  longValues?: LongValues,
): ReportedResult {
  return 'record' in result
    ? new ResultOfRecord(result.reports.at(result.index))
    : new ResultOfAnalysis(result, detailsOf, longValues);
}

export type DetailsOf = (violation: Violation) => readonly Violation[];

const allDetails: DetailsOf = ({ details }) => details;

/** Some of the contents of reports about a result, as plain data. */
export function recordedParts(
  result: ReportableResult,
  parts: readonly ReportPart[],
  longValues: LongValues,
): RecordedParts {
  const reported = new ResultOfAnalysis(result, allDetails, longValues);
  return {
    place: reported.place,
    component: reported.component,
    ...Object.fromEntries(parts.map((part) => [part, reported[part]])),
  };
}

class ResultOfRecord implements ReportedResult {
  readonly #parts: RecordedParts;

  constructor(parts: RecordedParts | undefined) {
    this.#parts = recorded(parts);
  }

  get place(): ReportedPlace | undefined {
    return this.#parts.place;
  }

  get component(): string {
    return this.#parts.component;
  }

  get words(): RecordedWords {
    return recorded(this.#parts.words);
  }

  get excerpt(): Excerpt | undefined {
    return this.#parts.excerpt;
  }

  get json(): ReportedResult['json'] {
    return recorded(this.#parts.json);
  }

  get turtle(): string {
    return recorded(this.#parts.turtle);
  }
}

function recorded<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('what a report says was not recorded');
  return part;
}

class ResultOfAnalysis implements ReportedResult {
  readonly #result: ReportableResult;
  readonly #detailsOf: DetailsOf;
  readonly #longValues: LongValues | undefined;

  constructor(
    result: ReportableResult,
    detailsOf: DetailsOf = allDetails,
    longValues: LongValues | undefined = undefined,
  ) {
    this.#result = result;
    this.#detailsOf = detailsOf;
    this.#longValues = longValues;
  }

  get place(): ReportedPlace | undefined {
    const { place } = this.#result;
    return place && placeJson(place);
  }

  get component(): string {
    return terms.value(this.#result.violation.component);
  }

  get words(): RecordedWords {
    const { violation, analysis } = this.#result;
    const shown = violationDiagnostic(
      this.#result,
      analysis.graphs,
      analysis.print,
      inferredFrom,
    )?.diagnostic;
    return {
      message: shown?.message ?? violationMessage(violation, analysis.graphs, analysis.print),
      href: shown?.codeHref,
      related: this.#related(shown?.related ?? []),
      printed: this.#printed(),
    };
  }

  get excerpt(): Excerpt | undefined {
    const { place } = this.#result;
    if (place === undefined) return undefined;
    const { start, end } = placeJson(place);
    return excerptOf(place.document, start, end);
  }

  get json(): ReportedResult['json'] {
    return resultJson(this.#result, this.#detailsOf(this.#result.violation));
  }

  get turtle(): string {
    const { violation, analysis } = this.#result;
    return resultTurtle(violation, {
      details: this.#detailsOf(violation),
      hasValue: ({ value }) =>
        value === undefined || (this.#longValues?.isTold(value, analysis.graphs) ?? true),
    });
  }

  #related(related: FileDiagnostic['related']): readonly RelatedPlace[] {
    const { documents } = this.#result.analysis.graphs.linked;
    return related.flatMap(({ place: { uri, range }, message }) => {
      const document = documents.get(uri);
      return document ? { ...placeJson({ document, range }), message } : [];
    });
  }

  #printed(): PrintedTerms {
    const { violation, analysis } = this.#result;
    const { focusNode, path, resultPath, value, constraint } = violation;
    const { print } = analysis;
    return {
      focusNode: print(focusNode),
      path: path && printPath(path, print),
      resultPath: resultPath === undefined ? undefined : print(resultPath),
      value: value === undefined ? undefined : print(value),
      parameter: print(constraint.parameter),
    };
  }
}

/**
 * Which long values a report tells: a term can't be cut, and thousands of results of a unit may have the same. Each report
 * counts for itself.
 */
export class LongValues {
  readonly #left = new WeakMap<UnitGraphs, number>();

  /** Whether there is room for a value of one more result of a unit, which takes it. */
  isTold(value: TermId, unit: UnitGraphs): boolean {
    if (!isLongTerm(value)) return true;
    const left = (this.#left.get(unit) ?? mostOfLongValues) - terms.value(value).length;
    this.#left.set(unit, left);
    return left >= 0;
  }
}

/** In UTF-16 units. */
const mostOfLongValues = 20_000_000;
