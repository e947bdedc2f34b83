import { counted } from '../../../base/counted.ts';
import { code, escapeMarkdownLine as inline, markdownLink } from '../../../base/markdown.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { graphDifference } from '../../../rdf/graphDifference.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { AnalysisOptions } from '../unitAnalysis.ts';
import { isDecided } from '../verdict.ts';
import { analyseChange, type ChangeAnalysis, type ChangeBasis } from './changeAnalysis.ts';

/** An open file before it was changed. */
export interface FileBase {
  /** What it is compared with, such as a Git revision, as its user calls it. */
  readonly name: string;
  /** Undefined if there was no such file. */
  readonly text: string | undefined;
  /** The former path of the file, if it was different. */
  readonly formerPath?: string | undefined;
  /** False if Git does not track the file, and so does not know a former name. */
  readonly isTracked?: boolean | undefined;
}

/** What a change does to the results of a store, or why that is unknown. */
export type StoreChange =
  | { readonly kind: 'compared'; readonly markdown: string }
  /** One of these has to be named. */
  | { readonly kind: 'several'; readonly stores: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** An open file as last linked, and the stores for the comparison. */
interface OpenFile extends Pick<ChangeBasis, 'stores' | 'whyUnasked'> {
  readonly uri: string;
  readonly linked: LinkedUnit;
}

/**
 * Compares an open file with what a store holds of it, and lists in Markdown which results the change introduces, removes
 * and keeps.
 *
 * @throws the signal's reason when aborted.
 */
export async function storeChange(
  { uri, linked, ...basis }: OpenFile,
  before: FileBase,
  options: AnalysisOptions,
  signal: AbortSignal,
): Promise<StoreChange> {
  const base = new TurtleDocument(uri, 0, before.text ?? '');
  const now = linked.documents.get(uri);
  const errors = now?.errors.length ?? 0;
  // The statements of an unreadable part would count as added or removed.
  if (errors > 0) return failed(`The file has ${counted(errors, 'syntax error')}. Correct them first.`);
  if (base.errors.length > 0)
    return failed(
      `The file had ${counted(base.errors.length, 'syntax error')} at ${before.name}. Compare it with another revision.`,
    );
  const change = await analyseChange(linked, { ...basis, bases: [base] }, options, signal);
  const delta = now && graphDifference(base.graph, now.graph);
  return { kind: 'compared', markdown: markdownOf(change, { uri, before, delta, ...basis }) };
}

function failed(message: string): StoreChange {
  return { kind: 'failed', message };
}

interface Compared extends Pick<OpenFile, 'uri' | 'stores'> {
  readonly before: FileBase;
  readonly delta: GraphDelta | undefined;
}

function markdownOf(change: ChangeAnalysis, compared: Compared): string {
  const { analysis, kept, gone } = change;
  const { placed, print, report, notChecked } = analysis;
  const isKept = takenFrom(kept);
  const old = new Set(placed.filter(({ violation }) => isKept(violation)));
  const describe = ({ focusNode, resultPath, value, constraint }: Violation) =>
    `${inline(print(constraint.parameter))} at ${inline(print(focusNode))}` +
    (resultPath === undefined ? '' : `, path ${inline(print(resultPath))}`) +
    (value === undefined ? '' : `, value ${inline(print(value))}`);
  const line = ({ violation, place }: PlacedViolation) => `- ${describe(violation)}${placeText(place)}`;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${title} (${lines.length})`, '', ...lines, ''];
  const reasons = new Set(
    [...report.status.reasons, ...notChecked.map(({ reason }) => ({ message: reason }))].map(
      ({ message }) => message,
    ),
  );
  return [
    `# Change of ${inline(fileNameOfUri(compared.uri))} in ${inline(compared.stores.changed.url)}`,
    '',
    ...comparedWith(compared),
    '',
    outcomeOf(change, old.size),
    '',
    ...section('New', placed.filter((each) => !old.has(each)).map(line)),
    ...section(
      'Gone',
      gone.map((violation) => `- ${describe(violation)}`),
    ),
    ...section('Kept', placed.filter((each) => old.has(each)).map(line)),
    ...section(
      'Not checked',
      [...reasons].map((reason) => `- ${inline(reason)}`),
    ),
  ].join('\n');
}

/** What the file is compared with and over which stores, one sentence for each line. */
function comparedWith({
  stores,
  before: { name, text, formerPath, isTracked },
  delta,
}: Compared): readonly string[] {
  const added = delta && counted(delta.added.length, 'triple');
  const removed = delta && counted(delta.removed.length, 'triple');
  return [
    text === undefined
      ? `There is no such file at ${code(name)}, so all of it is added.`
      : formerPath === undefined
        ? `Compared with ${code(name)}.`
        : `Compared with ${code(name)}, where the file was ${code(formerPath)}.`,
    ...(isTracked === false
      ? [
          'Git does not track the file. If it had another name then, run “git add” first, so that Git can recognize the renaming.',
        ]
      : []),
    ...(delta ? [`The change adds ${added} and removes ${removed}.`] : []),
    ...(stores.others.length > 0
      ? [`Context: ${stores.others.map(({ url }) => inline(url)).join(', ')}.`]
      : []),
  ];
}

/** What the change does, in a sentence or two. */
function outcomeOf({ analysis, gone }: ChangeAnalysis, kept: number): string {
  const { graphs, placed, report } = analysis;
  const judged = new Set((graphs.focuses ?? []).map(({ node }) => node)).size;
  const fresh = placed.length - kept;
  const open = isDecided({ kind: report.status.verdict, reasons: [] })
    ? ''
    : 'Undecided, because not everything was checked. ';
  if (judged === 0) return `${open}It matters to no focus node, so no result comes or goes.`;
  const scope = `It may matter to ${counted(judged, 'focus node')}: `;
  const turns =
    fresh + gone.length === 0
      ? 'no result comes or goes'
      : `${counted(fresh, 'new result')}, ${gone.length} gone`;
  return `${open}${scope}${turns}${kept === 0 ? '' : `, ${kept} kept`}.`;
}

/** Nodes that only stores describe have no place in a file. */
function placeText(place: PlacedViolation['place']): string {
  if (!place) return ', in a store only';
  const { document, range } = place;
  const number = document.lines.positionAt(range.start).line + 1;
  return `, ${markdownLink(`${fileNameOfUri(document.uri)}, line ${number}`, `${document.uri}#L${number}`)}`;
}

/** Whether a result is one of some results, each of which counts once. */
export function takenFrom(results: readonly Violation[]): (violation: Violation) => boolean {
  const left = new Map<string, number>();
  for (const each of results) left.set(violationKey(each), (left.get(violationKey(each)) ?? 0) + 1);
  return (violation) => {
    const count = left.get(violationKey(violation)) ?? 0;
    left.set(violationKey(violation), count - 1);
    return count > 0;
  };
}
