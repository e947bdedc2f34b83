import {
  type ClientCapabilities,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { normalizeUri } from '../../project/uris.ts';
import {
  type LanguageAnswer,
  type LanguageCall,
  type LanguageMethod,
  type LanguageParams,
  languageMethods,
} from '../../protocol/language/languageMethods.ts';
import type { MethodDeclaration } from '../../protocol/language/methodDeclaration.ts';
import { guard, type Session } from './handlers.ts';

/** Registers all methods of the language service. `session` is called when a request comes. */
export function addLanguageHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection);
  for (const [method, declaration] of declarations()) {
    connection.onRequest<unknown, void>(
      method,
      handle(async (params: LanguageParams<LanguageMethod>, signal) => {
        const { watchdog, languageClient: client, mirror } = session();
        const about = declaration.about(params);
        const uri = about === '' ? '' : normalizeUri(about);
        const call = { method, params } as LanguageCall;
        const answer = await watchdog.request({ name: 'language', uri, call, client }, signal);
        if (answer === null) return null;
        if ('kind' in answer && answer.kind === 'failed') {
          // Editors show the message of the error.
          throw new ResponseError(LSPErrorCodes.RequestFailed, answer.message);
        }
        const known = declaration.withClientUris?.(answer, (each) => mirror.clientUri(each)) ?? answer;
        return declaration.reply ? declaration.reply(known, (message) => session().tell(message)) : known;
      }),
    );
  }
}

/** What the language service offers to a client. */
export function languageCapabilities(client: ClientCapabilities): Partial<ServerCapabilities> {
  return Object.assign({}, ...declarations().map(([, { capabilities }]) => capabilities(client)));
}

type AnyDeclaration = MethodDeclaration<LanguageParams<LanguageMethod>, LanguageAnswer<LanguageMethod>>;

/** What an entry says about its own parameters and answers is asked with these only. */
function declarations(): readonly (readonly [LanguageMethod, AnyDeclaration])[] {
  return Object.entries(languageMethods) as unknown as readonly (readonly [LanguageMethod, AnyDeclaration])[];
}
