import { counted } from '../../base/counted.ts';
import { escapeMarkdownLine as inline, markdownLink } from '../../base/markdown.ts';
import type { LinkedUnit } from '../../project/linkedUnit.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { takenFrom } from '../../shacl/results/takenFrom.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import type { Store } from '../../store/store.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { AnalysisOptions } from '../unitAnalysis.ts';
import { analyseChange, type ChangeAnalysis } from './changeAnalysis.ts';

/** What an open file was before it was changed. */
export interface FileBase {
  /** What it is compared with, such as a Git revision, as its user calls it. */
  readonly name: string;
  /** Undefined where there was no such file. */
  readonly text: string | undefined;
}

/** What a change does to the results of a store, or why nobody can say. */
export type StoreChange =
  | { readonly kind: 'compared'; readonly markdown: string }
  /** One of these has to be named. */
  | { readonly kind: 'several'; readonly stores: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Compares an open file with what a store holds of it, and tells in Markdown which results come, go and stay with the change.
 *
 * @throws the signal's reason when aborted.
 */
export async function storeChange(
  { uri, linked, store }: { readonly uri: string; readonly linked: LinkedUnit; readonly store: Store },
  { name, text }: FileBase,
  options: AnalysisOptions,
  signal: AbortSignal,
): Promise<StoreChange> {
  const base = new TurtleDocument(uri, 0, text ?? '');
  const now = linked.documents.get(uri)?.errors.length ?? 0;
  // What a part that can't be read states would count as added or removed.
  if (now > 0) return failed(`The file has ${counted(now, 'syntax error')}. Correct them first.`);
  if (base.errors.length > 0)
    return failed(`The file had ${counted(base.errors.length, 'syntax error')} at ${name}.`);
  const change = await analyseChange(linked, { bases: [base], store }, options, signal);
  return {
    kind: 'compared',
    markdown: markdownOf(change, { uri, store: store.url, name, isNew: text === undefined }),
  };
}

function failed(message: string): StoreChange {
  return { kind: 'failed', message };
}

function markdownOf(
  { analysis, kept, gone }: ChangeAnalysis,
  about: { readonly uri: string; readonly store: string; readonly name: string; readonly isNew: boolean },
): string {
  const { placed, print, graphs, report, notChecked } = analysis;
  const isKept = takenFrom(kept);
  const old = new Set(placed.filter(({ violation }) => isKept(violation)));
  const describe = ({ focusNode, resultPath, value, constraint }: Violation) =>
    `${inline(print(constraint.parameter))} at ${inline(print(focusNode))}` +
    (resultPath === undefined ? '' : `, path ${inline(print(resultPath))}`) +
    (value === undefined ? '' : `, value ${inline(print(value))}`);
  const line = ({ violation, place }: PlacedViolation) => `- ${describe(violation)}${placeText(place)}`;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${title} (${lines.length})`, '', ...lines, ''];
  const { verdict } = report.status;
  const judged = new Set((graphs.focuses ?? []).map(({ node }) => node)).size;
  const reasons = new Set(
    [...report.status.reasons, ...notChecked.map(({ reason }) => ({ message: reason }))].map(
      ({ message }) => message,
    ),
  );
  return [
    `# Change of ${inline(fileNameOfUri(about.uri))} in ${inline(about.store)}`,
    '',
    about.isNew
      ? `There is no such file at ${inline(about.name)}, so all of it is added.`
      : `Compared with ${inline(about.name)}.`,
    `The change may matter to ${counted(judged, 'focus node')}. Verdict: ${verdict}.`,
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

/** Nodes that only the store describes have no place in a file. */
function placeText(place: PlacedViolation['place']): string {
  if (!place) return ', in the store only';
  const { document, range } = place;
  const number = document.lines.positionAt(range.start).line + 1;
  return `, ${markdownLink(`${fileNameOfUri(document.uri)}, line ${number}`, `${document.uri}#L${number}`)}`;
}
