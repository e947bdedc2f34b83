import { counted } from '../../base/counted.ts';
import { commonStart, diffHunks, hunkHeader } from '../../base/diff.ts';
import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import {
  type ProposedRepair,
  type Ranked,
  type SoundRepair,
  uncertaintyText,
  type VerifiedRepair,
} from '../../repair/repair.ts';
import { sureness } from '../../repair/scorecard/certainty.ts';
import { preferredRepair } from '../../repair/search/rankRepairs.ts';
import { repairEvidence } from '../../service/ide/repairs/repairEvidence.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import type { FoundRemedy, SuggestedRepairs } from '../../service/report/suggestedRepairs.ts';
import { type RunResultGroup, resultGroups } from '../../service/report/undescribedResults.ts';
import { type AnalysedRun, type ValidationRunResult, withProbe } from '../../service/report/validationRun.ts';
import { runVerdict } from '../../service/report/verdict.ts';
import { verdictText } from '../../service/report/verdictText.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { displayPath } from '../output/paths.ts';
import { type Printer, paragraphPieces, paragraphs, placeText } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { groupText, notCheckedText, resultCount, resultText } from '../output/textReport.ts';
import type { AppliedKind, AppliedRepair, AppliedRepairs } from './applyBest.ts';

/** What `repair` prints for people: each result with what can be done about it, as diffs. */
export function suggestionsText(
  run: AnalysedRun,
  suggested: readonly SuggestedRepairs[],
  printer: Printer,
): Iterable<string> {
  return paragraphPieces(suggestionBlocks(run, suggested, printer));
}

function* suggestionBlocks(
  run: AnalysedRun,
  suggested: readonly SuggestedRepairs[],
  printer: Printer,
): Iterable<readonly string[]> {
  const { style } = printer;
  const repairable = suggested.filter(({ repairs }) => repairs.some(({ verdict }) => !verdict.degenerate));
  const sure = suggested.filter(({ repairs }) => preferredRepair(repairs) !== undefined).length;
  const summary =
    suggested.length === 0
      ? nothingToRepair(run, printer)
      : `${style.bold(style.red(resultCount(suggested.map(({ result }) => result))))}, ` +
        `${repairable.length} of them with verified repairs; ${sure === 0 ? 'none is certain, so --apply applies none' : `--apply applies the ${sure} that ${sure === 1 ? 'is' : 'are'} certain`}`;
  const listing: Listing = { listed: new Map(), keyOf: keysOf(run) };
  const { causes, told } = toldByCause(run, suggested);
  for (const entry of suggested) {
    const { result } = entry;
    if (told.has(result)) continue;
    const cause = causes.get(result);
    if (cause) yield groupText(cause, printer, { showGrouped: true });
    yield withProbe(result, () => [
      ...suggestionText(entry, listing, printer),
      ...(cause?.repeated ? [sameElsewhere(cause.members, told, printer)] : []),
    ]);
  }
  yield notCheckedText(run, printer);
  yield [summary];
}

/** The causes that results share, each with its first result and the others that have the same first repair. */
function toldByCause(run: AnalysedRun, suggested: readonly SuggestedRepairs[]) {
  const causes = new Map<ValidationRunResult, RunResultGroup>();
  const told = new Set<ValidationRunResult>();
  for (const group of resultGroups(run.results)) {
    const members = new Set(group.members);
    const [first, ...others] = suggested.filter(({ result }) => members.has(result));
    if (first === undefined || others.length === 0) continue;
    causes.set(first.result, group);
    const [best] = first.repairs;
    if (best === undefined || best.verdict.degenerate) continue;
    const ended = new Set(best.verdict.alsoFixes.map(violationKey));
    const isSame = (other: SuggestedRepairs) => group.repeated && withoutNode(other) === withoutNode(first);
    for (const other of others)
      if (ended.has(violationKey(other.result.violation)) || isSame(other)) told.add(other.result);
  }
  return { causes, told };
}

/** The results that are not listed because their first repair is the same. */
function sameElsewhere(
  members: readonly ValidationRunResult[],
  told: ReadonlySet<ValidationRunResult>,
  { style }: Printer,
): string {
  const keys = members.filter((each) => told.has(each)).map(({ key }) => key);
  return `  ${style.dim('=')} The first repair is the same for ${othersText(keys)}.`;
}

/** The title of the first repair, as worded for other nodes. */
function withoutNode({ result: { violation, analysis }, repairs }: SuggestedRepairs): string | undefined {
  return repairs[0]?.repair.title.replaceAll(analysis.print(violation.focusNode), '');
}

/** What `repair --apply` prints for people: what was done, what is left and why. */
export function applicationText(application: AppliedRepairs, printer: Printer): string {
  return paragraphs([
    appliedByKind(application.applied, printer),
    ...application.files
      .filter(({ text }) => text.edits.length > 0)
      .map(({ document, text }) => diffLines(document, text.edits, printer)),
    leftLines(application.after.results, application, printer),
    notCheckedText(application.before, printer),
    [applicationSummary(application, printer)],
  ]);
}

/** The results that would be left in a file that stays unchanged for now, and why, at their current places. */
export function leftText(application: AppliedRepairs, printer: Printer): string {
  const { before, after } = application;
  const results = after.results.map(
    (result) => before.results.find(({ key }) => key === result.key) ?? result,
  );
  return paragraphs([
    [
      ...leftLines(results, application, printer),
      ...notCheckedText(before, printer),
      applicationSummary(application, printer),
    ],
  ]);
}

/** What a list of repairs has printed so far. */
interface Listing {
  /** The key of the result at which a repair is listed, by its edits. */
  readonly listed: Map<string, string>;
  readonly keyOf: (violation: Violation, analysis: UnitAnalysis) => string | undefined;
}

/** The keys of results in a run, in which equal ones are numbered over all units. */
export function keysOf({ results }: AnalysedRun): Listing['keyOf'] {
  const keys = new Map<UnitAnalysis, Map<string, string>>();
  for (const { analysis, violation, key } of results) {
    const ofUnit = keys.get(analysis) ?? new Map<string, string>();
    keys.set(analysis, ofUnit.set(violationKey(violation), key));
  }
  return (violation, analysis) => keys.get(analysis)?.get(violationKey(violation));
}

/** A repair that removes several results is listed only at the first of them. */
function suggestionText(
  { result, repairs, uncertainty, remedies }: SuggestedRepairs,
  listing: Listing,
  printer: Printer,
): readonly string[] {
  const { style } = printer;
  const { listed } = listing;
  const editsOf = ({ verdict }: VerifiedRepair) =>
    JSON.stringify(verdict.edits.map(({ document, edits }) => [document.uri, edits]));
  const listedAt = (each: VerifiedRepair) => listed.get(editsOf(each));
  const real = repairs.filter(({ verdict }) => !verdict.degenerate);
  const lines: string[] = real.flatMap((each) => {
    const key = listedAt(each);
    return key === undefined ? [] : [`${style.green(`listed at [${key}]`)}: ${title(each.repair)}`];
  });
  const found = real.filter((each) => listedAt(each) === undefined);
  const leaving = shownExclusions(repairs).filter((each) => listedAt(each) === undefined);
  for (const each of [...found, ...leaving]) listed.set(editsOf(each), result.key);
  lines.push(
    ...found.flatMap((each, i) =>
      repairLines(each, result.analysis, listing, style.green(`repair ${i + 1} of ${found.length}`), printer),
    ),
  );
  // Taking the node out of its target does not repair its description, so any other repair comes first.
  const excluding = leaving.flatMap((each) =>
    repairLines(each, result.analysis, listing, style.yellow(exclusionHeading), printer),
  );
  return [
    ...resultText(result, printer, false),
    ...lines.map((line) => `  ${line}`),
    ...(uncertainty ? [`  ${style.yellow(printable(uncertaintyText(uncertainty)))}`] : []),
    ...remedies.flatMap((remedy) => remedyLines(remedy, printer)).map((line) => `    ${line}`),
    ...excluding.map((line) => `  ${line}`),
  ];
}

/** The title of a repair that only takes a node out of the target of a shape. */
export const exclusionHeading = 'instead of a repair';

/** The repairs that only take a node out of its target; none where a likely repair exists, as in menus. */
export function shownExclusions<
  R extends Pick<Ranked<VerifiedRepair>, 'certainty'> & {
    readonly verdict: { readonly degenerate: boolean };
  },
>(repairs: readonly R[]): readonly R[] {
  const hasLikely = repairs.some(
    ({ certainty, verdict }) => !verdict.degenerate && (certainty === 'certain' || certainty === 'likely'),
  );
  return hasLikely ? [] : repairs.filter(({ verdict }) => verdict.degenerate);
}

function repairLines(
  verified: Ranked<VerifiedRepair>,
  analysis: UnitAnalysis,
  { keyOf }: Listing,
  heading: string,
  printer: Printer,
): readonly string[] {
  const { alsoFixes, edits } = verified.verdict;
  const notes = [
    certaintyText(verified),
    ...(alsoFixes.length > 0
      ? [`also fixes ${othersText(alsoFixes.map((each) => keyOf(each, analysis)))}`]
      : []),
  ];
  return [
    `${heading}: ${title(verified.repair)}${printer.style.dim(` (${notes.join('; ')})`)}`,
    ...evidenceLines(verified, analysis, printer),
    ...edits.flatMap(({ document, edits: own }) => [
      ...(edits.length > 1 ? [`  ${printer.style.blue(displayPath(printer.cwd, document.uri))}`] : []),
      ...diffLines(document, own, printer),
    ]),
  ];
}

/** `2 other results: [5db5e0209888], [e2e5c58c41b9]`; just their number where they are many, or not listed. */
function othersText(keys: readonly (string | undefined)[]): string {
  const count = counted(keys.length, 'other result');
  const areShown = keys.length <= shownOthers && keys.every((key) => key !== undefined);
  return areShown ? `${count}: ${keys.map((key) => `[${key}]`).join(', ')}` : count;
}

const shownOthers = 5;

/** The remedies; the repairs to choose from are listed above. */
function remedyLines({ kind, title, files }: FoundRemedy, { cwd }: Printer): readonly string[] {
  if (kind === 'choose') return [];
  if (files.length === 0) return [printable(title)];
  return files.map((uri) => `${printable(title)}: ${displayPath(cwd, uri)}`);
}

/** Repairs of many results of one kind are listed once, with the first few places. */
function appliedByKind(all: readonly AppliedRepair[], printer: Printer): readonly string[] {
  const told = new Set<AppliedKind>();
  const linesOf = (applied: AppliedRepair) => withProbe(applied.result, () => appliedText(applied, printer));
  return all.flatMap((applied) => {
    const { kind } = applied;
    if (kind === undefined || kind.count < manyOfKind) return linesOf(applied);
    if (told.has(kind)) return [];
    told.add(kind);
    const shown = all.filter((each) => each.kind === kind).slice(0, shownOfKind);
    return [
      `${printer.style.green(`${kind.count} results of this kind`)}: ${printable(kind.title)}`,
      ...shown.flatMap(linesOf).map((line) => `  ${line}`),
      `  and ${kind.count - shown.length} more`,
    ];
  });
}

const manyOfKind = 6;
const shownOfKind = 3;

function appliedText({ result, chosen }: AppliedRepair, printer: Printer): readonly string[] {
  const { repair, certainty } = chosen;
  const { style } = printer;
  const done = certainty === 'certain' ? style.green('repaired') : style.yellow('guessed');
  const sure = certainty === 'certain' ? '' : style.dim(` (${certaintyText(chosen)})`);
  return [
    `${done} ${resultName(result, printer)}: ${title(repair)}${sure}`,
    ...evidenceLines(chosen, result.analysis, printer).map((line) => `  ${line}`),
  ];
}

function leftLines(
  results: readonly ValidationRunResult[],
  { left }: AppliedRepairs,
  printer: Printer,
): readonly string[] {
  return results.map((result) => {
    const why = left.get(result.key) ?? 'not asked for';
    const name = withProbe(result, () => resultName(result, printer));
    return `${printer.style.yellow('left')} ${name}: ${printable(why)}`;
  });
}

/** The outcome for all files together. */
export function totalText(applications: readonly AppliedRepairs[], printer: Printer): string {
  const sum = (count: (application: AppliedRepairs) => number) =>
    applications.reduce((total, application) => total + count(application), 0);
  const found = sum(({ before }) => before.results.length);
  const left = sum(({ after }) => after.results.length);
  const changed = sum(({ files }) => files.filter(({ text }) => text.edits.length > 0).length);
  const all = sum(({ files }) => files.length);
  const { style } = printer;
  const paint = left === 0 ? style.green : style.yellow;
  return `${style.bold(paint(`${found - left} of ${counted(found, 'result')} repaired in ${changed} of ${counted(all, 'file')}`))}, ${left === 0 ? 'none' : left} left\n`;
}

function applicationSummary(application: AppliedRepairs, printer: Printer): string {
  const { before, after, files, isOneOfMany } = application;
  const { style, cwd } = printer;
  if (before.results.length === 0) return nothingToRepair(before, printer);
  const repaired = before.results.length - after.results.length;
  const paint = after.results.length === 0 ? style.green : style.yellow;
  const rest = after.results.length === 0 ? 'none' : String(after.results.length);
  const names = isOneOfMany
    ? `${files.map(({ document }) => displayPath(cwd, document.uri)).join(', ')}: `
    : '';
  return `${names}${style.bold(paint(`${repaired} of ${counted(before.results.length, 'result')} repaired`))}, ${rest} left`;
}

export function nothingToRepair(run: AnalysedRun, { style, cwd }: Printer): string {
  const verdict = runVerdict(run);
  return verdict.kind === 'conforms'
    ? style.bold(style.green('Nothing to repair'))
    : style.bold(style.yellow(printable(verdictText(verdict, (uri) => displayPath(cwd, uri)))));
}

/** `units.ttl:47:24 sh:pattern`. */
export function resultName(
  { violation, place, analysis, key }: ValidationRunResult,
  printer: Printer,
): string {
  const { print } = analysis;
  const where = place
    ? placeText(printer, place.document, place.range.start)
    : printable(print(violation.focusNode));
  const { style } = printer;
  return `${style.blue(where)} ${printable(print(violation.constraint.parameter))} ${style.dim(`[${key}]`)}`;
}

export function certaintyText(ranked: Pick<Ranked, 'certainty' | 'likelihood'>): string {
  return ranked.certainty === 'needsInput' ? 'for you to decide' : sureness(ranked);
}

export function title(repair: ProposedRepair): string {
  return printable(repair.title).replaceAll('\n', ' ');
}

export function evidenceLines(
  repair: SoundRepair,
  { graphs, print }: UnitAnalysis,
  { style }: Printer,
): readonly string[] {
  const { words } = repairEvidence(repair, graphs, print);
  return words === undefined ? [] : [`  ${style.dim(`because: ${printable(words)}`)}`];
}

function diffLines(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  { style, width }: Printer,
): readonly string[] {
  return diffHunks(document.text, edits, 1)
    .flatMap((hunk) => [
      style.dim(hunkHeader(hunk)),
      ...cropped(hunk.lines.map(withoutReturn), width - 8).map((line) => diffLine(line, style)),
    ])
    .map((line) => `  ${line}`);
}

/** Long lines are cropped to the part in which a line differs from the one that it replaces. */
function cropped(lines: readonly string[], width: number): readonly string[] {
  return lines.map((line, i) => {
    if (line.length <= width) return line;
    const others = lines.filter((other, j) => Math.abs(i - j) <= maxDistance && other[0] !== line[0]);
    const common = Math.max(0, ...others.map((other) => commonStart(line.slice(1), other.slice(1))));
    const start = Math.max(1, Math.min(common - Math.floor(width / 2), line.length - width));
    const end = start + width;
    return `${line[0]}${start > 1 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
  });
}

/** Lines further apart are not compared. */
const maxDistance = 3;

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}

function diffLine(line: string, { green, red }: Printer['style']): string {
  const shown = printable(line);
  if (line.startsWith('+')) return green(shown);
  return line.startsWith('-') ? red(shown) : shown.trimEnd();
}
