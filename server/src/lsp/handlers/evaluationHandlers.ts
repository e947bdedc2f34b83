/** What clients ask about measuring repair systems. */
import type { Connection } from 'vscode-languageserver';
import { ModelError } from '../../llm/model/languageModel.ts';
import { normalizeUri } from '../../project/uris.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup } from '../../protocol/engine/evaluationRequests.ts';
import { failureOf } from '../../protocol/failures.ts';
import { EngineLostError, type Progress } from '../engines/watchdog.ts';
import { guard, type Session } from './handlers.ts';
import { stepsTo } from './progress.ts';

/** Registers the handlers, as `addHandlers` does. */
export function addEvaluationHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection, () => session().settled());
  connection.onRequest<protocol.EstimatedEvaluation | null, void>(
    protocol.estimateEvaluation,
    handle(({ uri, plan, cases, partialResultToken }: protocol.EstimateEvaluationParams, signal) =>
      withSetup(session(), ({ spareEngines }, setup) =>
        spareEngines.withOwn(signal, (engine) =>
          engine.request(
            {
              name: 'estimateEvaluation',
              uri: normalizeUri(uri),
              plan: plan.kind === 'goOn' ? { ...plan, run: folderUri(plan.run) } : plan,
              ...(cases && { cases }),
              setup,
            },
            signal,
            stepsTo(connection, partialResultToken),
          ),
        ),
      ),
    ),
  );
  connection.onRequest<protocol.Evaluated | null, void>(
    protocol.evaluate,
    handle((params: protocol.EvaluateParams, signal) =>
      withSetup(session(), (own, setup) =>
        evaluate(own, { params, setup, progress: stepsTo(connection, params.partialResultToken) }, signal),
      ),
    ),
  );
  connection.onRequest<protocol.TryCasesAnswer | null, void>(
    protocol.tryCases,
    handle(({ uri, choice, cases, partialResultToken }: protocol.TryCasesParams, signal) =>
      withSetup(session(), ({ spareEngines }, setup) =>
        spareEngines.withOwn(signal, (engine) =>
          engine.request(
            { name: 'tryCases', uri: normalizeUri(uri), choice, ...(cases && { cases }), setup },
            signal,
            stepsTo(connection, partialResultToken),
          ),
        ),
      ),
    ),
  );
  connection.onRequest<readonly protocol.EvaluationRunInfo[] | null, void>(
    protocol.evaluationRuns,
    handle(async ({ uris }: protocol.EvaluationRunsParams, signal) => {
      const normal = uris.map(normalizeUri);
      const [uri] = normal;
      if (uri === undefined) return [];
      return session().spareEngines.request({ name: 'evaluationRuns', uri, uris: normal }, signal);
    }),
  );
  connection.onRequest<protocol.EvaluationReport | null, void>(
    protocol.evaluationReport,
    handle(async ({ runs }: protocol.EvaluationReportParams, signal): Promise<protocol.EvaluationReport> => {
      const [uri, ...others] = runs.map(folderUri);
      if (uri === undefined) return { kind: 'failed', message: 'No run was chosen.' };
      const request = { name: 'evaluationReport', uri, runs: [uri, ...others] } as const;
      return session().spareEngines.request(request, signal);
    }),
  );
}

interface Evaluation {
  readonly params: protocol.EvaluateParams;
  readonly setup: EvaluationSetup;
  readonly progress: Progress;
}

/**
 * When an engine is lost, what it has recorded is kept, and the next engine goes on from there. If a constraint was the
 * reason, the next engine leaves it out.
 */
function evaluate(
  { spareEngines }: Session,
  { params: { uri, run, choice }, setup, progress }: Evaluation,
  signal: AbortSignal,
): Promise<protocol.Evaluated> {
  const request = { name: 'evaluate', uri: normalizeUri(uri), run: folderUri(run), setup } as const;
  return spareEngines.withOwn(signal, async (engine) => {
    let hasBegun = false;
    for (let losses = 0; ; losses++) {
      const told: Progress = (message, step) => {
        // There is progress in per cent as soon as the folder holds the run.
        hasBegun ||= step?.kind === 'evaluated' && step.increment !== undefined;
        progress(message, step);
      };
      try {
        return await engine.request({ ...request, choice: hasBegun ? undefined : choice }, signal, told);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EngineLostError)) throw error;
        if (losses === maxLosses) return lost(error.message, hasBegun);
        const message = 'the engine was lost and is started again';
        progress(message, { kind: 'evaluated', message });
      }
    }
  });
}

const maxLosses = 5;

function lost(reason: string, hasBegun: boolean): protocol.Failure {
  const kept = hasBegun ? ' What is recorded is kept: go on with the evaluation.' : '';
  return { kind: 'failed', message: `The engine was lost: ${reason}.${kept || ' Try again.'}` };
}

/** Work with what the user's settings say; a sentence where these can't be used. */
export async function withSetup<T>(
  session: Session,
  work: (session: Session, setup: EvaluationSetup) => Promise<T>,
): Promise<T | protocol.Failure> {
  try {
    return await work(session, setupOf(session));
  } catch (error) {
    if (error instanceof ModelError) return failureOf(error);
    if (error instanceof EngineLostError) return lost(error.message, false);
    throw error;
  }
}

function setupOf({ models, programs }: Session): EvaluationSetup {
  const limits = models?.settings.limits;
  return {
    model: models?.name === undefined ? undefined : { id: models.id, url: models.url },
    prices: limits?.prices ?? [],
    concurrency: limits?.concurrency ?? 1,
    programs,
  };
}

function folderUri(uri: string): string {
  return normalizeUri(uri).replace(/\/$/, '');
}
