import type { CreateFile, DeleteFile, Location, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { isAbort } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { IdleTimer } from '../../../base/idleTimer.ts';
import { OpenText } from '../../../base/textChange.ts';
import { escapeInvisibleLine } from '../../../base/visibleText.ts';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { fileNameOfUri, relativePath } from '../../../workspace/project/uris.ts';
import { isTurtleFile } from '../../../workspace/project/workspaceFiles.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import type {
  BroughtResults,
  JudgeChangeParams,
  JudgedChange,
} from '../../protocol/methods/repairMethods.ts';
import { KnownTexts } from './knownTexts.ts';
import { editWithClientUris, exactChange, type Mirror } from './mirror.ts';
import type { Publisher } from './publisher.ts';
import type { WorkspaceValidator } from './workspaceValidation.ts';

/** Programs write files in bursts; the pause after a burst, in ms. */
const pause = 500;

/** When more files change together, as when switching branches, they are not judged. */
const maxJudged = 100;

/** The editor, as far as it shows and undoes changes. */
interface EditorOfChanges {
  readonly mirror: Mirror;
  readonly publisher: Pick<Publisher, 'reportClosed'>;
  readonly workspaceValidation: Pick<WorkspaceValidator, 'isFollowing'>;
  readonly showsPlaces: boolean;
  readonly appliesEdits: boolean;
  tell(message: string): void;
  showPlace(place: Location): Promise<void>;
  choose(question: string, titles: readonly string[]): Promise<string | undefined>;
  apply(edit: WorkspaceEdit): Promise<{ readonly applied: boolean; readonly failureReason?: string }>;
}

/** What changes on disk are judged with. */
export interface DiskChangesParts {
  readonly editor: EditorOfChanges;
  readonly judge: (params: JudgeChangeParams, signal: AbortSignal) => Promise<JudgedChange | null>;
  readonly log: (message: string) => void;
}

/** Files that changed together, and what that does to their results. */
interface JudgedChanges {
  readonly changes: ReadonlyMap<string, DiskChange>;
  readonly judged: JudgedChange;
}

interface DiskChange {
  /** Undefined for a file that was created. */
  readonly before: string | undefined;
  /** Undefined for a file that was deleted. */
  readonly after: string | undefined;
}

/**
 * Judges what other programs change in the Turtle files of the workspace, as `guard --change` does: against the last text
 * that was known here, which is the text on disk when judging started, after the last change, or as saved by the editor.
 * Changes that introduce results are reported to the user, once for all files that change together, and the user may undo
 * them. Nothing is written until the user confirms.
 */
export class DiskChanges {
  readonly #parts: DiskChangesParts;
  readonly #known: KnownTexts;
  readonly #changed = new Set<string>();
  /** Open files whose text in the editor differs from that on disk. */
  readonly #differing = new Set<string>();
  /** The texts of files after undoing, which is not a change by another program. Undefined for those that it deletes. */
  readonly #undone = new Map<string, string | undefined>();
  /** The keys of results that changes have introduced in data files that are not open. */
  readonly #brought = new Map<string, readonly string[]>();
  readonly #ended = new AbortController();
  readonly #soon = new IdleTimer(pause, () => void this.#judgeAll());
  #folders: readonly string[] = [];
  #edits: EditCapabilities | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isJudging: boolean = false;
  #isAsking: boolean = false;
  /** Changes that arrived while a message waits for the user. */
  #waiting: JudgedChanges | undefined;

  constructor(parts: DiskChangesParts) {
    this.#parts = parts;
    this.#known = new KnownTexts(parts.log);
  }

  /** Judges changes below these folders from now on, compared with what is on disk now. */
  follow(folders: readonly string[], edits: EditCapabilities): void {
    const added = folders.filter((folder) => !this.#folders.includes(folder));
    this.#folders = folders;
    this.#edits = edits;
    this.#reading = this.#reading.then(() => this.#known.read(added)).catch((error) => this.#failed(error));
  }

  dispose(): void {
    this.#ended.abort();
    for (const uri of [...this.#brought.keys()]) this.#show(uri, { keys: [], diagnostics: {} });
  }

  filesChanged(uris: readonly string[]): void {
    for (const uri of uris) if (this.#isFollowed(uri)) this.#changed.add(uri);
    if (this.#changed.size > 0) this.#soon.interrupt();
  }

  /** An editor that reloads a changed file may do so after the change was noticed. */
  edited(uri: string): void {
    if (this.#differing.delete(uri)) this.filesChanged([uri]);
  }

  /** A file that the editor saves was not changed by another program. */
  saved(uri: string): void {
    const text = this.#parts.editor.mirror.get(uri);
    if (!text || !this.#isFollowed(uri)) return;
    this.#known.set(uri, text.getText());
    this.#undone.delete(uri);
    // The user has seen the text and saved it.
    this.#show(uri, { keys: [], diagnostics: {} });
  }

  #isFollowed(uri: string): boolean {
    return (
      isTurtleFile(uri) && !isPassedOver.test(uri) && this.#folders.some((folder) => isAtOrBelow(uri, folder))
    );
  }

  async #judgeAll(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (this.#isJudging) return this.#soon.interrupt();
    this.#isJudging = true;
    try {
      await this.#reading;
      const uris = [...this.#changed];
      this.#changed.clear();
      const { changes, isUndone } = await this.#changesOf(uris);
      if (changes.size > maxJudged) {
        // It is unknown which of the earlier results still exist.
        for (const uri of [...this.#brought.keys()]) this.#show(uri, { keys: [], diagnostics: {} });
        this.#parts.editor.tell(
          `Other programs changed ${counted(changes.size, 'file')} at once. More than ${maxJudged} are not judged; Validate Workspace lists all results.`,
        );
      } else if (changes.size > 0 || isUndone) await this.#judge(changes);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isJudging = false;
    }
  }

  /** How the files differ from their known texts, except for those that are undone. The new texts are known from now on. */
  async #changesOf(uris: readonly string[]) {
    let isUndone = false;
    const changes = new Map<string, DiskChange>();
    const { mirror } = this.#parts.editor;
    for (const uri of uris) {
      const file = await this.#known.onDisk(uri, this.#folders);
      if (file.kind === 'unreadable' && file.reason !== 'missing') {
        this.#known.setUnread(uri);
        continue;
      }
      const after = file.kind === 'text' ? file.text : undefined;
      const before = this.#known.get(uri);
      if (before === after) continue;
      const open = mirror.get(uri);
      if (open && after !== undefined && open.getText() !== after) {
        this.#differing.add(uri);
        continue;
      }
      const isOwn = this.#undone.has(uri) && this.#undone.get(uri) === after;
      this.#undone.delete(uri);
      const isNew = before === undefined;
      if (isOwn) isUndone = true;
      else if (isNew && (await this.#known.isOfSuite(uri, this.#folders))) {
        this.#known.setUnread(uri);
        continue;
      } else if (!isNew || (await this.#known.wasMissing(uri, this.#folders)))
        changes.set(uri, { before, after });
      this.#known.set(uri, after);
    }
    return { changes, isUndone };
  }

  async #judge(changes: ReadonlyMap<string, DiskChange>): Promise<void> {
    const { judge } = this.#parts;
    // The cure of an earlier result may be in another file than the result.
    const earlier = [...this.#brought.keys()].filter((uri) => !changes.has(uri));
    const judgedAgain = earlier.slice(0, maxJudged).flatMap((uri) => {
      const text = this.#known.get(uri);
      return text === undefined ? [] : [[uri, { before: text, after: text }] as const];
    });
    const texts = Object.fromEntries([
      ...[...changes].map(([uri, { before = null, after = null }]) => [uri, { before, after }] as const),
      ...judgedAgain,
    ]);
    const shown = Object.fromEntries(this.#brought);
    const judged = await judge({ texts, shown }, this.#ended.signal);
    if (this.#ended.signal.aborted) return;
    for (const uri of [...changes.keys(), ...earlier])
      this.#show(uri, judged?.brought[uri] ?? { keys: [], diagnostics: {} });
    if (changes.size === 0) return;
    if (judged && judged.verdict !== 'holds')
      this.#ask({ changes, judged }).catch((error) => this.#failed(error));
    const names = [...changes.keys()].map((uri) => this.#nameOf(uri)).join(', ');
    this.#parts.log(`Judged what changed on disk: ${names}: ${judged?.verdict ?? 'not judged'}.`);
  }

  /** Lists the results that changes have introduced in a file, where nothing else lists its results. */
  #show(uri: string, { keys, diagnostics }: BroughtResults): void {
    const { publisher, workspaceValidation } = this.#parts.editor;
    const before = this.#brought.delete(uri);
    if (keys.length > 0) this.#brought.set(uri, keys);
    if ((before || keys.length > 0) && !workspaceValidation.isFollowing(uri))
      publisher.reportClosed(uri, diagnostics);
  }

  #wordsFor({ changes, judged }: JudgedChanges): string {
    const { verdict, reasons, introduced, fixed } = judged;
    const uris = [...changes.keys()];
    const what = `Another program changed ${uris.length === 1 ? this.#nameOf(uris[0]!) : counted(uris.length, 'file')}`;
    const [first = '', ...more] = reasons;
    const rest = more.length === 0 ? '' : ` And ${counted(more.length, 'more reason')}.`;
    switch (verdict) {
      case 'introduces':
        return `${what}: ${counted(introduced, 'new result')}${fixed > 0 ? `, ${fixed} fixed` : ''}.`;
      case 'holds':
      case 'undecided':
        return `${what}. No new results were found, but: ${first}${rest}`;
      case 'refused':
        return `${what}, which can't be judged: ${first}${rest}`;
    }
  }

  /** Reports a change. While a message waits for the user, further changes are collected and reported together after it. */
  async #ask(found: JudgedChanges): Promise<void> {
    if (this.#isAsking) {
      this.#waiting = this.#waiting ? together(this.#waiting, found) : found;
      return;
    }
    this.#isAsking = true;
    try {
      await this.#askOf(found);
    } finally {
      this.#isAsking = false;
      const next = this.#waiting;
      this.#waiting = undefined;
      if (next && !this.#ended.signal.aborted) await this.#ask(next);
    }
  }

  async #askOf({ changes, judged }: JudgedChanges): Promise<void> {
    const { editor } = this.#parts;
    const isUndone = editor.appliesEdits && [...changes.values()].some((each) => this.#canUndo(each));
    const show = judged.first && editor.showsPlaces ? ['Show'] : [];
    const chosen = await editor.choose(escapeInvisibleLine(this.#wordsFor({ changes, judged })), [
      ...show,
      ...(isUndone ? ['Undo the Change'] : []),
    ]);
    if (chosen === 'Show') {
      const { uri, range } = judged.first!;
      await editor.showPlace({ range, uri: editor.mirror.clientUri(uri) });
    }
    if (chosen === 'Undo the Change') await this.#undo(changes);
  }

  /**
   * Has the editor give files their former texts, delete those that were created, and create those that were deleted. Where
   * it can show edits before they are made, the user confirms each of them.
   */
  async #undo(changes: ReadonlyMap<string, DiskChange>): Promise<void> {
    const { editor } = this.#parts;
    const { documentChanges = false, annotations = false } = this.#edits ?? {};
    const isAnnotated = documentChanges && annotations;
    if (!isAnnotated) {
      const namesOf = (isAsked: (change: DiskChange) => boolean) =>
        [...changes]
          .filter(([, each]) => this.#canUndo(each) && isAsked(each))
          .map(([uri]) => this.#nameOf(uri));
      const created = namesOf(isCreation).join(', ');
      const others = namesOf((each) => !isCreation(each)).join(', ');
      const deleted = created && `${others ? ' and delete' : 'Delete'} ${created}`;
      const question = escapeInvisibleLine(`${others && `Undo the change of ${others}`}${deleted}?`);
      if ((await editor.choose(question, ['Undo'])) !== 'Undo') return;
    }
    // Files are read after the user has answered: they may have changed in the meantime.
    const { undone, left } = await this.#formerFiles(changes);
    if (undone.length > 0) {
      const id = isAnnotated ? { annotationId } : {};
      const edit: WorkspaceEdit = documentChanges
        ? {
            documentChanges: undone.flatMap(({ uri, version, edit, fileChange }) => [
              ...(fileChange ? [{ ...id, ...fileChange, uri }] : []),
              ...(edit ? [{ textDocument: { uri, version }, edits: [{ ...edit, ...id }] }] : []),
            ]),
            ...(isAnnotated && { changeAnnotations: { [annotationId]: annotation } }),
          }
        : { changes: Object.fromEntries(undone.map(({ uri, edit }) => [uri, edit ? [edit] : []])) };
      for (const { uri } of undone) this.#undone.set(uri, changes.get(uri)?.before);
      const { applied, failureReason } = await editor.apply(editWithClientUris(edit, editor.mirror));
      if (!applied) {
        for (const { uri } of undone) this.#undone.delete(uri);
        editor.tell(
          escapeInvisibleLine(
            `Nothing was undone${failureReason ? `: ${failureReason}` : ' by the editor'}.`,
          ),
        );
      }
    }
    if (left.length > 0)
      editor.tell(
        escapeInvisibleLine(
          `Not undone, because they were created, deleted or changed again: ${left.join(', ')}.`,
        ),
      );
  }

  /**
   * The edits that restore files, and the names of those that differ from the state after the change, or that the editor
   * can't restore.
   */
  async #formerFiles(changes: ReadonlyMap<string, DiskChange>) {
    const { mirror } = this.#parts.editor;
    const undone: UndoneFile[] = [];
    const left: string[] = [];
    for (const [uri, change] of changes) {
      const open = mirror.get(uri);
      const now = await this.#known.onDisk(uri, this.#folders);
      const text = now.kind === 'text' ? now.text : undefined;
      const { before, after } = change;
      const isGone = now.kind === 'unreadable' && now.reason === 'missing';
      // An editor shows changes of a file that it has open only later.
      const isAsLeft = text === after && (!open || open.getText() === after);
      if (!this.#canUndo(change) || !isAsLeft || isGone !== (after === undefined))
        left.push(this.#nameOf(uri));
      else if (before === undefined)
        undone.push({ uri, version: null, fileChange: { kind: 'delete', options: { recursive: false } } });
      else {
        const { range, text: newText } = exactChange(open ?? new OpenText(uri, 0, text ?? ''), {
          text: before,
        });
        const version = open?.version ?? null;
        undone.push({ uri, version, edit: { range, newText }, ...(isGone && { fileChange: creation }) });
      }
    }
    return { undone, left };
  }

  /** Whether the editor can restore the file. */
  #canUndo({ before, after }: DiskChange): boolean {
    if (before === undefined) return this.#edits?.deletes === true;
    return after !== undefined || this.#edits?.creates === true;
  }

  #nameOf(uri: string): string {
    const names = this.#folders.map((folder) => relativePath(folder, uri));
    return names.find((name) => name !== undefined) ?? fileNameOfUri(uri);
  }

  #failed(error: unknown): void {
    if (!isAbort(error, this.#ended.signal)) this.#parts.log(`A change on disk was not judged: ${error}`);
  }
}

/** Two consecutive changes as one. If the user saved the file between them, undoing leads back to that text. */
function together(first: JudgedChanges, then: JudgedChanges): JudgedChanges {
  const changes = new Map(first.changes);
  for (const [uri, { before, after }] of then.changes) {
    const known = changes.get(uri);
    changes.set(uri, { before: known && known.after === before ? known.before : before, after });
  }
  const verdicts = [first.judged.verdict, then.judged.verdict];
  return {
    changes,
    judged: {
      ...then.judged,
      verdict: verdicts.includes('introduces') ? 'introduces' : then.judged.verdict,
      reasons: [...new Set([...first.judged.reasons, ...then.judged.reasons])],
      introduced: first.judged.introduced + then.judged.introduced,
      fixed: first.judged.fixed + then.judged.fixed,
      first: then.judged.first ?? first.judged.first,
    },
  };
}

/** What makes one file what it was. */
interface UndoneFile {
  readonly uri: string;
  /** Of the open text. */
  readonly version: number | null;
  readonly fileChange?: Omit<DeleteFile, 'uri'> | Omit<CreateFile, 'uri'>;
  readonly edit?: TextEdit;
}

// A file that was created in the meantime is not overwritten.
const creation = { kind: 'create', options: { overwrite: false } } as const;

function isCreation({ before }: DiskChange): boolean {
  return before === undefined;
}

/** What searches of workspaces skip, and suites that are being written. */
const isPassedOver = /\/(?:node_modules|\.git|\.[^/]+\.partial)\//;

const annotationId = 'undo';
const annotation = {
  label: 'Undo the change of another program',
  description: 'The text that was known before it.',
  needsConfirmation: true,
};
