/** The code actions that need only the text, and are not about problems. */
import type {
  CodeAction,
  CodeActionTriggerKind,
  Diagnostic,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { Method, MethodAnswer, MethodParams } from '../../protocol/methods/methods.ts';
import type { RewritesParams } from '../../protocol/methods/writingMethods.ts';
import type { DiagnosticData } from '../../protocol/toProto.ts';
import { editWithClientUris, type Mirror } from '../documents/mirror.ts';
import type { Publisher } from '../documents/publisher.ts';
import type { Models } from '../models/models.ts';
import type { HandlerContext } from './handlerContext.ts';
import { askEngine } from './methodHandlers.ts';

/** The actions that tidy a whole file. Editors run a kind on save, or by a key, if their user configured that. */
const sourceActionsOfText = [
  { kind: 'source.organizeImports', title: 'Organize Prefixes', method: 'shaclRepair/organizePrefixes' },
  { kind: 'source.sortStatements', title: 'Sort Statements', method: 'shaclRepair/sortStatements' },
] as const;

/** Their kinds. */
export const sourceKinds: readonly string[] = sourceActionsOfText.map(({ kind }) => kind);

/** The actions of these kinds that would change the file, including their edits. */
export async function sourceActions(
  context: HandlerContext,
  uri: string,
  isAsked: (kind: string) => boolean,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const actions: CodeAction[] = [];
  for (const { kind, title, method } of sourceActionsOfText) {
    if (!isAsked(kind)) continue;
    const edits = await askedOfText(context, method, { textDocument: { uri } }, signal);
    if (edits?.length) actions.push({ title, kind, edit: editOf(context, uri, edits) });
  }
  return actions;
}

/** The kind of actions that rewrite text without changing its meaning. */
export const rewriteKind = 'refactor.rewrite';

/** A rewrite whose edits are requested when it is chosen. */
export interface RewriteData {
  readonly uri: string;
  readonly rewrite: { readonly range: Range; readonly title: string };
}

/**
 * Alternative spellings of what is at a place. Those of thousands of IRIs have no edit yet, where the client can resolve
 * it.
 */
export async function rewrites(
  context: HandlerContext,
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

/** The edit of a rewrite; undefined where the text has changed so that it is no longer offered. */
export async function rewriteEdit(
  context: HandlerContext,
  { uri, rewrite: { range, title } }: RewriteData,
  signal: AbortSignal,
): Promise<WorkspaceEdit | undefined> {
  const asked = { range, isInvoked: true, mostEdits: Number.MAX_SAFE_INTEGER };
  const found = await askedRewrites(context, uri, asked, signal);
  const edits = found.find((each) => each.title === title)?.edits;
  return edits ? editOf(context, uri, edits) : undefined;
}

/** The kinds of other ways to write a shape. */
export const refactorKinds: readonly string[] = ['refactor.extract', 'refactor.inline', 'refactor.move'];

/**
 * Other ways to write the shape at a place of a shapes file, of the requested kinds. Only on explicit request: they are
 * proven, which takes longer than an editor that moves its cursor should wait.
 */
export async function refactorings(
  context: HandlerContext,
  uri: string,
  { range, triggerKind }: { readonly range: Range; readonly triggerKind: CodeActionTriggerKind | undefined },
  isAsked: (kind: string) => boolean,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  if (triggerKind === automatic || ![rewriteKind, ...refactorKinds].some(isAsked)) return [];
  const asked = { textDocument: { uri }, range };
  const found = (await askedOfText(context, 'shaclRepair/refactorings', asked, signal)) ?? [];
  return found
    .filter(({ kind }) => isAsked(kind))
    .map(({ title, kind, edit }) => ({ title, kind, edit: editWithClientUris(edit, context.mirror) }));
}

/** More would be megabytes for a list from which one is chosen. */
const mostAtOnce = 500;

async function askedRewrites(
  context: HandlerContext,
  uri: string,
  params: Omit<RewritesParams, 'textDocument'>,
  signal: AbortSignal,
): Promise<MethodAnswer<'shaclRepair/rewrites'>> {
  const asked = { textDocument: { uri }, ...params };
  return (await askedOfText(context, 'shaclRepair/rewrites', asked, signal)) ?? [];
}

function editOf({ mirror }: HandlerContext, uri: string, edits: readonly TextEdit[]): WorkspaceEdit {
  return { changes: { [mirror.clientUri(uri)]: [...edits] } };
}

/** `CodeActionTriggerKind.Automatic`: the editor only wants to know whether there is something. */
const automatic = 2;

/** The answer of the language service; null where the text has changed in the meantime. */
async function askedOfText<Name extends Method>(
  session: HandlerContext,
  method: Name,
  params: MethodParams<Name> & { readonly textDocument: { readonly uri: string } },
  signal: AbortSignal,
): Promise<MethodAnswer<Name> | null> {
  const { uri } = params.textDocument;
  const version = session.mirror.get(uri)?.version;
  const answer = await askEngine(session, method, params, signal);
  return session.mirror.get(uri)?.version === version ? answer : null;
}

interface AskModelSession {
  readonly models: Models | undefined;
  readonly publisher: Publisher;
  readonly mirror: Mirror;
}

/**
 * Quick fixes that ask the model, one for each violation and syntax error that a range touches. Showing them
 * sends nothing to the model.
 */
export function askModelActions(
  { models, publisher, mirror }: AskModelSession,
  uri: string,
  range: Range,
): readonly CodeAction[] {
  const name = models?.name;
  if (name === undefined) return [];
  const results = publisher.violationsAt(uri, range).flatMap(resultsOf);
  const asked = (diagnostic: Diagnostic, key: string, title: string): CodeAction => {
    const params: protocol.ModelRepairsParams = { uri: mirror.clientUri(uri), key };
    return {
      title,
      kind: 'quickfix',
      diagnostics: [diagnostic],
      command: { title, command: protocol.askModelCommand, arguments: [params] },
    };
  };
  return [
    ...publisher
      .syntaxErrorsAt(uri, range)
      .map((diagnostic) => asked(diagnostic, keyOf(diagnostic), `Ask ${name} to fix this syntax error`)),
    ...results.map((result) => {
      const which = results.length === 1 ? '' : ` of ${distinctName(result, results)}`;
      return asked(result.diagnostic, result.key, `Ask ${name} for a repair${which}`);
    }),
  ];
}

interface AskedResult {
  readonly key: string;
  readonly code: string;
  /** The first line. */
  readonly message: string;
  readonly diagnostic: Diagnostic;
}

/** The results that a diagnostic is about. */
function resultsOf(diagnostic: Diagnostic): readonly AskedResult[] {
  const { code, message, data } = diagnostic;
  const { others = [] } = data as DiagnosticData;
  return [
    { key: keyOf(diagnostic), code: String(code), message: String(message).split('\n')[0]!, diagnostic },
    ...others.map((other) => ({ ...other, diagnostic })),
  ];
}

function keyOf({ data }: Diagnostic): string {
  return (data as DiagnosticData).key!;
}

function distinctName({ code, message }: AskedResult, all: readonly AskedResult[]): string {
  const isOnly = all.filter((other) => other.code === code).length === 1;
  return isOnly ? code : `${code}: ${message}`;
}
