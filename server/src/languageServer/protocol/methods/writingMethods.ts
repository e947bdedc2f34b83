/** The methods by which editors change texts: formatting, renaming, prefixes. */
import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  FileRename,
  Range,
  RenameParams,
  TextDocumentIdentifier,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import {
  boolean,
  enumOf,
  type JsonShape,
  listOf,
  object,
  optional,
  recordOf,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import type { LinkableRole } from '../../../workspace/project/linkReason.ts';
import type { Failure } from '../editor/failure.ts';
import { document, position, range, uri } from '../paramShapes.ts';
import { documentOf, method } from './methodDeclaration.ts';
import { type PackedEdits, unpackedEdits } from './packedAnswers.ts';
import { editWithUris } from './repairMethods.ts';

/** A text that replaces a range, and the namespaces of its prefixes where it was copied. */
export interface PasteParams {
  readonly textDocument: TextDocumentIdentifier;
  readonly range: Range;
  readonly text: string;
  readonly prefixes?: Readonly<Record<string, string>>;
}

/** The alternative spellings of what is at a place, each with its edits, as in `refactor.rewrite` actions. */
export interface RewritesParams {
  readonly textDocument: TextDocumentIdentifier;
  readonly range: Range;
  /** Whether the user asked explicitly, rather than an editor that checks whether something can be done. */
  readonly isInvoked: boolean;
  /** If it takes more edits, only the title is in the answer. */
  readonly mostEdits: number;
}

export interface LinkFileParams {
  readonly textDocument: TextDocumentIdentifier;
  /** The uri of the file that is linked. */
  readonly file: string;
  readonly as: LinkableRole;
}

/** Asks for edits of a document as a whole, for clients that offer them as a command. */
const editsOfDocument = method<{ readonly textDocument: TextDocumentIdentifier }, readonly TextEdit[]>({
  params: object({ textDocument: document }),
  about: documentOf,
});

export const writingMethods = {
  // The project determines the layout, so the options of the editor are ignored.
  'textDocument/formatting': method<Omit<DocumentFormattingParams, 'options'>, PackedEdits>({
    params: object({ textDocument: document }),
    about: documentOf,
    capabilities: () => ({ documentFormattingProvider: true }),
    reply: unpackedEdits,
  }),
  'textDocument/rangeFormatting': method<Omit<DocumentRangeFormattingParams, 'options'>, readonly TextEdit[]>(
    {
      params: object({ textDocument: document, range }),
      about: documentOf,
      capabilities: () => ({ documentRangeFormattingProvider: true }),
    },
  ),
  'textDocument/onTypeFormatting': method<
    Omit<DocumentOnTypeFormattingParams, 'options'>,
    readonly TextEdit[]
  >({
    params: object({ textDocument: document, position, ch: string }),
    about: documentOf,
    capabilities: () => ({
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '.', moreTriggerCharacter: ['\n', ':'] },
    }),
  }),
  /** The edit that tidies the declarations of prefixes, for clients that offer it as a command. */
  'shaclRepair/organizePrefixes': editsOfDocument,
  /** The edit that sorts the statements by their subjects, with their comments. */
  'shaclRepair/sortStatements': editsOfDocument,
  /** The alternative spellings of the IRI at a place. Editors get these as code actions. */
  'shaclRepair/rewrites': method<
    RewritesParams,
    readonly { readonly title: string; readonly edits: readonly TextEdit[] | null }[]
  >({
    params: object({
      textDocument: document,
      range,
      isInvoked: boolean,
      mostEdits: wholeNumberFrom(0, Number.MAX_SAFE_INTEGER),
    }),
    about: documentOf,
  }),
  /**
   * What the shape at a place of a shapes file can be turned into without changing a verdict. Editors get these as code actions of
   * their kinds.
   */
  'shaclRepair/refactorings': method<
    { readonly textDocument: TextDocumentIdentifier; readonly range: Range },
    readonly { readonly title: string; readonly kind: string; readonly edit: WorkspaceEdit }[]
  >({
    params: object({ textDocument: document, range }),
    about: documentOf,
  }),
  /** The namespaces of the prefixes of a copied text, to be handed to `shaclRepair/paste`. */
  'shaclRepair/copy': method<
    { readonly textDocument: TextDocumentIdentifier; readonly range: Range },
    { readonly prefixes: Readonly<Record<string, string>> }
  >({
    params: object({ textDocument: document, range }),
    about: documentOf,
  }),
  /** What to insert instead of a pasted text, with the declarations that it needs; null to insert it unchanged. */
  'shaclRepair/paste': method<PasteParams, { readonly text: string; readonly edits: readonly TextEdit[] }>({
    params: object({
      textDocument: document,
      range,
      text: string,
      prefixes: optional(recordOf(string)),
    }) as JsonShape<PasteParams>,
    about: documentOf,
  }),
  /** The edit that links a file in a comment at the start of the document. */
  'shaclRepair/linkFile': method<LinkFileParams, readonly TextEdit[]>({
    params: object({ textDocument: document, file: uri, as: enumOf('shapes', 'context') }),
    about: documentOf,
  }),
  'textDocument/prepareRename': method<
    TextDocumentPositionParams,
    { readonly range: Range; readonly placeholder: string } | Failure
  >({
    params: object({ textDocument: document, position }),
    about: documentOf,
    failure: 'error',
  }),
  'textDocument/rename': method<Omit<RenameParams, 'workDoneToken'>, WorkspaceEdit | Failure>({
    params: object({ textDocument: document, position, newName: string }),
    about: documentOf,
    capabilities: ({ textDocument }) => ({
      renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    }),
    failure: 'error',
    withClientUris: editWithClientUris,
  }),
  'workspace/willRenameFiles': method<{ readonly files: readonly FileRename[] }, RelinkingEdit>({
    params: object({ files: listOf(object({ oldUri: uri, newUri: uri }), 100_000) }),
    about: () => '',
    capabilities: ({ workspace }) =>
      workspace?.fileOperations?.willRename
        ? {
            workspace: {
              fileOperations: {
                willRename: {
                  filters: [
                    { scheme: 'file', pattern: { glob: linkedGlob, matches: 'file' } },
                    { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
                  ],
                },
              },
            },
          }
        : {},
    withClientUris: ({ edit, left }, clientUri) => ({ edit: editWithUris(edit, clientUri), left }),
    reply: ({ edit, left }, tell) => {
      if (left.length > 0) tell(left.slice(0, mostTold).join(' '));
      return edit;
    },
  }),
};

/** The edit that keeps links when files are moved. */
interface RelinkingEdit {
  readonly edit: WorkspaceEdit;
  /** References that are left unchanged although they no longer lead where they did, as sentences. */
  readonly left: readonly string[];
}

/** What may be linked: Turtle files, project files and baselines. */
const linkedGlob = '**/*.{ttl,turtle,shacl,n3,trig,json,jsonc}';

/** A message is read at a glance. */
const mostTold = 3;

function editWithClientUris(
  answer: WorkspaceEdit | Failure,
  clientUri: (uri: string) => string,
): WorkspaceEdit | Failure {
  return 'kind' in answer ? answer : editWithUris(answer, clientUri);
}
