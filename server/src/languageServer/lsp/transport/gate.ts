import {
  type DidChangeTextDocumentParams,
  type DidCloseTextDocumentParams,
  type DidOpenTextDocumentParams,
  ErrorCodes,
  LSPErrorCodes,
} from 'vscode-languageserver';
import {
  anyOf,
  anything,
  customShape,
  describeMismatch,
  enumOf,
  isObject,
  type JsonShape,
  label,
  listOf,
  nullable,
  object,
  optional,
  recordOf,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import { trustGranted } from '../../protocol/editor/protocol.ts';
import { clientMethods } from '../../protocol/methods/methods.ts';
import { document, noParams, range, token, uri } from '../../protocol/paramShapes.ts';

/** The shapes of the parameters of all messages from clients. Messages that are not listed have no handler. */

const versioned = object({ uri, version: wholeNumberFrom(-(2 ** 31), 2 ** 31 - 1) });
const anyObject = recordOf(anything);
const folder = object({ uri, name: label });

/** By method, of all requests. */
export const requestParams: Readonly<Record<string, JsonShape<unknown>>> = {
  initialize: object({
    processId: optional(nullable(wholeNumberFrom(1, 2 ** 32 - 1))),
    rootUri: optional(nullable(anyOf<string>(uri, enumOf('')))),
    workspaceFolders: optional(nullable(listOf(folder, 10_000))),
    capabilities: optional(nullable(anyObject)),
  }),
  shutdown: noParams,
  ...Object.fromEntries(Object.entries(clientMethods).map(([method, { params }]) => [method, params])),
};

/** By method, for all notifications. Notifications that do not fit are dropped. */
export const notificationParams: Readonly<Record<string, JsonShape<unknown>>> = {
  'textDocument/didOpen': object({
    textDocument: object({
      uri,
      languageId: label,
      version: wholeNumberFrom(-(2 ** 31), 2 ** 31 - 1),
      text: string,
    }),
  }) satisfies JsonShape<DidOpenTextDocumentParams>,
  'textDocument/didChange': object({
    textDocument: versioned,
    contentChanges: listOf(
      // A malformed range must not be taken for a change of the whole text.
      anyOf<DidChangeTextDocumentParams['contentChanges'][number]>(
        object({ range, text: string }),
        object({ range: customShape<undefined>('a range', (given) => given === undefined), text: string }),
      ),
    ),
  }),
  'textDocument/didSave': object({ textDocument: document }),
  'textDocument/didClose': object({
    textDocument: document,
  }) satisfies JsonShape<DidCloseTextDocumentParams>,
  'workspace/didChangeWatchedFiles': object({
    changes: listOf(object({ uri, type: enumOf(1, 2, 3) })),
  }),
  'workspace/didChangeConfiguration': anyObject,
  'workspace/didChangeWorkspaceFolders': object({
    event: object({ added: listOf(folder, 10_000), removed: listOf(folder, 10_000) }),
  }),
  '$/cancelRequest': object({ id: token }),
  '$/progress': object({ token }),
  '$/setTrace': object({ value: label }),
  'window/workDoneProgress/cancel': object({ token }),
};

/**
 * Passes on to the handlers only messages that the state of the session allows and whose parameters have the right shape,
 * so that handlers need not check either.
 */

/** How a message is handled. */
export type GateDecision =
  /** Unchanged; for `initialize`, what the client left out is filled in. */
  | { readonly kind: 'pass'; readonly message: object }
  /** A notification that has no meaning in this state; `problem` is the reason if that should be logged. */
  | { readonly kind: 'drop'; readonly problem?: string }
  /** To be answered with an error. */
  | { readonly kind: 'refuse'; readonly id: Id | null; readonly code: number; readonly message: string };

type Id = string | number;

/** Lets messages through, or decides how they are handled. */
export class Gate {
  #state: 'new' | 'running' | 'shutDown' = 'new';
  #trust: 'trusted' | 'restricted' = 'trusted';

  get isShutDown(): boolean {
    return this.#state === 'shutDown';
  }

  take(message: unknown): GateDecision {
    if (!isObject(message)) return invalid('A message is one object of JSON');
    const { method, id, params } = message;
    if (method === undefined && isId(id) && (Object.hasOwn(message, 'result') || isObject(message.error))) {
      return { kind: 'pass', message };
    }
    if (typeof method !== 'string') return invalid('A message has a method, or is an answer');
    if (!Object.hasOwn(message, 'id')) return this.#notification(method, params) ?? { kind: 'pass', message };
    if (!isId(id)) return invalid('The id of a request is a text or a whole number');
    const refused = this.#request(method, id, params);
    if (refused) return refused;
    return { kind: 'pass', message: method === 'initialize' ? completed(message) : message };
  }

  #request(method: string, id: Id, params: unknown): GateDecision | undefined {
    const refuse = (code: number, message: string): GateDecision => ({ kind: 'refuse', id, code, message });
    if (this.#state === 'shutDown') {
      return refuse(ErrorCodes.InvalidRequest, `${method} came after shutdown; only exit may.`);
    }
    if (this.#state === 'new' && method !== 'initialize') {
      return refuse(ErrorCodes.ServerNotInitialized, `${method} came before initialize.`);
    }
    if (this.#state === 'running' && method === 'initialize') {
      return refuse(ErrorCodes.InvalidRequest, 'initialize may come once only.');
    }
    const shape = own(requestParams, method);
    const problem = shape && describeMismatch(shape, params, 'params');
    if (problem !== undefined) return refuse(ErrorCodes.InvalidParams, `${method}: ${problem}.`);
    const restricted = this.#trust === 'restricted' ? whyRestricted(method, params) : undefined;
    if (restricted !== undefined) return refuse(LSPErrorCodes.RequestFailed, restricted);
    if (method === 'initialize') {
      this.#state = 'running';
      this.#trust = isRestricted(params) ? 'restricted' : 'trusted';
    }
    if (method === 'shutdown') this.#state = 'shutDown';
    return undefined;
  }

  #notification(method: string, params: unknown): GateDecision | undefined {
    if (method === 'exit') return undefined;
    if (this.#state !== 'running') return { kind: 'drop' };
    const shape = own(notificationParams, method);
    const problem = shape && describeMismatch(shape, params, 'params');
    if (problem !== undefined) return { kind: 'drop', problem: `${method} was left out: ${problem}.` };
    if (method === trustGranted) this.#trust = 'trusted';
    return undefined;
  }
}

/** Clients may leave out capabilities and folders; the libraries that read them expect them to be there. */
function completed(message: Record<string, unknown>): object {
  const params = message.params as Record<string, unknown>;
  const { capabilities, processId, rootUri } = params;
  return {
    ...message,
    params: {
      ...params,
      capabilities: capabilities ?? {},
      processId: processId ?? null,
      rootUri: rootUri ?? null,
    },
  };
}

function invalid(message: string): GateDecision {
  return { kind: 'refuse', id: null, code: ErrorCodes.InvalidRequest, message: `${message}.` };
}

function isRestricted(params: unknown): boolean {
  const options = (params as { readonly initializationOptions?: unknown }).initializationOptions;
  return isObject(options) && options.restricted === true;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Why a request with these parameters is refused in a folder that its user does not trust; undefined where it is allowed. */
function whyRestricted(method: string, params: unknown): string | undefined {
  const why = own<{ readonly whyRestricted?: unknown }>(clientMethods, method)?.whyRestricted as
    | string
    | ((params: unknown) => string | undefined)
    | undefined;
  return typeof why === 'function' ? why(params) : why;
}

function own<T>(table: Readonly<Record<string, T>>, method: string): T | undefined {
  return Object.hasOwn(table, method) ? table[method] : undefined;
}
