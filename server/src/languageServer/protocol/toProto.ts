/**
 * The answers of the analysis in the terms of the language server protocol. The only place, with editsToProto.ts and
 * fromProto.ts, where offsets meet lines and characters.
 */
import type {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Hover,
  Location,
  Range,
} from 'vscode-languageserver';
import type { LineIndex } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import { escapeInvisible } from '../../base/visibleText.ts';
import type { FileDiagnostic, FilePlace, HoverInfo, OtherResult } from '../../service/ide/analysis.ts';
import type {
  SuiteInfo,
  UncoveredConstraintHint as UncoveredHintInfo,
} from '../../service/ide/benchmark/suiteInfo.ts';
import type { ResultExplanation, WhyItem } from '../../service/ide/diagnostics/explainResult.ts';
import type { ReportInfo } from '../../service/ide/unitReport.ts';
import type { UnneededPrefixHint } from '../../service/language/prefixes/unneededPrefixes.ts';
import type { ExplainedResult, Report, Suite, UncoveredHint, WhyLine } from './editor/protocol.ts';

/** Finds the lines of a file's text; undefined when the text is gone. */
export type FindLines = (uri: string) => LineIndex | undefined;

/** What a diagnostic carries along for code actions. */
export interface DiagnosticData {
  readonly key: string | undefined;
  readonly version: number | null;
  /** The other results that the diagnostic is about. */
  readonly others?: readonly OtherResult[];
}

export function range(lines: LineIndex, { start, end }: TextRange): Range {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** The diagnostics of one file, whose open text has the given version, or null when it is read from disk. */
export function diagnostics(
  uri: string,
  version: number | null,
  found: readonly FileDiagnostic[],
  findLines: FindLines,
): Diagnostic[] {
  const linesOf = foundOnce(findLines);
  const lines = linesOf(uri);
  return found.map((diagnostic) => {
    const { code, codeHref, severity, source, message, related, key, others } = diagnostic;
    const data: DiagnosticData = { key, version, ...(others && { others }) };
    return {
      range: lines ? range(lines, diagnostic.range) : startOfFile,
      severity: severities[severity],
      source,
      code,
      ...(codeHref !== undefined && { codeDescription: { href: codeHref } }),
      message: escapeInvisible(message),
      ...(related.length > 0 && {
        relatedInformation: related.map(({ place, message }) => relatedInformation(place, message, linesOf)),
      }),
      data,
    };
  });
}

/** Declarations that editors fade. They are not results and are not counted. */
export function unneededPrefixes(lines: LineIndex, hints: readonly UnneededPrefixHint[]): Diagnostic[] {
  return hints.map(({ range: declared, message }) => ({
    range: range(lines, declared),
    severity: severities.hint,
    source: 'Turtle',
    code: 'unneededPrefix',
    message: escapeInvisible(message),
    tags: [unnecessary],
  }));
}

/** `DiagnosticTag.Unnecessary`. */
const unnecessary = 1;

export function hover(lines: LineIndex, info: HoverInfo): Hover {
  return { range: range(lines, info.range), contents: { kind: info.format, value: info.text } };
}

export function explained({ key, message, items }: ResultExplanation, findLines: FindLines): ExplainedResult {
  const line = (item: WhyItem): WhyLine => ({
    kind: item.kind,
    text: escapeInvisible(item.text),
    place: item.place && location({ uri: item.place.document.uri, range: item.place.range }, findLines),
    items: item.items.map(line),
  });
  return { key, message: escapeInvisible(message), items: items.map(line) };
}

export function report(info: ReportInfo, findLines: FindLines): Report {
  const lines = foundOnce(findLines);
  const at = (place: FilePlace | undefined) => place && location(place, lines);
  return {
    ...info,
    results: info.results.map((result) => ({
      ...result,
      place: at(result.place),
      shapePlace: at(result.shapePlace),
    })),
    suppressed: info.suppressed.map((note) => ({ ...note, place: at(note.place) })),
    notChecked: info.notChecked.map((note) => ({ ...note, place: at(note.place) })),
    problems: info.problems.map((problem) => ({ ...problem, place: at(problem.place) })),
  };
}

export function suite(info: SuiteInfo, findLines: FindLines): Suite {
  return {
    ...info,
    constraints: info.constraints.map((constraint) => ({
      ...constraint,
      place: constraint.place && location(constraint.place, findLines),
    })),
  };
}

export function uncoveredHint({ place, ...hint }: UncoveredHintInfo, findLines: FindLines): UncoveredHint {
  return { ...hint, place: location(place, findLines) };
}

function relatedInformation(
  place: FilePlace,
  message: string,
  findLines: FindLines,
): DiagnosticRelatedInformation {
  return { location: location(place, findLines), message: escapeInvisible(message) };
}

/** Looks each file up once: thousands of places are in a few files. */
function foundOnce(findLines: FindLines): FindLines {
  const known = new Map<string, LineIndex | undefined>();
  return (uri) => {
    if (!known.has(uri)) known.set(uri, findLines(uri));
    return known.get(uri);
  };
}

export function location(place: FilePlace, findLines: FindLines): Location {
  const lines = findLines(place.uri);
  return { uri: place.uri, range: lines ? range(lines, place.range) : startOfFile };
}

const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const severities: Record<FileDiagnostic['severity'], DiagnosticSeverity> = {
  error: 1,
  warning: 2,
  information: 3,
  hint: 4,
};
