/** The requests and notifications of clients, in one or two lines each. */
import {
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type ExecuteCommandParams,
  FileChangeType,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { normalizeUri, resolvePath } from '../../../workspace/project/uris.ts';
import { importLockName } from '../../../workspace/project/workspaceFiles.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import {
  commandOfAction,
  type FixServer,
  isOffered,
  type LaterData,
  laterEdit,
  serverCommands,
} from '../../protocol/methods/quickFixes.ts';
import type {
  sessionMethods,
  VerifiedAction,
  VerifiedActions,
} from '../../protocol/methods/repairMethods.ts';
import { editWithClientUris } from '../documents/mirror.ts';
import { guard, type HandlerContext } from './handlerContext.ts';
import { askEngine, progressTo } from './methodHandlers.ts';
import {
  askModelActions,
  type RewriteData,
  refactorings,
  rewriteEdit,
  rewriteKind,
  rewrites,
  sourceActions,
} from './textActions.ts';

type SessionMethod = keyof typeof sessionMethods;

/** Registers all handlers. `session` is called when a message comes, which is after `initialize`. */
export function addHandlers(connection: Connection, session: () => HandlerContext): void {
  const handle = guard(connection);
  const resolve = handle((action: CodeAction, signal) => resolvedAction(session(), action, signal));

  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    const { mirror, engines } = session();
    engines.opened(mirror.open(uri, version, text));
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const { mirror, engines, publisher, diskChanges } = session();
    const changed = mirror.change(uri, version, contentChanges);
    if (!changed) return;
    diskChanges?.edited(changed.text.uri);
    publisher.edited(changed.text.uri, changed.edits);
    engines.changed(changed.text, changed.edits);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
    session().diskChanges?.saved(normalizeUri(uri)),
  );
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const { mirror, engines, publisher, watching, workspaceValidation, diskChanges } = session();
    mirror.close(uri);
    diskChanges?.edited(normalizeUri(uri));
    watching.closed(normalizeUri(uri));
    engines.closed(normalizeUri(uri));
    publisher.closed(normalizeUri(uri));
    workspaceValidation.closed(normalizeUri(uri));
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const addedOrRemoved = changes.some(({ type }) => type !== FileChangeType.Changed);
    session().filesChanged([...new Set(changes.map(({ uri }) => normalizeUri(uri)))], addedOrRemoved);
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    session().configuration.push(settings);
    void session().reconfigure();
  });

  connection.onNotification(protocol.askStoresAgain, () => session().forgetStores());
  connection.onNotification(protocol.trustGranted, () => session().trust());

  connection.onCodeAction(handle((params, signal) => codeActions(session(), params, signal)));
  connection.onCodeActionResolve(async (action, token) => (await resolve(action, token)) ?? action);
  connection.onExecuteCommand(
    handle(
      async ({ command, arguments: [argument] = [] }: ExecuteCommandParams, signal) =>
        (await serverCommands.get(command)?.with(argument, fixServer(session(), signal))) ?? null,
    ),
  );
  connection.onRequest(
    'shaclRepair/repairs' satisfies SessionMethod,
    handle((params: protocol.RepairsParams, signal) => repairs(session(), params, signal)),
  );
  connection.onRequest(
    'shaclRepair/shapeChanges' satisfies SessionMethod,
    handle((params: protocol.ShapeChangesParams, signal) => shapeChanges(session(), params, signal)),
  );
  connection.onRequest(
    'shaclRepair/validateWorkspace' satisfies SessionMethod,
    guard(connection, () => session().settled())(
      ({ partialResultToken }: protocol.ValidateWorkspaceParams, signal) =>
        session().workspaceValidation.validateAll(signal, progressTo(connection, partialResultToken)),
    ),
  );
  connection.onRequest<protocol.FetchImportAnswer | null, void>(
    'shaclRepair/fetchImport' satisfies SessionMethod,
    handle((params: protocol.FetchImportParams, signal) => fetchImportOf(session(), params, signal)),
  );
  connection.onRequest(
    'shaclRepair/restartEngine' satisfies SessionMethod,
    handle(async () => session().engines.restart()),
  );
}

async function codeActions(
  session: HandlerContext,
  { textDocument, range, context }: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const uri = normalizeUri(textDocument.uri);
  const onSave = [
    ...(asksFor(fixAllKind, context.only, false) ? await fixAllOnSave(session, uri, signal) : []),
    ...(await sourceActions(session, uri, (kind) => asksFor(kind, context.only, false), signal)),
  ];
  if (onSave.length > 0) return onSave;
  // The fixes of a problem must not be buried among alternative spellings.
  const isAsked = (kind: string) => asksFor(kind, context.only, context.diagnostics.length === 0);
  const place = { range, triggerKind: context.triggerKind };
  const rewritten = isAsked(rewriteKind) ? await rewrites(session, uri, place, signal) : [];
  rewritten.push(...(await refactorings(session, uri, place, isAsked, signal)));
  if (!asksFor('quickfix', context.only, true)) return rewritten;
  const found = await askEngine(session, 'engine/codeActions', { uri, range }, signal);
  const offered = (found?.actions ?? []).filter(({ command }) => isOffered(command, session));
  const fixes = (isLast: boolean) =>
    offered.filter((action) => action.isLast === isLast).map((action) => quickFix(action, uri, session));
  return [...fixes(false), ...askModelActions(session, uri, range), ...fixes(true), ...rewritten];
}

/** The kind that editors run on save if their user configured that. */
export const fixAllKind = 'source.fixAll.shaclRepair';

/** The edit is included, because not all editors that run it on save resolve it. */
async function fixAllOnSave(
  session: HandlerContext,
  uri: string,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const fixed = await askEngine(session, 'shaclRepair/fixAll', { uri }, signal);
  const title = 'Apply all certain SHACL repairs';
  const edit = fixed?.edit;
  return edit === undefined ? [] : [{ title, kind: fixAllKind, edit }];
}

/** The action with its edit, or a message why there is none. */
async function resolvedAction(
  session: HandlerContext,
  action: CodeAction,
  signal: AbortSignal,
): Promise<CodeAction> {
  const data = action.data as LaterData | RewriteData | null | undefined;
  if (!data) return action;
  const edit = await ('rewrite' in data
    ? rewriteEdit(session, data as RewriteData, signal)
    : laterEdit(data, fixServer(session, signal)));
  return edit === undefined ? action : { ...action, edit };
}

function fixServer(session: HandlerContext, signal: AbortSignal): FixServer {
  return {
    tell: (message) => session.tell(message),
    showPlace: async (place) => {
      if (session.showsPlaces) await session.showPlace(place);
    },
    toggleGroup: (group) => askEngine(session, 'engine/toggleGroup', group, signal),
    fixAll: (params) => askEngine(session, 'shaclRepair/fixAll', params, signal),
    convert: (params) => askEngine(session, 'shaclRepair/convert', params, signal),
    shapeChanges: (place) => shapeChanges(session, place, signal),
    trialFiles: async (params) => (await askEngine(session, 'shaclRepair/trialFiles', params, signal)) ?? [],
    tryShapes: (params) => askEngine(session, 'shaclRepair/tryShapes', params, signal),
    mutationScore: (params) => askEngine(session, 'shaclRepair/mutationScore', params, signal),
    choose: (question, titles) => session.choose(question, titles),
    apply: (edit) => session.apply(edit),
  };
}

/** The quick fixes for one result of a report, with the reason if there are none. */
async function repairs(
  session: HandlerContext,
  { uri, key }: protocol.RepairsParams,
  signal: AbortSignal,
): Promise<protocol.Repairs> {
  return listed(await askEngine(session, 'engine/repairs', { uri, key }, signal), uri, session);
}

async function shapeChanges(
  session: HandlerContext,
  { uri, range }: protocol.ShapeChangesParams,
  signal: AbortSignal,
): Promise<protocol.Repairs> {
  const params = { uri: normalizeUri(uri), range };
  return listed(await askEngine(session, 'engine/shapeChanges', params, signal), uri, session);
}

function listed(found: VerifiedActions | null, uri: string, session: HandlerContext): protocol.Repairs {
  return (found?.actions ?? []).map((action) => {
    const { label, evidence, statedBy, keys, command } = action;
    return {
      action: quickFix(action, normalizeUri(uri), session),
      label,
      evidence,
      statedBy,
      alsoFixes: keys.length - 1,
      explanation: command?.kind === 'say' ? command.message : undefined,
    };
  });
}

/** Downloads into the workspace folder that a file is in. */
async function fetchImportOf(
  session: HandlerContext,
  { uri, iri, isContext, allowed }: protocol.FetchImportParams,
  signal: AbortSignal,
): Promise<protocol.FetchImportAnswer> {
  const folder = session.configuration.folders
    .filter((each) => isAtOrBelow(uri, each))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  if (folder === '')
    return {
      kind: 'failed',
      iri,
      message: 'Open the folder of this file first: imports are written into it.',
    };
  try {
    // Loaded only for downloads: it reads Turtle, which the language server leaves to its engine.
    const { importsBelow } = await import('../../../platform/web/imports.ts');
    const { fetchImport, importsOf } = await import('../../../workspace/project/fetchImports.ts');
    const ports = importsBelow(URI.parse(folder).fsPath, [], (note) => session.tell(note));
    const fetched = await fetchImport({ iri, isContext }, folder, ports, allowed, signal);
    if (fetched.kind === 'fetched') {
      const names = [importLockName, fetched.locked.file];
      session.filesChanged(
        names.map((name) => resolvePath(importsOf(folder), name)),
        true,
      );
    }
    return fetched;
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', iri, message: error instanceof Error ? error.message : String(error) };
  }
}

/** A kind covers its sub-kinds, and the empty kind covers all; `otherwise` applies when no kind is named. */
function asksFor(kind: string, only: readonly string[] | undefined, otherwise: boolean): boolean {
  if (only === undefined) return otherwise;
  return only.some((asked) => asked === kind || (asked === '' ? otherwise : kind.startsWith(`${asked}.`)));
}

function quickFix(action: VerifiedAction, uri: string, { publisher, mirror }: HandlerContext): CodeAction {
  const { title, keys, isPreferred, edit, command } = action;
  return {
    title,
    kind: 'quickfix',
    diagnostics: publisher.find(uri, keys),
    ...(isPreferred && { isPreferred }),
    ...(edit && { edit: editWithClientUris(edit, mirror) }),
    ...(command && commandOfAction(command, title, uri, (each) => mirror.clientUri(each))),
  };
}
