import {
  type ClientCapabilities,
  type Connection,
  LSPErrorCodes,
  ProgressType,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { OpenText } from '../../../base/textChange.ts';
import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import { normalizeUri } from '../../../workspace/project/uris.ts';
import type { Failure, ModelProgress } from '../../protocol/editor/protocol.ts';
import type {
  AnswerStep,
  EngineAnswer,
  EngineRequest,
  EvaluationSetup,
  ModelOptions,
} from '../../protocol/engine/requests.ts';
import { failed, failureOf } from '../../protocol/failures.ts';
import type { AnswerBuilder, MethodDeclaration } from '../../protocol/methods/methodDeclaration.ts';
import {
  type AnsweredMethod,
  answeredMethods,
  type Method,
  type MethodAnswer,
  type MethodParams,
  methods,
} from '../../protocol/methods/methods.ts';
import type { Mirror } from '../documents/mirror.ts';
import { EngineLostError, type Progress } from '../engines/watchdog.ts';
import type { Models } from '../models/models.ts';
import { guard, type HandlerContext } from './handlerContext.ts';

/** Registers all methods that the engine answers. `session` is called when a request comes. */
export function addMethodHandlers(connection: Connection, session: () => HandlerContext): void {
  const atOnce = guard(connection);
  const afterSettings = guard(connection, () => session().settled());
  const builders = new Builders();
  for (const [method, declaration] of declarations()) {
    const handle = declaration.afterSettings ? afterSettings : atOnce;
    connection.onRequest<unknown, void>(
      method,
      handle(async (params: MethodParams<Method>, signal) => {
        const text = session().mirror.get(uriOf(declaration, params));
        const building = declaration.builder && text && builders.of(text, method, declaration.builder).next();
        const { partialResultToken } = params as { readonly partialResultToken?: string | number };
        const progress = progressTo(connection, partialResultToken, declaration.progress);
        const since = building?.since;
        const answer = await askEngine(session(), method, params, signal, { progress, since });
        if (answer === null) return null;
        if (building) return building.complete(answer);
        return declaration.reply ? declaration.reply(answer, (message) => session().tell(message)) : answer;
      }),
    );
  }
}

/** The features that are offered to a client. */
export function methodCapabilities(client: ClientCapabilities): Partial<ServerCapabilities> {
  return Object.assign({}, ...declarations().map(([, { capabilities }]) => capabilities?.(client)));
}

interface AskOptions {
  readonly progress?: Progress;
  readonly since?: string | undefined;
}

/**
 * Asks an engine as declared in the method's entry: with the settings that it needs, in the uris of the client, and for the
 * texts that are current when the answer arrives. Null where there is no answer.
 *
 * @throws ResponseError for a failure that is an error.
 */
export async function askEngine<Name extends AnsweredMethod>(
  session: HandlerContext,
  method: Name,
  params: MethodParams<Name>,
  signal: AbortSignal,
  { progress = () => {}, since }: AskOptions = {},
): Promise<MethodAnswer<Name> | null> {
  const { mirror, languageClient: client } = session;
  const declaration = declarationOf(method);
  const uri = uriOf(declaration, params);
  const given = { ...params, ...('uri' in params && { uri }) };
  const asked = async () => {
    const needed = neededBy(declaration, session);
    const request = { method, params: given, uri, client, ...(since && { since }), ...needed };
    return answerOf(declaration, request as EngineRequest, session, progress, signal);
  };
  const orFailure = declaration.needs === 'setup' ? () => asked().catch(failureOfSetup) : asked;
  let answer = await orFailure();
  // An edit for an older text would damage the newer one, so it is computed again.
  if (declaration.stale?.askAgain && !isFresh(answer, mirror)) answer = await orFailure();
  if (answer === null) return null;
  const own = withoutVersions(answer);
  if (declaration.failure === 'error' && isFailure(own)) {
    throw new ResponseError(LSPErrorCodes.RequestFailed, own.message);
  }
  const known = isFresh(answer, mirror) ? own : declaration.stale?.answer(own);
  if (known === undefined) return null;
  const inClientUris = declaration.withClientUris?.(known, (each) => mirror.clientUri(each)) ?? known;
  return inClientUris as MethodAnswer<Name>;
}

function answerOf(
  { engine, goOn }: AnyDeclaration,
  request: EngineRequest,
  { engines, spareEngines }: HandlerContext,
  progress: Progress,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  if (engine === undefined) return engines.request(request, signal, progress);
  switch (engine) {
    case 'spare':
      return spareEngines.request(request, signal, progress);
    case 'own with texts':
      return spareEngines.requestAboutTexts(request, signal, progress);
    case 'kept with texts':
      return spareEngines.requestFollowing(request, signal, progress);
    case 'own':
      return spareEngines.withOwn(signal, (own) => {
        if (!goOn) return own.request(request, signal, progress);
        const next = { ...request, params: goOn(request.params) } as EngineRequest;
        return answerOfNextEngines(own, { request, next, progress }, signal);
      });
  }
}

/**
 * When an engine is lost, what it has recorded is kept, and the next engine continues from there. If a constraint was the
 * reason, the next engine skips it.
 */
async function answerOfNextEngines(
  engine: Pick<HandlerContext['engines'], 'request'>,
  work: { readonly request: EngineRequest; readonly next: EngineRequest; readonly progress: Progress },
  signal: AbortSignal,
): Promise<EngineAnswer> {
  let hasBegun = false;
  for (let losses = 0; ; losses++) {
    const told: Progress = (message, step) => {
      // Progress is in per cent as soon as the folder holds the run.
      hasBegun ||= step?.kind === 'evaluated' && step.increment !== undefined;
      work.progress(message, step);
    };
    try {
      return await engine.request(hasBegun ? work.next : work.request, signal, told);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EngineLostError)) throw error;
      if (losses === maxLosses) return lost(error.message, hasBegun);
      const message = 'the engine was lost and is started again';
      work.progress(message, { kind: 'evaluated', message });
    }
  }
}

const maxLosses = 5;

function lost(reason: string, hasBegun: boolean): Failure {
  const kept = hasBegun ? ' The recorded results are kept; you can continue the evaluation.' : '';
  return failed(`The engine was lost: ${reason}.${kept || ' Try again.'}`);
}

/** A sentence where the user's settings can't be used. */
function failureOfSetup(error: unknown): Failure {
  if (error instanceof ModelError) return failureOf(error);
  if (error instanceof EngineLostError) return lost(error.message, false);
  throw error;
}

/** The settings that the engine needs. */
function neededBy(
  { needs }: AnyDeclaration,
  { models, programs }: HandlerContext,
): Pick<EngineRequest, 'model' | 'setup'> {
  if (needs === undefined) return {};
  switch (needs) {
    case 'model':
      return models ? { model: modelOptions(models) } : {};
    case 'setup':
      return { setup: evaluationSetup(models, programs) };
  }
}

function modelOptions({ id, name, settings }: Models): ModelOptions {
  const { provider, strategy, choose, candidates, maxRounds, temperature, limits } = settings;
  return {
    id,
    isConfigured: name !== undefined,
    prices: limits.prices,
    isPriced: provider === 'openai',
    strategy,
    choose,
    candidates,
    maxRounds,
    temperature,
  };
}

/** @throws ModelError when the model's base URL is not valid. */
function evaluationSetup(models: Models | undefined, programs: readonly string[]): EvaluationSetup {
  const limits = models?.settings.limits;
  return {
    model: models?.name === undefined ? undefined : { id: models.id, url: models.url },
    prices: limits?.prices ?? [],
    concurrency: limits?.concurrency ?? 1,
    programs,
  };
}

/** Notifies a client that asked for it; other clients get no notification. */
export function progressTo(
  connection: Connection,
  token: string | number | undefined,
  form?: 'steps',
): Progress {
  return (message, step) => {
    const value: ModelProgress | AnswerStep | undefined = form === 'steps' ? step : { message };
    if (token !== undefined && value) void connection.sendProgress(new ProgressType(), token, value);
  };
}

/** Whether the texts that an answer is valid for are the current ones. */
function isFresh(answer: EngineAnswer, mirror: Mirror): boolean {
  const versions = (answer && 'versions' in answer && answer.versions) || [];
  return versions.every(({ uri, version }) => mirror.get(uri)?.version === version);
}

function withoutVersions(answer: NonNullable<EngineAnswer>): AnyAnswer {
  if (!('versions' in answer)) return answer;
  const { versions: _, ...own } = answer;
  return own as AnyAnswer;
}

function isFailure(answer: AnyAnswer): answer is Extract<AnyAnswer, Failure> {
  return 'kind' in answer && answer.kind === 'failed';
}

function uriOf(declaration: AnyDeclaration, params: MethodParams<AnsweredMethod>): string {
  const about = declaration.about(params);
  return about === '' ? '' : normalizeUri(about);
}

type AnyAnswer = MethodAnswer<AnsweredMethod>;
type Builder = AnswerBuilder<AnyAnswer>;

/** Assembles answers about open documents. */
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

type AnyDeclaration = MethodDeclaration<MethodParams<AnsweredMethod>, AnyAnswer>;

/** The functions of an entry only get its own parameters and answers. */
function declarations(): readonly (readonly [Method, AnyDeclaration])[] {
  return Object.entries(methods) as unknown as readonly (readonly [Method, AnyDeclaration])[];
}

function declarationOf(method: AnsweredMethod): AnyDeclaration {
  return answeredMethods[method] as unknown as AnyDeclaration;
}
