/** The methods that report problems at a place and repair them without a model. */
import type {
  CodeAction,
  CodeActionParams,
  Diagnostic,
  ExecuteCommandParams,
  Hover,
  HoverParams,
  Location,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver';
import {
  anything,
  enumOf,
  type JsonShape,
  label,
  listOf,
  nullable,
  object,
  optional,
  recordOf,
  string,
} from '../../../base/jsonShape.ts';
import type { GroupToggle, UnitStatus } from '../../../service/ide/analysis.ts';
import type { JsonStatedBy } from '../../../service/report/statedByJson.ts';
import * as protocol from '../editor/protocol.ts';
import { document, key, noParams, position, progress, range, uri } from '../paramShapes.ts';
import { documentOf, method, uriOf } from './methodDeclaration.ts';
import { fixAllScope, laterShapes, type SentCommand, serverCommandParams } from './quickFixes.ts';

export interface VerifiedActions {
  readonly actions: readonly VerifiedAction[];
}

/** A quick fix before its diagnostics are attached, which the lsp process knows by their keys. */
export interface VerifiedAction {
  /** As menus show it: the label, followed by the evidence. */
  readonly title: string;
  readonly label: string;
  /** The evidence for it. */
  readonly evidence: string | undefined;
  /** The part of it that only stores contain. */
  readonly statedBy: readonly JsonStatedBy[] | undefined;
  readonly keys: readonly string[];
  readonly isPreferred: boolean;
  readonly isLast: boolean;
  readonly edit: WorkspaceEdit | undefined;
  readonly command: SentCommand | undefined;
}

/** What the validation of a file found. */
export interface ValidatedFile {
  readonly uri: string;
  /** Undefined for a file that can't be read, and one whose validation failed. */
  readonly status: UnitStatus | undefined;
  /** In all files of its unit, with its own syntax errors. */
  readonly diagnostics: Readonly<Record<string, readonly Diagnostic[]>>;
  /** The files that it rests on, also missing ones. */
  readonly dependsOn: readonly string[];
}

export interface JudgeChangeParams {
  /** By uri; null where there is no file. */
  readonly texts: Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>;
  /** The stable keys, without numbers, of the results that earlier changes have introduced, by data file. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
}

/** What a change did; it holds where no shapes judge the files. */
export interface JudgedChange {
  readonly verdict: 'holds' | 'introduces' | 'undecided' | 'refused';
  readonly reasons: readonly string[];
  readonly introduced: number;
  readonly fixed: number;
  /** Where the first of the introduced results is. */
  readonly first: Location | undefined;
  /**
   * The results that this change or earlier ones have introduced: their stable keys and diagnostics by data file, and in it
   * by file.
   */
  readonly brought: Readonly<Record<string, BroughtResults>>;
}

export interface BroughtResults {
  /** Without numbers; equal ones as often as they are there. */
  readonly keys: readonly string[];
  readonly diagnostics: Readonly<Record<string, readonly Diagnostic[]>>;
}

const none: VerifiedActions = { actions: [] };

export const repairMethods = {
  'textDocument/hover': method<HoverParams, Hover>({
    params: object({ textDocument: document, position }),
    about: documentOf,
    capabilities: () => ({ hoverProvider: true }),
  }),
  /**
   * The repairs of all results in a file, or of those of one constraint component, that are unambiguous, as one edit; and
   * the results that are left, each with the reason.
   */
  'shaclRepair/fixAll': method<protocol.FixAllParams, protocol.FixAll>({
    params: object({
      uri,
      ...fixAllScope,
      steps: optional(listOf(key, 100_000)),
      plan: optional(enumOf('likeliest', 'smallest')),
    }) as JsonShape<protocol.FixAllParams>,
    about: uriOf,
    stale: { askAgain: true, answer: (answer) => ({ ...answer, edit: undefined, repaired: 0 }) },
    withClientUris: ({ edit, ...rest }, clientUri) => ({
      edit: edit && editWithUris(edit, clientUri),
      ...rest,
    }),
  }),
  /** A plan for all results of a file, whose steps `shaclRepair/fixAll` applies. */
  'shaclRepair/repairPlan': method<protocol.FileParams, protocol.RepairPlan>({
    params: object({ uri }),
    about: uriOf,
    stale: {
      askAgain: true,
      answer: () => ({ cost: 0, statements: 0, steps: [], left: [], smallest: undefined }),
    },
    withClientUris: (plan, clientUri) => {
      const placed = <T extends { readonly location: Location | undefined }>(each: T): T =>
        each.location ? { ...each, location: { ...each.location, uri: clientUri(each.location.uri) } } : each;
      const inPlan = <T extends protocol.PlanSteps>(each: T): T => ({
        ...each,
        steps: each.steps.map(placed),
        left: each.left.map(placed),
      });
      return { ...inPlan(plan), smallest: plan.smallest && inPlan(plan.smallest) };
    },
  }),
};

/** The methods that the language server answers from what it knows of its client, asking the engine for the rest. */
export const sessionMethods = {
  'textDocument/codeAction': method<CodeActionParams, readonly CodeAction[]>({
    params: object({
      textDocument: document,
      range,
      context: object({
        diagnostics: listOf(anything as JsonShape<CodeActionParams['context']['diagnostics'][number]>),
        only: optional(listOf(label, 1000)),
        triggerKind: optional(enumOf(1, 2)),
      }),
    }) as JsonShape<CodeActionParams>,
    about: documentOf,
  }),
  'codeAction/resolve': method<CodeAction, CodeAction>({
    params: object({
      title: string,
      data: optional(
        nullable(
          object({
            uri,
            ...laterShapes,
            rewrite: optional(object({ range, title: string })),
          }),
        ),
      ),
    }),
    about: () => '',
  }),
  'workspace/executeCommand': method<ExecuteCommandParams, object>({
    params: serverCommandParams,
    about: () => '',
  }),
  /**
   * The verified repairs of one result of a report, best first, as quick fixes, and what would help where they are guesses.
   * The list is empty when the result is gone.
   */
  'shaclRepair/repairs': method<protocol.RepairsParams, protocol.Repairs>({
    params: object({ uri, key }),
    about: uriOf,
  }),
  /**
   * Proven changes of shapes instead of the data, for the results and constraints that a range touches, as quick fixes:
   * each removes all results of its constraint and causes none.
   */
  'shaclRepair/shapeChanges': method<protocol.ShapeChangesParams, protocol.Repairs>({
    params: object({ uri, range }),
    about: uriOf,
  }),
  /**
   * Validates all Turtle files of the workspace, including those that are not open. Their diagnostics are published, and
   * again whenever a file that they rest on changes on disk. With `partialResultToken` the server reports its progress by
   * `$/progress`, as `ModelProgress`.
   */
  'shaclRepair/validateWorkspace': method<protocol.ValidateWorkspaceParams, protocol.WorkspaceValidation>({
    params: object(progress),
    about: () => '',
    afterSettings: true,
  }),
  /**
   * Downloads an ontology that a document imports into the folder `imports` of its workspace folder. The user has seen what
   * is downloaded and from where. Where a server redirects to another one, the answer names it, and no further request is
   * made.
   */
  'shaclRepair/fetchImport': method<protocol.FetchImportParams, protocol.FetchImportAnswer>({
    params: object({ uri, iri: label, allowed: listOf(label, 20) }),
    about: uriOf,
    whyRestricted: protocol.whyRestricted.imports,
  }),
  /** Starts a new engine, which retries the constraints and files that were given up on. */
  'shaclRepair/restartEngine': method<object, null>({
    params: noParams,
    about: () => '',
  }),
};

/** The methods by which the language server asks its engine, and no client does. */
export const engineMethods = {
  /** What can be done about the problems in a range. */
  'engine/codeActions': method<{ readonly uri: string; readonly range: Range }, VerifiedActions>({
    params: object({ uri, range }),
    about: uriOf,
    stale: { askAgain: true, answer: () => none },
  }),
  'engine/repairs': method<protocol.RepairsParams, VerifiedActions>({
    params: object({ uri, key }),
    about: uriOf,
    stale: { askAgain: true, answer: () => none },
  }),
  'engine/shapeChanges': method<protocol.ShapeChangesParams, VerifiedActions>({
    params: object({ uri, range }),
    about: uriOf,
    stale: { askAgain: true, answer: () => none },
  }),
  /** Validates the Turtle files of the workspace, or those that are given. They need not be open. */
  'engine/validateFiles': method<{ readonly files?: readonly string[] }, readonly ValidatedFile[]>({
    params: object({ files: optional(listOf(uri)) }),
    about: () => '',
    engine: 'own with texts',
  }),
  /** The effect of changes on disk on the results of the changed files, and of open files that rest on them. */
  'engine/judgeChange': method<JudgeChangeParams, JudgedChange>({
    params: object({
      texts: recordOf(object({ before: nullable(string), after: nullable(string) })),
      shown: recordOf(listOf(key, 100_000)),
    }),
    about: () => '',
    engine: 'kept with texts',
  }),
  /** Shows the results of a group one by one, or as one again. The document is revalidated. */
  'engine/toggleGroup': method<GroupToggle, object>({
    params: object({ uri, namespace: string }),
    about: uriOf,
  }),
};

/**
 * An edit with different uris for the documents that it changes, such as those of open documents as the client writes them.
 */
export function editWithUris(edit: WorkspaceEdit, uriFor: (uri: string) => string): WorkspaceEdit {
  const { changes, documentChanges } = edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(Object.entries(changes).map(([uri, edits]) => [uriFor(uri), edits])),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((change) => {
        if (!('textDocument' in change)) return change;
        const { uri, version } = change.textDocument;
        return { ...change, textDocument: { uri: uriFor(uri), version } };
      }),
    }),
  };
}
