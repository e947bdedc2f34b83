import type { CancellationToken, Uri } from 'vscode';
import { type LanguageClient, ProgressType } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';

/** Something that the Test Explorer can do with cases. */
export interface CaseRun {
  /** As its run profile is called. */
  readonly label: string;
  /**
   * @param cases the ids; all of the suite when undefined.
   * @param report is told of each case as soon as it is known.
   * @returns what is wrong apart from cases, in sentences. Cases may be left out for it.
   */
  run(
    suite: Uri,
    cases: readonly string[] | undefined,
    report: (verdict: protocol.CaseVerdict) => void,
    token: CancellationToken,
  ): Promise<string | undefined>;
}

let lastToken = 0;

/** Checks that cases are what they were when the suite was generated. */
export function verifyRun(client: LanguageClient): CaseRun {
  return {
    label: 'Verify',
    async run(suite, cases, report, token) {
      lastToken += 1;
      const partialResultToken = `shaclRepair.verify ${lastToken}`;
      const listening = client.onProgress(
        new ProgressType<protocol.VerifiedCases>(),
        partialResultToken,
        ({ verdicts }) => {
          for (const verdict of verdicts) report(verdict);
        },
      );
      const params: protocol.VerifySuiteParams = {
        uri: suite.toString(),
        ...(cases && { cases }),
        partialResultToken,
      };
      try {
        const answer = await client.sendRequest<protocol.VerifySuiteAnswer | null>(
          protocol.verifySuite,
          params,
          token,
        );
        if (!answer) return 'The suite could not be verified. The output of SHACL Repair says why.';
        return answer.kind === 'failed' ? answer.message : answer.problems;
      } catch (error) {
        if (token.isCancellationRequested) return 'Cancelled.';
        return error instanceof Error ? error.message : String(error);
      } finally {
        listening.dispose();
      }
    },
  };
}
