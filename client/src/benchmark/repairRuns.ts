import { type CancellationToken, type Uri, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { confirmModel } from '../evaluation/confirmModel.ts';
import type { Evaluations } from '../evaluation/evaluations.ts';
import { asksModel, configuredApproach, programs, usableModel } from '../evaluation/systems.ts';
import type { CaseOutcome, CaseRun } from './caseRuns.ts';

/** Repair systems that cases can be tried with, as the settings are now; none in Restricted Mode. */
export function repairRuns(evaluations: Evaluations): readonly CaseRun[] {
  if (!workspace.isTrusted) return [];
  const name = usableModel();
  const plain = (system: string) => ({ systems: [system], strategies: [] });
  return [
    repairRun('Repair with the symbolic system', plain('symbolic'), evaluations),
    ...(name === undefined ? [] : [repairRun(`Repair with ${name}`, undefined, evaluations)]),
    ...programs().map((file) => repairRun(`Repair with ${file}`, plain(`command:${file}`), evaluations)),
  ];
}

/**
 * A case passes when the system makes all of its results go away, causes none, and keeps the nodes in their targets. It
 * need not restore the graph before the case, because many cases do not show what it was.
 *
 * @param given undefined for the model in the way that is configured.
 */
function repairRun(
  label: string,
  given: protocol.EvaluationChoice | undefined,
  evaluations: Evaluations,
): CaseRun {
  return {
    label,
    async run(suite, cases, report, token) {
      const choice = given ?? configuredApproach();
      const params = { uri: suite.toString(), ...(cases && { cases }) };
      if (asksModel(choice)) {
        const plan = { kind: 'begin', ...choice } as const;
        const may = await confirmModel(evaluations, { ...params, plan }, token);
        if (!may) return 'Nothing was sent to the model.';
      }
      const answer = await evaluations.tryCases({ ...params, choice }, token, ({ tried }) => {
        for (const each of tried) report(outcomeOf(each, suite));
      });
      return whatIsWrong(answer, token);
    },
  };
}

function outcomeOf({ id, passed, message, difference }: protocol.TriedCase, suite: Uri): CaseOutcome {
  const graph = suite.with({ path: suite.path.replace(/suite\.json$/, 'graph.ttl') });
  return {
    id,
    passed,
    message,
    difference: difference && { ...difference, uri: graph },
  };
}

function whatIsWrong(
  answer: protocol.TryCasesAnswer | undefined,
  token: CancellationToken,
): string | undefined {
  if (!answer) return token.isCancellationRequested ? 'Cancelled.' : 'There was no answer.';
  if (answer.kind === 'failed') return answer.message;
  const said = [...(answer.stopped ? [answer.stopped.message] : []), ...answer.notes];
  return said.length > 0 ? said.join(' ') : undefined;
}
