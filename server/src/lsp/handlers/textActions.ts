/** The code actions that need the text alone: they are not about what is wrong. */
import type {
  CodeAction,
  CodeActionTriggerKind,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { LanguageClient } from '../../protocol/methods/languageClient.ts';
import type { MethodAnswer, MethodCall } from '../../protocol/methods/methods.ts';
import type { RewritesParams } from '../../protocol/methods/writingMethods.ts';
import type { Mirror } from '../documents/mirror.ts';
import type { Engines } from '../engines/engines.ts';

/** What is asked, and about which texts. */
export interface TextActionContext {
  readonly mirror: Mirror;
  readonly engines: Engines;
  readonly languageClient: LanguageClient;
}

/** What tidies a whole file. Editors run a kind on save, or by a key, when their user says so. */
const sourceActionsOfText = [
  { kind: 'source.organizeImports', title: 'Organize Prefixes', method: 'shaclRepair/organizePrefixes' },
  { kind: 'source.sortStatements', title: 'Sort Statements', method: 'shaclRepair/sortStatements' },
] as const;

/** Their kinds. */
export const sourceKinds: readonly string[] = sourceActionsOfText.map(({ kind }) => kind);

/** The actions of these kinds that would change the file, with their edits at once. */
export async function sourceActions(
  context: TextActionContext,
  uri: string,
  isAsked: (kind: string) => boolean,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const actions: CodeAction[] = [];
  for (const { kind, title, method } of sourceActionsOfText) {
    if (!isAsked(kind)) continue;
    const call = { method, params: { textDocument: { uri } } } as const;
    const edits = await askedOfText<TextEdit[]>(context, uri, call, signal);
    if (edits?.length) actions.push({ title, kind, edit: editOf(context, uri, edits) });
  }
  return actions;
}

/** The kind of what writes the same otherwise. */
export const rewriteKind = 'refactor.rewrite';

/** A rewrite whose edits are asked for when somebody chooses it. */
export interface RewriteData {
  readonly uri: string;
  readonly rewrite: { readonly range: Range; readonly title: string };
}

/** Other ways to write what is at a place. Those of thousands of IRIs have no edit yet, where the client can resolve it. */
export async function rewrites(
  context: TextActionContext & { readonly resolvesEdits: boolean },
  uri: string,
  { range, triggerKind }: { readonly range: Range; readonly triggerKind: CodeActionTriggerKind | undefined },
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const isInvoked = triggerKind !== automatic;
  const mostEdits = context.resolvesEdits ? mostAtOnce : Number.MAX_SAFE_INTEGER;
  const found = await askedRewrites(context, uri, { range, isInvoked, mostEdits }, signal);
  return found.map(({ title, edits }): CodeAction => {
    const data: RewriteData = { uri, rewrite: { range, title } };
    return { title, kind: rewriteKind, ...(edits ? { edit: editOf(context, uri, edits) } : { data }) };
  });
}

/** The edit of a rewrite; undefined where the text has changed so that it is not offered any more. */
export async function rewriteEdit(
  context: TextActionContext,
  { uri, rewrite: { range, title } }: RewriteData,
  signal: AbortSignal,
): Promise<WorkspaceEdit | undefined> {
  const asked = { range, isInvoked: true, mostEdits: Number.MAX_SAFE_INTEGER };
  const found = await askedRewrites(context, uri, asked, signal);
  const edits = found.find((each) => each.title === title)?.edits;
  return edits ? editOf(context, uri, edits) : undefined;
}

/** More would be megabytes for a list of which one is chosen. */
const mostAtOnce = 500;

async function askedRewrites(
  context: TextActionContext,
  uri: string,
  params: Omit<RewritesParams, 'textDocument'>,
  signal: AbortSignal,
): Promise<MethodAnswer<'shaclRepair/rewrites'>> {
  const call = { method: 'shaclRepair/rewrites', params: { textDocument: { uri }, ...params } } as const;
  return (await askedOfText<MethodAnswer<'shaclRepair/rewrites'>>(context, uri, call, signal)) ?? [];
}

function editOf({ mirror }: TextActionContext, uri: string, edits: readonly TextEdit[]): WorkspaceEdit {
  return { changes: { [mirror.clientUri(uri)]: [...edits] } };
}

/** `CodeActionTriggerKind.Automatic`: the editor only wants to know whether there is something. */
const automatic = 2;

/** The answer of the language service; null where the text has changed meanwhile. */
async function askedOfText<Answer>(
  { engines, mirror, languageClient: client }: TextActionContext,
  uri: string,
  call: MethodCall,
  signal: AbortSignal,
): Promise<Answer | null> {
  const version = mirror.get(uri)?.version;
  const answer = await engines.request({ name: 'method', uri, call, client }, signal);
  return mirror.get(uri)?.version === version ? (answer as Answer | null) : null;
}
