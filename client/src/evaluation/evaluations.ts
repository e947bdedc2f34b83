import type { CancellationToken, Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/protocol/editor/protocol.ts';
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
    return this.#ask(protocol.estimateEvaluation, params, token, follow);
  }

  evaluate(
    params: Omit<protocol.EvaluateParams, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: protocol.EvaluationProgress) => void,
  ): Promise<protocol.Evaluated | undefined> {
    return this.#ask(protocol.evaluate, params, token, follow);
  }

  tryCases(
    params: Omit<protocol.TryCasesParams, 'partialResultToken'>,
    token: CancellationToken,
    follow: (progress: protocol.TriedCases) => void,
  ): Promise<protocol.TryCasesAnswer | undefined> {
    return this.#ask(protocol.tryCases, params, token, follow);
  }

  report(runs: readonly Uri[], token: CancellationToken): Promise<protocol.EvaluationReport | undefined> {
    const params: protocol.EvaluationReportParams = { runs: runs.map(String) };
    return this.#ask(protocol.evaluationReport, params, token, () => {});
  }

  /** The summaries of runs, given the URIs of their run.json; empty if the server can't read them. */
  async runs(files: readonly Uri[]): Promise<readonly protocol.EvaluationRunInfo[]> {
    const params: protocol.EvaluationRunsParams = { uris: files.map(String) };
    try {
      return (
        (await this.#client.sendRequest<readonly protocol.EvaluationRunInfo[] | null>(
          protocol.evaluationRuns,
          params,
        )) ?? []
      );
    } catch (error) {
      this.#client.error('Reading runs failed', error, false);
      return [];
    }
  }

  /** Undefined when it was cancelled. */
  async #ask<Answer, Progress>(
    method: string,
    params: object,
    token: CancellationToken,
    follow: (progress: Progress) => void,
  ): Promise<Answer | protocol.Failure | undefined> {
    try {
      const answer = await followedRequest<Answer, Progress>(this.#client, { method, params, follow }, token);
      return answer ?? broken;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

const broken: protocol.Failure = {
  kind: 'failed',
  message: 'The operation failed. See the output of SHACL Repair for the reason.',
};
