import type { ClientCapabilities } from 'vscode-languageserver';

/** What a client makes of the answers of the language service. Without a word from it, the least. */
export interface LanguageClient {
  /** Whether folding ranges are of whole lines. */
  readonly foldsLines: boolean;
}

export function languageClient({ textDocument }: ClientCapabilities): LanguageClient {
  return { foldsLines: textDocument?.foldingRange?.lineFoldingOnly === true };
}
