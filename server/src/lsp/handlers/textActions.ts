/** The code actions that need the text alone: they are not about what is wrong. */
import type {
  CodeAction,
  CodeActionTriggerKind,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { LanguageClient } from '../../protocol/language/languageClient.ts';
import type { LanguageAnswer, LanguageCall } from '../../protocol/language/languageMethods.ts';
import type { RewritesParams } from '../../protocol/language/writingMethods.ts';
import type { Mirror } from '../documents/mirror.ts';
import type { Engines } from '../engines/engines.ts';

/** What is asked, and about which texts. */
export interface TextActionContext {
  readonly mirror: Mirror;
  readonly watchdog: Engines;
  readonly languageClient: LanguageClient;
}

/** The kind that editors run on save, or by a key, when their user says so. */
export const organizeKind = 'source.organizeImports';

/** The kind of what writes the same otherwise. */
export const rewriteKind = 'refactor.rewrite';

/** The edit that tidies the declarations of prefixes. */
export async function organizePrefixes(
  session: TextActionContext,
  uri: string,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const call = { method: 'shaclRepair/organizePrefixes', params: { textDocument: { uri } } } as const;
  const edits = await askedOfText<TextEdit[]>(session, uri, call, signal);
  if (!edits?.length) return [];
  return [{ title: 'Organize Prefixes', kind: organizeKind, edit: editOf(session, uri, edits) }];
}

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
): Promise<LanguageAnswer<'shaclRepair/rewrites'>> {
  const call = { method: 'shaclRepair/rewrites', params: { textDocument: { uri }, ...params } } as const;
  return (await askedOfText<LanguageAnswer<'shaclRepair/rewrites'>>(context, uri, call, signal)) ?? [];
}

function editOf({ mirror }: TextActionContext, uri: string, edits: readonly TextEdit[]): WorkspaceEdit {
  return { changes: { [mirror.clientUri(uri)]: [...edits] } };
}

/** `CodeActionTriggerKind.Automatic`: the editor only wants to know whether there is something. */
const automatic = 2;

/** The answer of the language service; null where the text has changed meanwhile. */
async function askedOfText<Answer>(
  { watchdog, mirror, languageClient: client }: TextActionContext,
  uri: string,
  call: LanguageCall,
  signal: AbortSignal,
): Promise<Answer | null> {
  const version = mirror.get(uri)?.version;
  const answer = await watchdog.request({ name: 'language', uri, call, client }, signal);
  return mirror.get(uri)?.version === version ? (answer as Answer | null) : null;
}
