import { Uri, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type {
  MethodAnswer,
  MethodParams,
} from '../../../server/src/languageServer/protocol/methods/methods.ts';
import { ask } from '../ask.ts';

/** The requested value, or a message why there is none. */
export type Asked<T> = T | { readonly kind: 'failed'; readonly message: string };

/** The suites of violations on disk, as the server reads them. A suite is named by the uri of its suite.json. */
export class Suites {
  readonly #client: LanguageClient;

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  read(suite: Uri): Promise<Asked<Extract<protocol.SuiteAnswer, { kind: 'suite' }>>> {
    return this.#ask('shaclRepair/suite', { uri: suite.toString() });
  }

  details(suite: Uri, id: string): Promise<Asked<Extract<protocol.SuiteCaseAnswer, { kind: 'case' }>>> {
    return this.#ask('shaclRepair/suiteCase', { uri: suite.toString(), id });
  }

  texts(suite: Uri, id: string): Promise<Asked<Extract<protocol.CaseTextsAnswer, { kind: 'texts' }>>> {
    return this.#ask('shaclRepair/caseTexts', { uri: suite.toString(), id });
  }

  /** The suite.json files of the workspace, ours or not. */
  files(): Thenable<readonly Uri[]> {
    return workspace.findFiles(suitePattern, '**/{node_modules,.git}/**', maxSuites);
  }

  /** The suites of the workspace. */
  async find(): Promise<readonly Uri[]> {
    const found = await Promise.all(
      (await this.files()).map(async (uri) => ((await readDescription(uri)) ? [uri] : [])),
    );
    return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #ask<Name extends 'shaclRepair/suite' | 'shaclRepair/suiteCase' | 'shaclRepair/caseTexts'>(
    method: Name,
    params: MethodParams<Name>,
  ): Promise<Asked<MethodAnswer<Name>>> {
    const failed = (message: string) => ({ kind: 'failed', message }) as const;
    try {
      const answer = await ask(this.#client, method, params);
      return answer ?? failed('The suite could not be read. See the output of SHACL Repair for the reason.');
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

export const suitePattern = '**/suite.json';
const maxSuites = 1000;
/** The size limit of a suite.json, in bytes. */
const maxSize = 64 << 20;

export interface SuiteDescription {
  readonly name: string | undefined;
  readonly cases: number;
  /** How many things the validator left out when the suite was made, so that no case is about them. */
  readonly notChecked: number;
}

/**
 * The parts of suite.json that are shown before the server is asked; undefined when it is not one of ours, or not in its
 * place yet.
 */
export async function readDescription(uri: Uri): Promise<SuiteDescription | undefined> {
  if (/\.partial\/new\/suite\.json$/.test(uri.path)) return undefined;
  try {
    if ((await workspace.fs.stat(uri)).size > maxSize) return undefined;
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    // The server checks its contents; here it may be anything.
    const { generator, name, totals, notChecked } = JSON.parse(text);
    if (generator?.name !== 'shacl-repair') return undefined;
    return {
      name: typeof name === 'string' ? name : undefined,
      cases: Number.isSafeInteger(totals?.cases) ? totals.cases : 0,
      notChecked: Array.isArray(notChecked) ? notChecked.length : 0,
    };
  } catch {
    // Other tools also have files called suite.json.
    return undefined;
  }
}
