import { Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';

/** What was asked for, or a sentence on why there is none. */
export type Asked<T> = T | { readonly kind: 'failed'; readonly message: string };

/** The suites of violations on disk, as the server reads them. A suite is named by the uri of its suite.json. */
export class Suites {
  readonly #client: LanguageClient;

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  read(suite: Uri): Promise<Asked<Extract<protocol.SuiteAnswer, { kind: 'suite' }>>> {
    return this.#ask(protocol.suite, { uri: suite.toString() });
  }

  details(suite: Uri, id: string): Promise<Asked<Extract<protocol.SuiteCaseAnswer, { kind: 'case' }>>> {
    return this.#ask(protocol.suiteCase, { uri: suite.toString(), id });
  }

  texts(suite: Uri, id: string): Promise<Asked<Extract<protocol.CaseTextsAnswer, { kind: 'texts' }>>> {
    return this.#ask(protocol.caseTexts, { uri: suite.toString(), id });
  }

  async #ask<T>(method: string, params: protocol.SuiteParams | protocol.SuiteCaseParams): Promise<Asked<T>> {
    const failed = (message: string) => ({ kind: 'failed', message }) as const;
    try {
      const answer = await this.#client.sendRequest<T | null>(method, params);
      return answer ?? failed('The suite could not be read. The output of SHACL Repair says why.');
    } catch (error) {
      // As when the server is not running.
      return failed(error instanceof Error ? error.message : String(error));
    }
  }
}

/** What people call the suite: the name of its folder. */
export function folderName(suite: Uri): string {
  return Uri.joinPath(suite, '..').path.split('/').at(-1)!;
}
