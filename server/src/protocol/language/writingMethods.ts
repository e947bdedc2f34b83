/** The methods by which editors change texts: formatting, renaming, prefixes. */
import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  Range,
  RenameParams,
  TextDocumentIdentifier,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { object, string } from '../../base/jsonShape.ts';
import type { Failure } from '../editor/failure.ts';
import { document, position, range } from '../paramShapes.ts';
import { documentOf, method } from './methodDeclaration.ts';

export const writingMethods = {
  // The layout is a matter of the project, so that the options of the editor do not count.
  'textDocument/formatting': method<Omit<DocumentFormattingParams, 'options'>, readonly TextEdit[]>({
    params: object({ textDocument: document }),
    about: documentOf,
    capabilities: () => ({ documentFormattingProvider: true }),
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
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '.', moreTriggerCharacter: ['\n'] },
    }),
  }),
  /** The edit that tidies the declarations of prefixes, for clients that offer it as a command. */
  'shaclRepair/organizePrefixes': method<
    { readonly textDocument: TextDocumentIdentifier },
    readonly TextEdit[]
  >({
    params: object({ textDocument: document }),
    about: documentOf,
    capabilities: () => ({}),
  }),
  'textDocument/prepareRename': method<
    TextDocumentPositionParams,
    { readonly range: Range; readonly placeholder: string } | Failure
  >({
    params: object({ textDocument: document, position }),
    about: documentOf,
    capabilities: () => ({}),
  }),
  'textDocument/rename': method<Omit<RenameParams, 'workDoneToken'>, WorkspaceEdit | Failure>({
    params: object({ textDocument: document, position, newName: string }),
    about: documentOf,
    capabilities: ({ textDocument }) => ({
      renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    }),
    withClientUris: editWithClientUris,
  }),
};

function editWithClientUris(
  answer: WorkspaceEdit | Failure,
  clientUri: (uri: string) => string,
): WorkspaceEdit | Failure {
  if ('kind' in answer) return answer;
  const { changes, documentChanges } = answer;
  return {
    ...answer,
    ...(changes && {
      changes: Object.fromEntries(Object.entries(changes).map(([uri, edits]) => [clientUri(uri), edits])),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((change) => {
        if (!('textDocument' in change)) return change;
        const { uri, version } = change.textDocument;
        return { ...change, textDocument: { uri: clientUri(uri), version } };
      }),
    }),
  };
}
