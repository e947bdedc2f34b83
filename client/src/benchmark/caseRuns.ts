import type { CancellationToken, Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { followedRequest } from '../followedRequest.ts';

/** What came of doing something with a case. */
export interface CaseOutcome {
  readonly id: string;
  readonly passed: boolean;
  /** Why it did not pass, or what is to be known although it did; empty when there is nothing to say. */
  readonly message: string;
  /** What should have been and what is, with where that is. */
  readonly difference: (protocol.GraphDifference & { readonly uri: Uri }) | undefined;
}

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
    report: (outcome: CaseOutcome) => void,
    token: CancellationToken,
  ): Promise<string | undefined>;
}

/** Checks that cases are what they were when the suite was generated. */
export function verifyRun(client: LanguageClient): CaseRun {
  return {
    label: 'Verify',
    async run(suite, cases, report, token) {
      const params: protocol.VerifySuiteParams = { uri: suite.toString(), ...(cases && { cases }) };
      const follow = ({ verdicts }: protocol.VerifiedCases) => {
        for (const { id, differences } of verdicts) {
          const message = differences.join('\n');
          report({ id, passed: differences.length === 0, message, difference: undefined });
        }
      };
      try {
        const answer = await followedRequest(
          client,
          { method: 'shaclRepair/verifySuite', params, follow },
          token,
        );
        if (!answer) return 'The suite could not be verified. See the output of SHACL Repair for the reason.';
        return answer.kind === 'failed' ? answer.message : answer.problems;
      } catch (error) {
        if (token.isCancellationRequested) return 'Cancelled.';
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
