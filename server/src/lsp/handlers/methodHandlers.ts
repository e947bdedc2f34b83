import {
  type ClientCapabilities,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { OpenText } from '../../base/openText.ts';
import { normalizeUri } from '../../project/uris.ts';
import type { Failure } from '../../protocol/editor/protocol.ts';
import type { AnswerBuilder, MethodDeclaration } from '../../protocol/methods/methodDeclaration.ts';
import {
  type Method,
  type MethodAnswer,
  type MethodCall,
  type MethodParams,
  methods,
} from '../../protocol/methods/methods.ts';
import { guard, type Session } from './handlers.ts';
import { wordsTo } from './progress.ts';

/** Registers all methods of the table. `session` is called when a request comes. */
export function addMethodHandlers(connection: Connection, session: () => Session): void {
  const atOnce = guard(connection);
  const afterSettings = guard(connection, () => session().settled());
  const builders = new Builders();
  for (const [method, declaration] of declarations()) {
    const handle = declaration.afterSettings ? afterSettings : atOnce;
    connection.onRequest<unknown, void>(
      method,
      handle(async (params: MethodParams<Method>, signal) => {
        const { engines, spareEngines, languageClient: client, mirror } = session();
        const about = declaration.about(params);
        const uri = about === '' ? '' : normalizeUri(about);
        const call = { method, params: 'uri' in params ? { ...params, uri } : params } as MethodCall;
        const text = mirror.get(uri);
        const building = declaration.builder && text && builders.of(text, method, declaration.builder).next();
        const since = building?.since;
        const request = { name: 'method', uri, call, client, ...(since && { since }) } as const;
        const engine = declaration.engine === 'spare' ? spareEngines : engines;
        const { partialResultToken } = params as { readonly partialResultToken?: string | number };
        const answer = await engine.request(request, signal, wordsTo(connection, partialResultToken));
        if (answer === null) return null;
        if (isFailure(answer) && !method.startsWith(ownMethods)) {
          // Editors show the message of the error; our clients know failures.
          throw new ResponseError(LSPErrorCodes.RequestFailed, answer.message);
        }
        if (building) return building.complete(answer);
        const known = declaration.withClientUris?.(answer, (each) => mirror.clientUri(each)) ?? answer;
        return declaration.reply ? declaration.reply(known, (message) => session().tell(message)) : known;
      }),
    );
  }
}

const ownMethods = 'shaclRepair/';

function isFailure(answer: MethodAnswer<Method>): answer is Extract<typeof answer, Failure> {
  return 'kind' in answer && answer.kind === 'failed';
}

/** What is offered to a client. */
export function methodCapabilities(client: ClientCapabilities): Partial<ServerCapabilities> {
  return Object.assign({}, ...declarations().map(([, { capabilities }]) => capabilities?.(client)));
}

type Builder = AnswerBuilder<MethodAnswer<Method>>;

/** What puts answers about open documents together. */
class Builders {
  readonly #ofTexts = new WeakMap<OpenText, Map<Method, Builder>>();

  of(text: OpenText, method: Method, make: () => Builder): Builder {
    const known = this.#ofTexts.get(text) ?? new Map<Method, Builder>();
    this.#ofTexts.set(text, known);
    const builder = known.get(method) ?? make();
    known.set(method, builder);
    return builder;
  }
}

type AnyDeclaration = MethodDeclaration<MethodParams<Method>, MethodAnswer<Method>>;

/** What an entry says about its own parameters and answers is asked with these only. */
function declarations(): readonly (readonly [Method, AnyDeclaration])[] {
  return Object.entries(methods) as unknown as readonly (readonly [Method, AnyDeclaration])[];
}
