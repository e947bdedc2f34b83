/** The shapes of the parameters of all messages from clients. Messages that are not listed have no handler. */
import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver';
import {
  anyOf,
  anything,
  customShape,
  enumOf,
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
import { clientMethods } from '../../protocol/methods/methods.ts';
import { document, noParams, range, token, uri } from '../../protocol/paramShapes.ts';

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

/** By method, of all notifications. Those that do not fit are left out. */
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
