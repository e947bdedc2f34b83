import type { Position } from '../base/lineIndex.ts';
import type { FileDiagnostic } from '../ide/analysis.ts';
import { violationDiagnostic } from '../ide/diagnostics/diagnostics.ts';
import { terms } from '../rdf/terms.ts';
import { printPath } from '../shacl/paths/path.ts';
import { resultTurtle } from '../shacl/results/reportTurtle.ts';
import { type SeverityLevel, severityLevel } from '../shacl/shapesGraph/severityLevel.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { resultJson } from './resultJson.ts';
import type { PrintedTerms, RelatedPlace, ReportedPlace, ReportedResult } from './resultRecord.ts';
import type { RunResult, ValidationRunResult } from './validationRun.ts';

/** What reports say of a result of a run. */
export function reportedResult(result: RunResult): ReportedResult {
  return 'record' in result ? result.record : new ResultOfAnalysis(result);
}

/** All that reports say of a result, as plain data. */
export function resultRecord(result: FoundHere): ReportedResult {
  const { level, place, message, href, related, printed, component, json, turtle } = new ResultOfAnalysis(
    result,
  );
  return {
    level,
    place: place && {
      uri: place.uri,
      offset: place.offset,
      start: place.start,
      end: place.end,
      excerpt: place.excerpt,
    },
    message,
    href,
    related,
    printed,
    component,
    json,
    turtle,
  };
}

type FoundHere = Omit<ValidationRunResult, 'units'>;

class ResultOfAnalysis implements ReportedResult {
  readonly #result: FoundHere;
  #diagnostic: FileDiagnostic | undefined;

  constructor(result: FoundHere) {
    this.#result = result;
  }

  get level(): SeverityLevel {
    return severityLevel(this.#result.violation.severity);
  }

  get place(): ReportedPlace | undefined {
    const { place } = this.#result;
    return place && new PlaceInDocument(place);
  }

  get message(): string {
    const { violation, analysis } = this.#result;
    return this.#shown?.message ?? analysis.print(violation.focusNode);
  }

  get href(): string | undefined {
    return this.#shown?.codeHref;
  }

  get related(): readonly RelatedPlace[] {
    const { documents } = this.#result.analysis.graphs.linked;
    return (this.#shown?.related ?? []).flatMap(({ place: { uri, range }, message }) => {
      const lines = documents.get(uri)?.lines;
      if (lines === undefined) return [];
      return { uri, start: lines.positionAt(range.start), end: lines.positionAt(range.end), message };
    });
  }

  get printed(): PrintedTerms {
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

  get component(): string {
    return terms.value(this.#result.violation.component);
  }

  get json(): ReportedResult['json'] {
    return resultJson(this.#result);
  }

  get turtle(): string {
    return resultTurtle(this.#result.violation);
  }

  get #shown(): FileDiagnostic | undefined {
    const { analysis } = this.#result;
    this.#diagnostic ??= violationDiagnostic(this.#result, analysis.graphs, analysis.print)?.diagnostic;
    return this.#diagnostic;
  }
}

class PlaceInDocument implements ReportedPlace {
  readonly #place: NonNullable<ValidationRunResult['place']>;

  constructor(place: NonNullable<ValidationRunResult['place']>) {
    this.#place = place;
  }

  get uri(): string {
    return this.#place.document.uri;
  }

  get offset(): number {
    return this.#place.range.start;
  }

  get start(): Position {
    return this.#place.document.lines.positionAt(this.#place.range.start);
  }

  get end(): Position {
    return this.#place.document.lines.positionAt(this.#place.range.end);
  }

  get excerpt(): Excerpt {
    return excerptOf(this.#place.document, this.start, this.end);
  }
}
