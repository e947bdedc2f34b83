/** The methods by which editors change texts: formatting. */
import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  TextEdit,
} from 'vscode-languageserver';
import { object, string } from '../../base/jsonShape.ts';
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
};
