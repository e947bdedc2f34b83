import {
  type ClientCapabilities,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { OpenText } from '../../base/openText.ts';
import { normalizeUri } from '../../project/uris.ts';
import {
  type LanguageAnswer,
  type LanguageCall,
  type LanguageMethod,
  type LanguageParams,
  languageMethods,
} from '../../protocol/language/languageMethods.ts';
import type { AnswerBuilder, MethodDeclaration } from '../../protocol/language/methodDeclaration.ts';
import { guard, type Session } from './handlers.ts';

/** Registers all methods of the language service. `session` is called when a request comes. */
export function addLanguageHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection);
  const builders = new Builders();
  for (const [method, declaration] of declarations()) {
    connection.onRequest<unknown, void>(
      method,
      handle(async (params: LanguageParams<LanguageMethod>, signal) => {
        const { watchdog, languageClient: client, mirror } = session();
        const about = declaration.about(params);
        const uri = about === '' ? '' : normalizeUri(about);
        const call = { method, params } as LanguageCall;
        const text = mirror.get(uri);
        const building = declaration.builder && text && builders.of(text, method, declaration.builder).next();
        const since = building?.since;
        const request = { name: 'language', uri, call, client, ...(since && { since }) } as const;
        const answer = await watchdog.request(request, signal);
        if (answer === null) return null;
        if ('kind' in answer && answer.kind === 'failed') {
          // Editors show the message of the error.
          throw new ResponseError(LSPErrorCodes.RequestFailed, answer.message);
        }
        if (building) return building.complete(answer);
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

type Builder = AnswerBuilder<LanguageAnswer<LanguageMethod>>;

/** What puts answers about open documents together. */
class Builders {
  readonly #ofTexts = new WeakMap<OpenText, Map<LanguageMethod, Builder>>();

  of(text: OpenText, method: LanguageMethod, make: () => Builder): Builder {
    const known = this.#ofTexts.get(text) ?? new Map<LanguageMethod, Builder>();
    this.#ofTexts.set(text, known);
    const builder = known.get(method) ?? make();
    known.set(method, builder);
    return builder;
  }
}

type AnyDeclaration = MethodDeclaration<LanguageParams<LanguageMethod>, LanguageAnswer<LanguageMethod>>;

/** What an entry says about its own parameters and answers is asked with these only. */
function declarations(): readonly (readonly [LanguageMethod, AnyDeclaration])[] {
  return Object.entries(languageMethods) as unknown as readonly (readonly [LanguageMethod, AnyDeclaration])[];
}
