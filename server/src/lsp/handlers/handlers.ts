/** The requests and notifications of clients, one line or two for each. */
import {
  type CancellationToken,
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type ExecuteCommandParams,
  FileChangeType,
  type Location,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import { isAbort } from '../../base/abort.ts';
import { normalizeUri } from '../../project/uris.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { FixAllAnswer, VerifiedAction } from '../../protocol/engine/documentRequests.ts';
import type { EngineRequest } from '../../protocol/engine/requests.ts';
import type { LanguageClient } from '../../protocol/methods/languageClient.ts';
import type { ClientConfiguration } from '../clientConfiguration.ts';
import { editWithClientUris } from '../documents/clientUris.ts';
import type { FileWatching } from '../documents/fileWatching.ts';
import type { Mirror } from '../documents/mirror.ts';
import type { Publisher } from '../documents/publisher.ts';
import type { WorkspaceValidation } from '../documents/workspaceValidation.ts';
import type { Engines } from '../engines/engines.ts';
import type { SpareEngines } from '../engines/spareEngines.ts';
import type { Models } from '../models/models.ts';
import { askModelActions } from './askModelActions.ts';
import { wordsTo } from './progress.ts';
import { type RewriteData, rewriteEdit, rewriteKind, rewrites, sourceActions } from './textActions.ts';

/** What the handlers work with. */
export interface Session {
  readonly mirror: Mirror;
  readonly engines: Engines;
  /** For work that takes long. */
  readonly spareEngines: SpareEngines;
  readonly publisher: Publisher;
  readonly watching: FileWatching;
  readonly workspaceValidation: WorkspaceValidation;
  readonly configuration: ClientConfiguration;
  /** Undefined where the client can't let models be asked. */
  readonly models: Models | undefined;
  /** That may be started as repair systems. */
  readonly programs: readonly string[];
  /** Whether the client can show a place in a document. */
  readonly showsPlaces: boolean;
  /** Whether the client asks for edits that a code action has not. */
  readonly resolvesEdits: boolean;
  /** Whether the client can write settings for a quick fix. */
  readonly writesSettings: boolean;
  /** Whether the client can have its user allow stores. */
  readonly asksForStores: boolean;
  /** What the client makes of the answers of the language service. */
  readonly languageClient: LanguageClient;
  /** What the client makes of hovers. */
  readonly hoverStyle: EngineRequest<'hover'>['style'];
  /** Passes on which files changed on disk, and whether some came or went. */
  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void;
  /** Shows the user a message. */
  tell(message: string): void;
  /** Shows the user a place, where the client can. */
  showPlace(place: Location): Promise<void>;
  /** Reads the settings anew and passes them on. */
  reconfigure(): Promise<void>;
  /** Resolves when the settings have been read for the first time, also where the client did not tell them. */
  settled(): Promise<void>;
}

/** Registers all handlers. `session` is called when a message comes, which is after `initialize`. */
export function addHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection);
  const resolve = handle((action: CodeAction, signal) => resolvedAction(session(), action, signal));

  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    const { mirror, engines } = session();
    engines.opened(mirror.open(uri, version, text));
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const { mirror, engines, publisher } = session();
    const changed = mirror.change(uri, version, contentChanges);
    if (!changed) return;
    publisher.edited(changed.text.uri, changed.edits);
    engines.changed(changed.text, changed.edits);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const { mirror, engines, publisher, watching, workspaceValidation } = session();
    mirror.close(uri);
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

  connection.onHover(
    handle(({ textDocument: { uri }, position }, signal) => {
      const { engines, hoverStyle: style, languageClient } = session();
      const { locale } = languageClient;
      return engines.request({ name: 'hover', uri: normalizeUri(uri), position, style, locale }, signal);
    }),
  );
  connection.onCodeAction(handle((params, signal) => codeActions(session(), params, signal)));
  connection.onCodeActionResolve(async (action, token) => (await resolve(action, token)) ?? action);
  connection.onRequest(
    protocol.fixAll,
    handle(async ({ uri, component }: protocol.FixAllParams, signal): Promise<protocol.FixAll> => {
      const { edit, repaired, left } = await fixAll(session(), { uri, component }, signal);
      return { edit, repaired, left };
    }),
  );
  connection.onRequest(
    protocol.validateWorkspace,
    guard(connection, () => session().settled())(
      ({ partialResultToken }: protocol.ValidateWorkspaceParams, signal) =>
        session().workspaceValidation.validateAll(signal, wordsTo(connection, partialResultToken)),
    ),
  );
  connection.onExecuteCommand(
    handle(async ({ command, arguments: [argument] = [] }: ExecuteCommandParams, signal) => {
      switch (command) {
        case protocol.toggleGroupCommand: {
          const { uri, namespace } = argument as protocol.GroupToggle;
          const request = { name: 'toggleGroup', uri: normalizeUri(uri), namespace } as const;
          return session().engines.request(request, signal);
        }
        case protocol.sayCommand:
          session().tell((argument as protocol.Said).message);
          return null;
        case protocol.showPlaceCommand:
          await session().showPlace(argument as Location);
          return null;
        case protocol.showPlacesCommand: {
          const [first] = (argument as protocol.ShownPlaces).places;
          if (first) await session().showPlace(first);
          return null;
        }
        default:
          return null;
      }
    }),
  );
  connection.onRequest(
    protocol.repairs,
    handle((params: protocol.RepairsParams, signal) => repairs(session(), params, signal)),
  );
  connection.onRequest(
    protocol.restartEngine,
    handle(async () => session().engines.restart()),
  );
}

/**
 * Wraps the handler of a request: an error is logged and answered with null, and the server goes on. A `ResponseError` is
 * the answer.
 *
 * @param ready resolves when requests can be handled.
 */
export function guard(connection: Connection, ready: () => Promise<void> = async () => {}) {
  return <P, R>(work: (params: P, signal: AbortSignal) => Promise<R>) =>
    // For a request without parameters, the token is the only argument.
    async (params: P, token = params as CancellationToken): Promise<R | null> => {
      const controller = new AbortController();
      const listening = token.onCancellationRequested(() => controller.abort());
      try {
        if (token.isCancellationRequested) controller.abort();
        await ready();
        return await work(params, controller.signal);
      } catch (error) {
        if (isAbort(error, controller.signal))
          throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
        if (error instanceof ResponseError) throw error;
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return null;
      } finally {
        listening.dispose();
      }
    };
}

async function codeActions(
  session: Session,
  { textDocument, range, context }: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const uri = normalizeUri(textDocument.uri);
  const onSave = [
    ...(asksFor(fixAllKind, context.only, false) ? await fixAllOnSave(session, uri, signal) : []),
    ...(await sourceActions(session, uri, (kind) => asksFor(kind, context.only, false), signal)),
  ];
  if (onSave.length > 0) return onSave;
  // What is wrong somewhere has fixes, which are not to be lost among other ways to write the same.
  const rewritten = asksFor(rewriteKind, context.only, context.diagnostics.length === 0)
    ? await rewrites(session, uri, { range, triggerKind: context.triggerKind }, signal)
    : [];
  if (!asksFor('quickfix', context.only, true)) return rewritten;
  const actions = await freshActions(session, { name: 'codeActions', uri, range }, signal);
  return [
    ...actions
      .filter(({ ontology }) => ontology === undefined || session.writesSettings)
      .filter(({ allowStore }) => allowStore === undefined || session.asksForStores)
      .filter(({ shows }) => shows === undefined || session.showsPlaces)
      .filter((action) => action.fixAll === undefined || session.resolvesEdits)
      .map((action) => quickFix(action, uri, session)),
    ...askModelActions(session, uri, range),
    ...rewritten,
  ];
}

/** The kind that editors run on save when their user says so. */
export const fixAllKind = 'source.fixAll.shaclRepair';

/** With the edit at once: editors that run it on save do not all resolve it. */
async function fixAllOnSave(session: Session, uri: string, signal: AbortSignal): Promise<CodeAction[]> {
  const { edit } = await fixAll(session, { uri, component: undefined }, signal);
  const title = 'Apply all certain SHACL repairs';
  return edit === undefined ? [] : [{ title, kind: fixAllKind, edit }];
}

/** What a code action carries that has no edit yet. */
interface UnresolvedData extends NonNullable<VerifiedAction['fixAll']> {
  readonly uri: string;
}

/** The action with its edit; says why there is none. */
async function resolvedAction(
  session: Session,
  action: CodeAction,
  signal: AbortSignal,
): Promise<CodeAction> {
  const data = action.data as UnresolvedData | RewriteData | null | undefined;
  if (!data) return action;
  if ('rewrite' in data) {
    const edit = await rewriteEdit(session, data, signal);
    return edit === undefined ? action : { ...action, edit };
  }
  const { edit, repaired, left } = await fixAll(session, data, signal);
  const [first] = left;
  if (first) session.tell(`${repaired} repaired, ${left.length} left to you. ${first.why}`);
  return edit === undefined ? action : { ...action, edit };
}

async function fixAll(
  session: Session,
  { uri, component, like }: UnresolvedData,
  signal: AbortSignal,
): Promise<FixAllAnswer> {
  const request: EngineRequest<'fixAll'> = {
    name: 'fixAll',
    uri: normalizeUri(uri),
    ...(component !== undefined && { component }),
    ...(like && { like }),
  };
  const answered = () => session.engines.request(request, signal);
  let answer = await answered();
  if (!isFresh(answer, session.mirror)) answer = await answered();
  if (!isFresh(answer, session.mirror)) return { ...answer, edit: undefined, repaired: 0 };
  return { ...answer, edit: answer.edit && editWithClientUris(answer.edit, session.mirror) };
}

/** The quick fixes for one result of a report, with why there are none. */
async function repairs(
  session: Session,
  { uri, key }: protocol.RepairsParams,
  signal: AbortSignal,
): Promise<protocol.Repairs> {
  const asked = normalizeUri(uri);
  const actions = await freshActions(session, { name: 'repairs', uri: asked, key }, signal);
  return actions.map((action) => {
    const { title, evidence, statedBy, keys, explanation } = action;
    return {
      action: quickFix(action, asked, session),
      label: title,
      evidence,
      statedBy,
      alsoFixes: keys.length - 1,
      explanation,
    };
  });
}

/** The answer as of the current texts; nothing where they keep changing. */
async function freshActions(
  { engines, mirror }: Session,
  request: EngineRequest<'codeActions' | 'repairs'>,
  signal: AbortSignal,
): Promise<readonly VerifiedAction[]> {
  let actions = await engines.request(request, signal);
  // An edit for an older text would damage the newer one, so it is computed again.
  if (!areFresh(actions, mirror)) actions = await engines.request(request, signal);
  return areFresh(actions, mirror) ? actions : [];
}

/** A kind covers its sub-kinds, and the empty kind all; `otherwise` is for those who name no kind. */
function asksFor(kind: string, only: readonly string[] | undefined, otherwise: boolean): boolean {
  if (only === undefined) return otherwise;
  return only.some((asked) => asked === kind || (asked === '' ? otherwise : kind.startsWith(`${asked}.`)));
}

function ontologyChoice(
  { data, iri, file }: protocol.OntologyFileChoice,
  mirror: Mirror,
): protocol.OntologyFileChoice {
  return { data: mirror.clientUri(data), iri, file };
}

function areFresh(actions: readonly VerifiedAction[], mirror: Mirror): boolean {
  return actions.every((action) => isFresh(action, mirror));
}

export function isFresh({ versions }: Pick<VerifiedAction, 'versions'>, mirror: Mirror): boolean {
  return versions.every(({ uri, version }) => mirror.get(uri)?.version === version);
}

function quickFix(action: VerifiedAction, uri: string, { publisher, mirror }: Session): CodeAction {
  const { evidence, keys, isPreferred, edit, fixAll, ontology, allowStore, toggle, explanation, shows } =
    action;
  const title = evidence === undefined ? action.title : `${action.title} (${evidence})`;
  const data: UnresolvedData | undefined = fixAll && { uri, ...fixAll };
  return {
    title,
    kind: 'quickfix',
    diagnostics: publisher.find(uri, keys),
    ...(isPreferred && { isPreferred }),
    ...(edit && { edit: editWithClientUris(edit, mirror) }),
    ...(data && { data }),
    ...(ontology && {
      command: {
        title,
        command: protocol.useOntologyFileCommand,
        arguments: [ontologyChoice(ontology, mirror)],
      },
    }),
    ...(allowStore && { command: { title, command: protocol.allowStoreCommand, arguments: [allowStore] } }),
    ...(toggle && { command: { title, command: protocol.toggleGroupCommand, arguments: [toggle] } }),
    ...(explanation && {
      command: { title, command: protocol.sayCommand, arguments: [{ message: explanation }] },
    }),
    ...(shows && {
      command: {
        title,
        command: protocol.showPlaceCommand,
        arguments: [{ uri: mirror.clientUri(shows.uri), range: shows.range }],
      },
    }),
  };
}
