import type { Location, WorkspaceEdit } from 'vscode-languageserver';
import { isAbort } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { IdleTimer } from '../../../base/idleTimer.ts';
import { OpenText } from '../../../base/textChange.ts';
import { escapeInvisibleLine } from '../../../base/visibleText.ts';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { fileNameOfUri, relativePath } from '../../../workspace/project/uris.ts';
import { turtleExtensions } from '../../../workspace/project/workspaceFiles.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import type { JudgeChangeParams, JudgedChange } from '../../protocol/methods/repairMethods.ts';
import { KnownTexts } from './knownTexts.ts';
import { editWithClientUris, exactChange, type Mirror } from './mirror.ts';
import type { Publisher } from './publisher.ts';
import type { WorkspaceValidator } from './workspaceValidation.ts';

/** Programs write files in bursts, in ms. */
const pause = 500;

/** More files that change at once, as a change of the branch does, are not judged. */
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
  apply(edit: WorkspaceEdit): Promise<unknown>;
}

/** What changes on disk are judged with. */
export interface DiskChangesParts {
  readonly editor: EditorOfChanges;
  readonly judge: (params: JudgeChangeParams, signal: AbortSignal) => Promise<JudgedChange | null>;
  readonly log: (message: string) => void;
}

interface DiskChange {
  /** Undefined for a file that has come. */
  readonly before: string | undefined;
  /** Undefined for a file that is gone. */
  readonly after: string | undefined;
}

/**
 * Judges what other programs change in the Turtle files of the workspace, as `guard --change` does: against the last text that was
 * known here, which is that on disk when judging was begun, after the last change, or as the editor saved it. The user is told of what
 * brings results, once for all files that change together, and may undo it. Nothing is written before that.
 */
export class DiskChanges {
  readonly #parts: DiskChangesParts;
  readonly #known: KnownTexts;
  readonly #changed = new Set<string>();
  /** Open files whose text in the editor is not that on disk. */
  readonly #differing = new Set<string>();
  /** The keys of results that changes have brought to files that are not open. */
  readonly #brought = new Map<string, readonly string[]>();
  readonly #ended = new AbortController();
  readonly #soon = new IdleTimer(pause, () => void this.#judgeAll());
  #folders: readonly string[] = [];
  #edits: Pick<EditCapabilities, 'documentChanges' | 'annotations'> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isJudging: boolean = false;

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
    for (const uri of this.#brought.keys()) this.#parts.editor.publisher.reportClosed(uri, {});
  }

  filesChanged(uris: readonly string[]): void {
    for (const uri of uris) if (this.#isFollowed(uri)) this.#changed.add(uri);
    if (this.#changed.size > 0) this.#soon.interrupt();
  }

  /** An editor that shows a changed file anew may do so after the change was noticed. */
  edited(uri: string): void {
    if (this.#differing.delete(uri)) this.filesChanged([uri]);
  }

  /** What the editor saves is no change of another program. */
  saved(uri: string): void {
    const text = this.#parts.editor.mirror.get(uri);
    if (text && this.#isFollowed(uri)) this.#known.set(uri, text.getText());
  }

  #isFollowed(uri: string): boolean {
    return isTurtle.test(uri) && this.#folders.some((folder) => isAtOrBelow(uri, folder));
  }

  async #judgeAll(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (this.#isJudging) return this.#soon.interrupt();
    this.#isJudging = true;
    try {
      await this.#reading;
      const uris = [...this.#changed];
      this.#changed.clear();
      const changes = await this.#changesOf(uris);
      if (changes.size > maxJudged)
        this.#parts.editor.tell(
          `Other programs changed ${counted(changes.size, 'file')} at once. More than ${maxJudged} are not judged; Validate Workspace lists all results.`,
        );
      else if (changes.size > 0) await this.#judge(changes);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isJudging = false;
    }
  }

  /** How the files differ from what was known of them. That is what is known from now on. */
  async #changesOf(uris: readonly string[]): Promise<ReadonlyMap<string, DiskChange>> {
    const changes = new Map<string, DiskChange>();
    const { mirror } = this.#parts.editor;
    for (const uri of uris) {
      const file = await this.#known.onDisk(uri, this.#folders);
      if (file.kind === 'unreadable' && file.reason !== 'missing') continue;
      const after = file.kind === 'text' ? file.text : undefined;
      const before = this.#known.get(uri);
      if (before === after) continue;
      const open = mirror.get(uri);
      if (open && after !== undefined && open.getText() !== after) {
        this.#differing.add(uri);
        continue;
      }
      const isNew = before === undefined;
      if (isNew && (await this.#known.isOfSuite(uri, this.#folders))) continue;
      if (!isNew || this.#known.isComplete) changes.set(uri, { before, after });
      this.#known.set(uri, after);
    }
    return changes;
  }

  async #judge(changes: ReadonlyMap<string, DiskChange>): Promise<void> {
    const { editor, judge } = this.#parts;
    const texts = Object.fromEntries(
      [...changes].map(([uri, { before = null, after = null }]) => [uri, { before, after }]),
    );
    const shown = [...changes.keys()].flatMap((uri) => this.#brought.get(uri) ?? []);
    const judged = await judge({ texts, shown }, this.#ended.signal);
    if (this.#ended.signal.aborted) return;
    for (const uri of changes.keys()) {
      const { keys, diagnostics } = judged?.brought[uri] ?? { keys: [], diagnostics: {} };
      const before = this.#brought.delete(uri);
      if (keys.length > 0) this.#brought.set(uri, keys);
      // A file that is validated as a whole shows them among its other results.
      if ((before || keys.length > 0) && !editor.workspaceValidation.isFollowing(uri))
        editor.publisher.reportClosed(uri, diagnostics);
    }
    const uris = [...changes.keys()];
    this.#parts.log(
      `Judged what changed on disk: ${uris.map((uri) => this.#nameOf(uri)).join(', ')}: ${judged?.verdict ?? 'not judged'}.`,
    );
    const told = judged && this.#wordsFor(judged, uris);
    if (judged && told) this.#ask(told, changes, judged).catch((error) => this.#failed(error));
  }

  /** Undefined where the user need not know. */
  #wordsFor({ verdict, reasons, introduced, fixed }: JudgedChange, uris: readonly string[]) {
    const what = `Another program changed ${uris.length === 1 ? this.#nameOf(uris[0]!) : counted(uris.length, 'file')}`;
    const [first = '', ...more] = reasons;
    const rest = more.length === 0 ? '' : ` And ${counted(more.length, 'more reason')}.`;
    switch (verdict) {
      case 'holds':
        return undefined;
      case 'introduces':
        return `${what}: ${counted(introduced, 'new result')}${fixed > 0 ? `, ${fixed} fixed` : ''}.`;
      case 'undecided':
        return `${what}. No new results were found, but not everything could be judged. ${first}${rest}`;
      case 'refused':
        return `${what}, which can't be judged: ${first}${rest}`;
    }
  }

  async #ask(told: string, changes: ReadonlyMap<string, DiskChange>, { first }: JudgedChange): Promise<void> {
    const { editor } = this.#parts;
    const isUndone = editor.appliesEdits && [...changes.values()].some(isEdit);
    const show = first && editor.showsPlaces ? ['Show'] : [];
    const chosen = await editor.choose(escapeInvisibleLine(told), [
      ...show,
      ...(isUndone ? ['Undo the Change'] : []),
    ]);
    if (chosen === 'Show') await editor.showPlace({ ...first!, uri: editor.mirror.clientUri(first!.uri) });
    if (chosen === 'Undo the Change') await this.#undo(changes);
  }

  /** Has the editor give files their former texts. Where it can show edits before they are made, the user confirms each there. */
  async #undo(changes: ReadonlyMap<string, DiskChange>): Promise<void> {
    const { editor } = this.#parts;
    const { mirror } = editor;
    const edited = [];
    const left: string[] = [];
    for (const [uri, change] of changes) {
      const open = mirror.get(uri);
      const now = open ? open.getText() : await this.#known.onDisk(uri, this.#folders);
      const text = typeof now === 'string' ? now : now.kind === 'text' ? now.text : undefined;
      if (!isEdit(change) || text !== change.after) left.push(this.#nameOf(uri));
      else {
        const { range, text: newText } = exactChange(open ?? new OpenText(uri, 0, text), {
          text: change.before,
        });
        edited.push({ uri, version: open?.version ?? null, edit: { range, newText } });
      }
    }
    const { documentChanges = false, annotations = false } = this.#edits ?? {};
    const names = edited.map(({ uri }) => this.#nameOf(uri)).join(', ');
    const isAnnotated = documentChanges && annotations;
    const isConfirmed =
      edited.length > 0 &&
      (isAnnotated ||
        (await editor.choose(escapeInvisibleLine(`Undo the change of ${names}?`), ['Undo'])) === 'Undo');
    if (isConfirmed) {
      const edit = documentChanges
        ? {
            documentChanges: edited.map(({ uri, version, edit }) => ({
              textDocument: { uri, version },
              edits: [isAnnotated ? { ...edit, annotationId } : edit],
            })),
            ...(isAnnotated && { changeAnnotations: { [annotationId]: annotation } }),
          }
        : { changes: Object.fromEntries(edited.map(({ uri, edit }) => [uri, [edit]])) };
      await editor.apply(editWithClientUris(edit, mirror));
    }
    if (left.length > 0)
      editor.tell(
        escapeInvisibleLine(
          `Not undone, because they were created, deleted or changed again: ${left.join(', ')}.`,
        ),
      );
  }

  #nameOf(uri: string): string {
    const names = this.#folders.map((folder) => relativePath(folder, uri));
    return names.find((name) => name !== undefined) ?? fileNameOfUri(uri);
  }

  #failed(error: unknown): void {
    if (!isAbort(error, this.#ended.signal)) this.#parts.log(`A change on disk was not judged: ${error}`);
  }
}

/** Only a file that was there and is still there has a text to go back to. */
function isEdit(change: DiskChange): change is { readonly before: string; readonly after: string } {
  return change.before !== undefined && change.after !== undefined;
}

const isTurtle = new RegExp(`\\.(?:${turtleExtensions.join('|')})$`, 'i');

const annotationId = 'undo';
const annotation = {
  label: 'Undo the change of another program',
  description: 'The text that was known before it.',
  needsConfirmation: true,
};
