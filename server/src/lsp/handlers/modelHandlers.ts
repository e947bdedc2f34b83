/** What clients ask about models, and what models need of the client. */
import type { Connection } from 'vscode-languageserver';
import { costText, type Spending, spendingText, spentOn } from '../../llm/model/spending.ts';
import { normalizeUri } from '../../project/uris.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { ModelOptions } from '../../protocol/engine/modelOptions.ts';
import { noModel } from '../../protocol/failures.ts';
import { editWithClientUris } from '../documents/clientUris.ts';
import type { Progress } from '../engines/watchdog.ts';
import type { ModelClient, Models } from '../models/models.ts';
import { guard, isFresh, type Session } from './handlers.ts';
import { wordsTo } from './progress.ts';
import { requestOfClient } from './requestOfClient.ts';

/** Registers the handlers, as `addHandlers` does. */
export function addModelHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection, () => session().settled());

  connection.onRequest<protocol.ModelRepairs | null, void>(
    protocol.modelRepairs,
    handle((params: protocol.ModelRepairsParams, signal) =>
      modelRepairs(session(), params, wordsTo(connection, params.partialResultToken), signal),
    ),
  );
  connection.onRequest<protocol.RepairWithModel | null, void>(
    protocol.repairWithModel,
    handle((params: protocol.RepairWithModelParams, signal) =>
      repairWithModel(session(), params, wordsTo(connection, params.partialResultToken), signal),
    ),
  );
  connection.onRequest(
    protocol.prompt,
    handle(async ({ uri, key }: protocol.PromptParams, signal): Promise<protocol.ShownPrompt | null> => {
      const { models, engines } = session();
      return models
        ? engines.request({ name: 'prompt', uri: normalizeUri(uri), key, model: optionsOf(models) }, signal)
        : null;
    }),
  );
}

/** The client's part in asking models. */
export function modelClient(connection: Connection): ModelClient {
  return {
    access: (params, signal) => requestOfClient(connection, protocol.modelAccess, params, signal),
    editorModel: (params, signal) => requestOfClient(connection, protocol.editorModel, params, signal),
  };
}

async function modelRepairs(
  { models, engines, mirror }: Session,
  { uri, key }: protocol.ModelRepairsParams,
  progress: Progress,
  signal: AbortSignal,
): Promise<protocol.ModelRepairs> {
  if (models?.name === undefined) return noModel;
  const request = {
    name: 'modelRepairs',
    uri: normalizeUri(uri),
    key,
    model: optionsOf(models),
  } as const;
  const answer = await engines.request(request, signal, progress);
  if (answer === null) return notOpen;
  if (answer.kind === 'failed') return answer;
  const { repairs, refused, spending } = answer;
  return {
    kind: 'answered',
    repairs: repairs.map((repair) => ({
      ...repair,
      edit: editWithClientUris(repair.edit, mirror),
      preview: editWithClientUris(repair.preview, mirror),
    })),
    refused,
    summary: summaryOf(spending, models),
  };
}

async function repairWithModel(
  { models, engines, mirror }: Session,
  { uri, keys }: protocol.RepairWithModelParams,
  progress: Progress,
  signal: AbortSignal,
): Promise<protocol.RepairWithModel> {
  if (models?.name === undefined) return noModel;
  const request = {
    name: 'repairWithModel',
    uri: normalizeUri(uri),
    keys,
    model: optionsOf(models),
  } as const;
  const answer = await engines.request(request, signal, progress);
  if (answer === null) return notOpen;
  if (answer.kind === 'failed') return answer;
  if (!isFresh(answer, mirror)) return changedMeanwhile;
  const { edit, repaired, left, spending } = answer;
  const summary = summaryOf(spending, models);
  return { kind: 'answered', edit: edit && editWithClientUris(edit, mirror), repaired, left, summary };
}

/** What asking took, for people. */
export function summaryOf(spending: Spending, { id, settings }: Models): string {
  const cost = spentOn(spending, id, settings.limits.prices);
  // The editor's own models are paid for in other ways.
  const isPriced = settings.provider === 'openai' || cost !== undefined;
  return spendingText('round', spending, isPriced ? costText(cost, spending.usage) : '');
}

export const notOpen: protocol.Failure = {
  kind: 'failed',
  message: 'The file is not open any more, or not checked.',
};

const changedMeanwhile: protocol.Failure = {
  kind: 'failed',
  message: 'The text has changed since; the repairs were not applied. Run the command again.',
};

export function optionsOf({ id, settings }: Models): ModelOptions {
  const { strategy, choose, candidates, maxRounds, temperature } = settings;
  return { id, strategy, choose, candidates, maxRounds, temperature };
}
