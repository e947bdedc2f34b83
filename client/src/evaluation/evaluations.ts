import type { CancellationToken, Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type {
  MethodAnswer,
  MethodParams,
} from '../../../server/src/languageServer/protocol/methods/methods.ts';
import { ask } from '../ask.ts';
import { followedRequest } from '../followedRequest.ts';

/** What the server knows and does about measuring repair systems. */
export class Evaluations {
  readonly #client: LanguageClient;

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  estimate(
    params: Omit<protocol.EstimateEvaluationParams, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: protocol.EvaluationProgress) => void = () => {},
  ): Promise<protocol.EstimatedEvaluation | undefined> {
    return this.#ask('shaclRepair/estimateEvaluation', params, token, follow);
  }

  evaluate(
    params: Omit<protocol.EvaluateParams, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: protocol.EvaluationProgress) => void,
  ): Promise<protocol.Evaluated | undefined> {
    return this.#ask('shaclRepair/evaluate', params, token, follow);
  }

  tryCases(
    params: Omit<protocol.TryCasesParams, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: protocol.TriedCases) => void,
  ): Promise<protocol.TryCasesAnswer | undefined> {
    return this.#ask('shaclRepair/tryCases', params, token, follow);
  }

  report(runs: readonly Uri[], token: CancellationToken): Promise<protocol.EvaluationReport | undefined> {
    const params: protocol.EvaluationReportParams = { runs: runs.map(String) };
    return this.#ask('shaclRepair/evaluationReport', params, token, () => {});
  }

  /** The summaries of runs, given the URIs of their run.json; empty if the server can't read them. */
  async runs(files: readonly Uri[]): Promise<readonly protocol.EvaluationRunInfo[]> {
    if (files.length === 0) return [];
    const params: protocol.EvaluationRunsParams = { uris: files.map(String) };
    try {
      return (await ask(this.#client, 'shaclRepair/evaluationRuns', params)) ?? [];
    } catch (error) {
      this.#client.error('Reading runs failed', error, false);
      return [];
    }
  }

  /** Undefined when it was cancelled. */
  async #ask<Name extends EvaluationMethod, Progress>(
    method: Name,
    params: Omit<MethodParams<Name>, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: Progress) => void,
  ): Promise<MethodAnswer<Name> | protocol.Failure | undefined> {
    try {
      const answer = await followedRequest(this.#client, { method, params, follow }, token);
      return answer ?? broken;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

type EvaluationMethod = `shaclRepair/${'estimateEvaluation' | 'evaluate' | 'tryCases' | 'evaluationReport'}`;

const broken: protocol.Failure = {
  kind: 'failed',
  message: 'The operation failed. See the output of SHACL Repair for the reason.',
};
