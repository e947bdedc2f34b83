import {
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type PreparedToolInvocation,
  Uri,
  workspace,
} from 'vscode';
import type { LanguageClient, WorkspaceEdit } from 'vscode-languageclient/node';
import { ask } from '../ask.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';

type Input = Readonly<Record<string, unknown>>;

/** The part of the answer of a tool that verifies a change that the user is asked about. */
interface VerifiedChange {
  readonly key: string | null;
  readonly fixed: { readonly total: number };
  readonly files: readonly string[];
  readonly diff: string | null;
}

/** More than are kept where they are applied by their keys. */
const maxVerified = 100;

/** Has the language server answer agents. Before one writes, VS Code asks its user, who sees the diff. */
export class AgentTools {
  readonly #client: LanguageClient;
  /** The changes that may be applied, by key, the latest last. */
  readonly #verified = new Map<string, VerifiedChange>();

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  prepare(tool: string, { key }: Input): PreparedToolInvocation {
    if (tool !== 'apply_change') return {};
    const title = 'Apply a verified change?';
    const change = this.#verified.get(String(key));
    return {
      invocationMessage: 'Applying a verified change',
      confirmationMessages: {
        title,
        message: change ? changeText(change) : 'No change with this key was verified.',
      },
    };
  }

  /** @throws Error with the reason when there is no answer. */
  async invoke(tool: string, input: Input, token: CancellationToken): Promise<LanguageModelToolResult> {
    const called = await ask(this.#client, 'shaclRepair/callTool', { tool, input }, token);
    if (!called) throw new Error('The language server was restarted. Try again.');
    if (called.kind === 'failed') throw new Error(called.message);
    const { answer, edit } = called;
    this.#remember(answer);
    const parts = [new LanguageModelTextPart(JSON.stringify(answer))];
    if (edit) parts.push(new LanguageModelTextPart(await this.#apply(edit)));
    return new LanguageModelToolResult(parts);
  }

  /** @returns what became of the files, for the agent. */
  async #apply(edit: WorkspaceEdit): Promise<string> {
    const isMade = isFresh(edit) && (await workspace.applyEdit(workspaceEdit(this.#client, edit)));
    if (!isMade) throw new Error('The text has changed since; nothing was written. Verify the change again.');
    const uris = (edit.documentChanges ?? []).flatMap((change) =>
      'textDocument' in change ? Uri.parse(change.textDocument.uri).toString() : [],
    );
    const unsaved = workspace.textDocuments.filter(
      ({ uri, isDirty }) => isDirty && uris.includes(uri.toString()),
    );
    return unsaved.length === 0
      ? 'The files are saved.'
      : `The change is made in the editor, where it can be undone. Not saved yet: ${unsaved.map(({ uri }) => workspace.asRelativePath(uri)).join(', ')}.`;
  }

  #remember(answer: Input): void {
    const { key, diff } = answer as Partial<VerifiedChange>;
    if (typeof key !== 'string' || diff === undefined) return;
    this.#verified.delete(key);
    this.#verified.set(key, answer as unknown as VerifiedChange);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > maxVerified) this.#verified.delete(oldest!);
  }
}

function changeText({ fixed, files, diff }: VerifiedChange): MarkdownString {
  const results = fixed.total === 1 ? '1 result' : `${fixed.total} results`;
  const text = new MarkdownString(`It ends ${results} and causes none. `);
  if (diff !== null) return text.appendMarkdown('\n').appendCodeblock(diff, 'diff');
  return text.appendText(`The diff is too long to be shown here. Changed: ${files.join(', ')}.`);
}
