import { applyHunks, type FilePatch, readPatch, reversedHunks } from '../../base/patch.ts';
import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import { changeBetween } from '../../rdf/turtle/changeBetween.ts';
import { planDocumentEdits } from '../../repair/proof/verify.ts';
import { applyUpdate } from '../../sparql/applyUpdate.ts';
import { readUpdate } from '../../sparql/updateText.ts';
import type { FileText } from '../../workspace/project/fileSystem.ts';
import type { AnalysedRun } from '../report/validationRun.ts';

/** The text of a file before and after a change. */
export interface ChangedText {
  /** Undefined for a file that the change creates. */
  readonly before: string | undefined;
  /** Undefined for a file that the change deletes. */
  readonly after: string | undefined;
  /** The edits that lead from one to the other, where they are known. */
  readonly edits?: readonly OffsetEdit[];
}

export type ReadChange =
  | {
      readonly kind: 'texts';
      /** By uri; only files whose text differs. */
      readonly texts: ReadonlyMap<string, ChangedText>;
      /** True when the files have the text after the change already. */
      readonly isMade: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Turns an update into the texts that it makes of the data files of the first checked unit, in their style, proven to state
 * exactly what the update changes.
 */
export async function textsOfUpdate(
  update: string,
  { analyses: [analysis] }: AnalysedRun,
  signal: AbortSignal,
): Promise<ReadChange> {
  if (analysis === undefined || analysis.graphs.data.length === 0)
    return refused('There is no data to change.');
  const { graphs, print } = analysis;
  const { entailment, dataGraph } = graphs.input;
  const read = await readUpdate(update, { prefixes: graphs.data[0]!.prefixes });
  if (read.kind === 'refused') return refused(read.reason);
  const applied = await applyUpdate(entailment?.asserted ?? dataGraph, read.update, signal);
  if (applied.kind === 'refused') return refused(applied.reason);
  const context = graphs.context.map(({ uri, graph }) => ({ uri, graph }));
  const plan = await planDocumentEdits(
    { documents: graphs.data, context, term: print, rdf: graphs.rdf },
    applied.delta,
  );
  if (plan.kind === 'notExpressible') return refused(plan.reason);
  return differing(
    plan.edits.map(({ document, edits }) => {
      const before = document.text;
      return [document.uri, { before, after: applyEdits(before, edits), edits }];
    }),
  );
}

/** Why a deletion is not written. */
export function deletedByPeople(name: string): string {
  return `the change deletes ${name}. It is verified, but not made: delete the file by other means.`;
}

/** How files are read and named. */
export interface PatchedFiles {
  read(uri: string): Promise<FileText>;
  /** The uri of a path in a patch, or why it may not be changed. */
  uriOf(path: string): Promise<{ readonly uri: string } | { readonly refused: string }>;
  /** Whether a file is ignored in the change, if there are others. */
  ignores(path: string): boolean;
}

/** The files that a patch names, without reading them, and whether it deletes them. */
export function patchedFiles(
  patch: string,
): readonly { readonly path: string; readonly isDeleted: boolean }[] {
  const read = readPatch(patch);
  if (read.kind === 'unreadable') return [];
  return read.files.flatMap(({ before, after }) => {
    const path = after ?? before;
    return path === undefined ? [] : { path, isDeleted: after === undefined };
  });
}

/**
 * Applies a patch to the files that it names. One that does not fit, but fits in reverse, has been applied already: the
 * texts before are those without it.
 */
export async function textsOfPatch(patch: string, files: PatchedFiles): Promise<ReadChange> {
  const read = readPatch(patch);
  if (read.kind === 'unreadable') return refused(read.reason);
  const change = await patched(read.files, files, textsToCome);
  if (change.kind === 'texts') return change;
  const made = await patched(read.files, files, textsBefore);
  return made.kind === 'texts' ? { ...made, isMade: true } : change;
}

async function patched(
  patches: readonly FilePatch[],
  files: PatchedFiles,
  textsOf: (patch: FilePatch, path: string, file: FileText) => ChangedText | string,
): Promise<ReadChange> {
  const texts = new Map<string, ChangedText>();
  const counted = patches.filter(({ before, after }) => !files.ignores(after ?? before!));
  for (const patch of counted.length > 0 ? counted : patches) {
    const path = patch.after ?? patch.before!;
    if (patch.refused !== undefined) return refused(patch.refused);
    const place = await files.uriOf(path);
    if ('refused' in place) return refused(place.refused);
    if (texts.has(place.uri)) return refused(`The patch changes ${path} twice.`);
    const found = textsOf(patch, path, await files.read(place.uri));
    if (typeof found === 'string') return refused(found);
    texts.set(place.uri, found);
  }
  return differing(texts);
}

/** The new text of a file, or why it can't be changed. */
function textsToCome(
  { before, after, hunks }: FilePatch,
  path: string,
  file: FileText,
): ChangedText | string {
  if (before === undefined) {
    if (file.kind === 'text') return `The patch creates ${path}, which is there already.`;
    if (file.reason !== 'missing') return `${path} can't be read: ${file.detail}.`;
  } else if (file.kind === 'unreadable') return `${path} can't be read: ${file.detail}.`;
  const text = file.kind === 'text' ? file.text : undefined;
  const result = applyHunks(text ?? '', hunks);
  if (result.kind === 'refused') return `${path}: ${result.reason}`;
  if (after !== undefined)
    return text === undefined
      ? { before: text, after: result.text }
      : { before: text, after: result.text, edits: result.edits.flatMap((edit) => smallest(edit, text)) };
  return result.text === ''
    ? { before: text, after: undefined }
    : `The patch deletes ${path}, but does not have all of its lines.`;
}

/** The earlier text of a file, or why it can't be reconstructed. */
function textsBefore(
  { before, after, hunks }: FilePatch,
  path: string,
  file: FileText,
): ChangedText | string {
  if (after === undefined) {
    if (file.kind === 'text' || file.reason !== 'missing')
      return `The patch deletes ${path}, which is there.`;
    const deleted = applyHunks('', reversedHunks(hunks));
    return deleted.kind === 'refused'
      ? `${path}: ${deleted.reason}`
      : { before: deleted.text, after: undefined };
  }
  if (file.kind === 'unreadable') return `${path} can't be read: ${file.detail}.`;
  const result = applyHunks(file.text, reversedHunks(hunks));
  if (result.kind === 'refused') return `${path}: ${result.reason}`;
  return { before: before === undefined ? undefined : result.text, after: file.text };
}

/** An edit without what it leaves as it is; none where it changes nothing. */
function smallest({ range, newText }: OffsetEdit, text: string): readonly OffsetEdit[] {
  const { start, end, length } = changeBetween(text.slice(range.start, range.end), newText);
  const edit = {
    range: { start: range.start + start, end: range.start + end },
    newText: newText.slice(start, start + length),
  };
  return start === end && length === 0 ? [] : [edit];
}

/** The whole new text of a file. */
export async function textsOfText(
  { uri, text }: { readonly uri: string; readonly text: string },
  file: FileText,
): Promise<ReadChange> {
  if (file.kind === 'text') {
    const whole = { range: { start: 0, end: file.text.length }, newText: text };
    return differing([[uri, { before: file.text, after: text, edits: smallest(whole, file.text) }]]);
  }
  return file.reason === 'missing'
    ? differing([[uri, { before: undefined, after: text }]])
    : refused(`The file can't be read: ${file.detail}.`);
}

function differing(texts: Iterable<readonly [string, ChangedText]>): Extract<ReadChange, { kind: 'texts' }> {
  const all = [...texts].filter(([, { before, after }]) => before !== after);
  return { kind: 'texts', texts: new Map(all), isMade: false };
}

function refused(reason: string): Extract<ReadChange, { kind: 'refused' }> {
  return { kind: 'refused', reason };
}
