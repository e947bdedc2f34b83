import type { InitializeParams } from 'vscode-languageserver';

/** What a client makes of the answers of the language service. Without a word from it, what holds for its computer. */
export interface LanguageClient {
  /** The language of the user, as a tag such as `de` or `pt-BR`. */
  readonly locale: string;
}

export function languageClient({ locale }: Pick<InitializeParams, 'locale'>): LanguageClient {
  return { locale: locale ?? Intl.DateTimeFormat().resolvedOptions().locale };
}
