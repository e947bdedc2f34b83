/** What clients ask for writing data. */
import type { Connection } from 'vscode-languageserver';
import { normalizeUri } from '../../project/uris.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import { noModel } from '../../protocol/failures.ts';
import { editWithClientUris } from '../documents/clientUris.ts';
import type { Progress } from '../engines/watchdog.ts';
import { guard, isFresh, type Session } from './handlers.ts';
import { notOpen, optionsOf, summaryOf } from './modelHandlers.ts';
import { wordsTo } from './progress.ts';

/** Registers the handlers, as `addHandlers` does. */
export function addAuthoringHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection, () => session().settled());
  connection.onRequest<protocol.GeneratedSamples | null, void>(
    protocol.generateSamples,
    handle((params: protocol.GenerateSamplesParams, signal) =>
      generateSamples(session(), params, wordsTo(connection, params.partialResultToken), signal),
    ),
  );
  connection.onRequest<protocol.ExtractedFacts | null, void>(
    protocol.extractFacts,
    handle((params: protocol.ExtractFactsParams, signal) =>
      extractFacts(session(), params, wordsTo(connection, params.partialResultToken), signal),
    ),
  );
  connection.onRequest<protocol.SaidConnection | null, void>(
    protocol.sayConnection,
    handle((params: protocol.SayConnectionParams, signal) =>
      sayConnection(session(), params, wordsTo(connection, params.partialResultToken), signal),
    ),
  );
}

async function sayConnection(
  { models, engines }: Session,
  { uri, from, to }: protocol.SayConnectionParams,
  progress: Progress,
  signal: AbortSignal,
): Promise<protocol.SaidConnection> {
  if (models?.name === undefined) return noModel;
  const request = {
    name: 'sayConnection',
    uri: normalizeUri(uri),
    from,
    to,
    model: optionsOf(models),
  } as const;
  const answer = await engines.request(request, signal, progress);
  if (answer === null) return notOpen;
  if (answer.kind === 'failed') return answer;
  return { kind: 'answered', text: answer.text, summary: summaryOf(answer.spending, models) };
}

async function generateSamples(
  { models, engines, mirror }: Session,
  { uri, class: type, count, includes, withModel }: protocol.GenerateSamplesParams,
  progress: Progress,
  signal: AbortSignal,
): Promise<protocol.GeneratedSamples | null> {
  if (withModel && models?.name === undefined) return noModel;
  const request = {
    name: 'generateSamples',
    uri: normalizeUri(uri),
    class: type,
    count,
    includes,
    ...(withModel && models && { model: optionsOf(models) }),
  } as const;
  const answer = await engines.request(request, signal, progress);
  if (answer === null || answer.kind === 'failed') return answer;
  if (!isFresh(answer, mirror)) return changedMeanwhile;
  const { edit, individuals, notes, spending } = answer;
  return {
    kind: 'answered',
    edit: editWithClientUris(edit, mirror),
    individuals,
    notes,
    ...(spending && models && { summary: summaryOf(spending, models) }),
  };
}

async function extractFacts(
  { models, engines, mirror }: Session,
  { uri, class: type, text }: protocol.ExtractFactsParams,
  progress: Progress,
  signal: AbortSignal,
): Promise<protocol.ExtractedFacts> {
  if (models?.name === undefined) return noModel;
  const request = {
    name: 'extractFacts',
    uri: normalizeUri(uri),
    class: type,
    text,
    model: optionsOf(models),
  } as const;
  const answer = await engines.request(request, signal, progress);
  if (answer === null) return notOpen;
  if (answer.kind === 'failed') return answer;
  if (!isFresh(answer, mirror)) return changedMeanwhile;
  const { edit, triples, individuals, notes, spending } = answer;
  const summary = summaryOf(spending, models);
  return {
    kind: 'answered',
    edit: edit && editWithClientUris(edit, mirror),
    triples,
    individuals,
    notes,
    summary,
  };
}

const changedMeanwhile: protocol.Failure = {
  kind: 'failed',
  message: 'The text has changed since; nothing was inserted. Run the command again.',
};
