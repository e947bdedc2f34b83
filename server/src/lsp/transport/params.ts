/**
 * The shapes of the parameters of all messages from clients. Messages that are not listed have no handler; a test compares
 * the list with protocol.ts.
 */
import type {
  CodeActionParams,
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  HoverParams,
} from 'vscode-languageserver';
import {
  anyOf,
  anything,
  boolean,
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
} from '../../base/jsonShape.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import { methods } from '../../protocol/methods/methods.ts';
import { document, key, position, progress, range, token, uri } from '../../protocol/paramShapes.ts';

const versioned = object({ uri, version: wholeNumberFrom(-(2 ** 31), 2 ** 31 - 1) });
const anyObject = recordOf(anything);
/** Of requests that need none. */
const none = optional(nullable(anyObject));
const folder = object({ uri, name: label });
const keys = listOf(key, 1_000_000);
const choice = { systems: listOf(label, 1000), strategies: listOf(label, 1000) };
const aboutResult = object({ uri, key, ...progress });

/** By method, of all requests. */
export const requestParams: Readonly<Record<string, JsonShape<unknown>>> = {
  initialize: object({
    processId: optional(nullable(wholeNumberFrom(1, 2 ** 32 - 1))),
    rootUri: optional(nullable(anyOf<string>(uri, enumOf('')))),
    workspaceFolders: optional(nullable(listOf(folder, 10_000))),
    capabilities: optional(nullable(anyObject)),
  }),
  shutdown: none,
  'textDocument/hover': object({ textDocument: document, position }) satisfies JsonShape<HoverParams>,
  'textDocument/codeAction': object({
    textDocument: document,
    range,
    context: object({
      diagnostics: listOf(anything as JsonShape<CodeActionParams['context']['diagnostics'][number]>),
      only: optional(listOf(label, 1000)),
      triggerKind: optional(enumOf(1, 2)),
    }),
  }),
  'codeAction/resolve': object({
    title: string,
    data: optional(
      nullable(
        object({
          uri,
          component: optional(key),
          like: optional(object({ key, update: string })),
          rewrite: optional(object({ range, title: string })),
        }),
      ),
    ),
  }),
  'workspace/executeCommand': object({
    command: enumOf(
      protocol.toggleGroupCommand,
      protocol.sayCommand,
      protocol.showPlaceCommand,
      protocol.showPlacesCommand,
    ),
    arguments: listOf(
      object({
        uri: optional(uri),
        namespace: optional(string),
        message: optional(string),
        range: optional(range),
        places: optional(listOf(object({ uri, range }), 1000)),
      }),
      1,
    ),
  }),
  [protocol.fixAll]: object({
    uri,
    component: optional(key),
  }) satisfies JsonShape<protocol.FixAllParams>,
  [protocol.repairs]: object({ uri, key }) satisfies JsonShape<protocol.RepairsParams>,
  [protocol.validateWorkspace]: object(progress) satisfies JsonShape<protocol.ValidateWorkspaceParams>,
  [protocol.restartEngine]: none,
  [protocol.modelRepairs]: aboutResult satisfies JsonShape<protocol.ModelRepairsParams>,
  [protocol.prompt]: object({ uri, key }) satisfies JsonShape<protocol.PromptParams>,
  [protocol.repairWithModel]: object({
    uri,
    keys,
    ...progress,
  }) satisfies JsonShape<protocol.RepairWithModelParams>,
  [protocol.generateSamples]: object({
    uri,
    class: key,
    count: wholeNumberFrom(1, 10_000),
    includes: enumOf('required', 'described'),
    withModel: boolean,
    ...progress,
  }) satisfies JsonShape<protocol.GenerateSamplesParams>,
  [protocol.sayConnection]: object({
    uri,
    from: key,
    to: key,
    ...progress,
  }) satisfies JsonShape<protocol.SayConnectionParams>,
  [protocol.extractFacts]: object({
    uri,
    class: key,
    text: string,
    ...progress,
  }) satisfies JsonShape<protocol.ExtractFactsParams>,
  [protocol.generateBenchmark]: object({
    uri,
    folder: uri,
    options: object({
      mode: label,
      seed: wholeNumberFrom(0, Number.MAX_SAFE_INTEGER),
      crossCheck: enumOf('all', 'none'),
      ifInvalid: enumOf('refuse', 'repair', 'restrict'),
    }),
    ...progress,
  }) satisfies JsonShape<protocol.GenerateBenchmarkParams>,
  [protocol.verifySuite]: object({
    uri,
    cases: optional(keys),
    ...progress,
  }) satisfies JsonShape<protocol.VerifySuiteParams>,
  [protocol.estimateEvaluation]: object({
    uri,
    plan: anyOf<protocol.EvaluationPlan>(
      object({ kind: enumOf('begin'), ...choice }),
      object({ kind: enumOf('goOn'), run: uri }),
    ),
    cases: optional(keys),
    ...progress,
  }) satisfies JsonShape<protocol.EstimateEvaluationParams>,
  [protocol.evaluate]: object({
    uri,
    run: uri,
    choice: optional(object(choice)),
    ...progress,
  }),
  [protocol.tryCases]: object({
    uri,
    choice: object(choice),
    cases: optional(keys),
    ...progress,
  }) satisfies JsonShape<protocol.TryCasesParams>,
  [protocol.evaluationRuns]: object({
    uris: listOf(uri, 100_000),
  }) satisfies JsonShape<protocol.EvaluationRunsParams>,
  [protocol.evaluationReport]: object({
    runs: listOf(uri, 10_000),
  }) satisfies JsonShape<protocol.EvaluationReportParams>,
  [protocol.estimateModelCheck]: none,
  [protocol.checkModel]: object(progress) satisfies JsonShape<protocol.CheckModelParams>,
  ...Object.fromEntries(Object.entries(methods).map(([method, { params }]) => [method, params])),
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
