import type { InitializeParams } from 'vscode-languageserver';
import { lazy } from '../../../base/lazy.ts';
import type { HoverStyle } from '../../../service/ide/analysis.ts';
import { type ClientCapability, whyCommand } from '../editor/protocol.ts';

/** What a client can do with the answers of the language service; the minimum if it does not say. */
export interface LanguageClient {
  /**
   * The language of the user, as a tag such as `de` or `pt-BR`; if the client does not say, the language of its computer.
   */
  readonly locale: string;
  /** Whether the text that completion inserts may have tab stops. */
  readonly snippets: boolean;
  /** Whether a list of suggestions has places for details beside the labels. */
  readonly labelDetails: boolean;
  /** Whether the documentation of a suggestion may be Markdown. */
  readonly markdown: boolean;
  readonly hover: HoverStyle;
}

export function languageClient({
  locale,
  capabilities,
}: Pick<InitializeParams, 'locale' | 'capabilities'>): LanguageClient {
  const item = capabilities.textDocument?.completion?.completionItem;
  const hover = capabilities.textDocument?.hover;
  const showsStatus = ownCapability(capabilities)?.status === true;
  return {
    // Asking for the computer's language loads the data of all languages, which no validation needs.
    get locale() {
      return locale ?? ownLocale();
    },
    snippets: item?.snippetSupport === true,
    labelDetails: item?.labelDetailsSupport === true,
    // The formats are in the client's order.
    markdown: item?.documentationFormat?.[0] === 'markdown',
    hover: {
      // A client that names no format may not support Markdown.
      format: hover?.contentFormat?.[0] === 'markdown' ? 'markdown' : 'plaintext',
      // VS Code, whose extension sets this, shows diagnostics on hover itself.
      withMessages: !showsStatus,
      whyCommand: showsStatus ? whyCommand : undefined,
    },
  };
}

/** What a client of ours declares. */
export function ownCapability({
  experimental,
}: InitializeParams['capabilities']): ClientCapability | undefined {
  return (experimental as { readonly shaclRepair?: ClientCapability } | null | undefined)?.shaclRepair;
}

const ownLocale = lazy(() => Intl.DateTimeFormat().resolvedOptions().locale);
