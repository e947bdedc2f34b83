import { memoized } from '../../base/memoized.ts';
import { terms } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { resultTurtle } from '../../shacl/results/reportTurtle.ts';
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
 */
export function reportedResult(
  result: RunResult | ReportableResult,
  detailsOf: DetailsOf = allDetails,
): ReportedResult {
  return 'record' in result
    ? new ResultOfRecord(result.reports.at(result.index))
    : new ResultOfAnalysis(result, detailsOf);
}

export type DetailsOf = (violation: Violation) => readonly Violation[];

const allDetails: DetailsOf = ({ details }) => details;

/** Some of the contents of reports about a result, as plain data. */
export function recordedParts(result: ReportableResult, parts: readonly ReportPart[]): RecordedParts {
  const reported = new ResultOfAnalysis(result, allDetails);
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

  constructor(result: ReportableResult, detailsOf: DetailsOf) {
    this.#result = result;
    this.#detailsOf = detailsOf;
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
      hasValue: longValuesOf(analysis.graphs).isTold,
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

/** Which of the long values of a unit are told: a term can't be cut, and thousands of results may have the same. */
class LongValues {
  #left = mostOfLongValues;

  readonly isTold = ({ value }: Violation): boolean => {
    const length = value === undefined ? 0 : terms.value(value).length;
    if (length > longValue) this.#left -= length;
    return length <= longValue || this.#left >= 0;
  };
}

const longValuesOf = memoized((_: UnitGraphs) => new LongValues());

/** In UTF-16 units. */
const longValue = 10_000;
const mostOfLongValues = 20_000_000;
