import type { AnswerVerdict } from '../llm/judgeAnswer.ts';
import { terms } from '../rdf/terms.ts';
import type { RepairProblem } from '../repair/repair.ts';

const maxListed = 3;

/** Why a model's answer is not offered, in a sentence or two for people. */
export function verdictText(verdict: AnswerVerdict, { term }: Pick<RepairProblem, 'term'>): string {
  switch (verdict.kind) {
    case 'unreadable':
    case 'invalidUpdate':
    case 'overreaches':
      return verdict.reason;
    case 'notExpressible':
      return `It would repair the result, but the files can't be changed like that. ${verdict.reason}`;
    case 'noChange':
      return 'It changes nothing.';
    case 'keepsViolation':
      return 'The result would still be there.';
    case 'introduces': {
      const { results } = verdict;
      const listed = results
        .slice(0, maxListed)
        .map(({ focusNode, messages }) => `${term(focusNode)}: ${terms.value(messages[0]!)}`);
      const more = results.length > maxListed ? [`and ${results.length - maxListed} more`] : [];
      return `It would bring about ${results.length === 1 ? 'another result' : `${results.length} other results`}: ${[...listed, ...more].join('; ')}`;
    }
  }
}
