import { terms } from '../../../rdf/terms.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { RepairProblem } from '../../repair.ts';
import type { ModelAnswer } from '../model/languageModel.ts';
import { fenceFor } from '../prompt/turtleText.ts';
import { withoutRepair } from './extractAnswer.ts';
import type { AnswerVerdict } from './judgeAnswer.ts';

/** Explains to a model why its answer is not offered and what to do about it. */
export function answerFeedback(
  problem: RepairProblem,
  verdict: AnswerVerdict,
  { finish }: Pick<ModelAnswer, 'finish'>,
): string {
  return [...whatIsWrong(problem, verdict, finish), askAgain].join('\n\n');
}

export const askAgain = 'Answer again, in the same form: JSON only, the whole update in "answer".';

function whatIsWrong(
  problem: RepairProblem,
  verdict: AnswerVerdict,
  finish: ModelAnswer['finish'],
): readonly string[] {
  switch (verdict.kind) {
    case 'unreadable': {
      const cut = finish === 'length' ? ['It was cut off because it is too long. Be brief.'] : [];
      return [`Your answer could not be used. ${verdict.reason}`, ...cut];
    }
    case 'invalidUpdate':
      return [`Your update could not be applied. ${verdict.reason}`];
    case 'notExpressible':
      return [
        `Your update fixes the violation, but the files cannot be changed like that. ${verdict.reason}`,
      ];
    case 'noChange':
      return [
        'Your update changes nothing: what it inserts is there already, or what it deletes is not. The violation is still there.',
      ];
    case 'keepsViolation':
      return ['With your update, the violation is still there.', resultList([problem.violation], problem)];
    case 'introduces':
      return [
        `Your update fixes the violation but causes ${verdict.results.length === 1 ? 'another one' : 'others'}:`,
        resultList(verdict.results, problem),
      ];
    case 'outOfScope':
      return [`Your update goes too far. ${verdict.reason} Change as little as possible.`];
  }
}

/** Why an answer is not offered, in a sentence or two for people. */
export function refusalReason(verdict: AnswerVerdict): string {
  switch (verdict.kind) {
    case 'unreadable':
      return verdict.reason === withoutRepair ? 'The model gave no repair.' : verdict.reason;
    case 'invalidUpdate':
    case 'notExpressible':
    case 'outOfScope':
      return verdict.reason;
    case 'noChange':
      return 'The update changes nothing.';
    case 'keepsViolation':
      return 'The violation would remain.';
    case 'introduces': {
      const [first, ...others] = verdict.results;
      const message = first?.messages[0] === undefined ? '' : `: ${terms.value(first.messages[0])}`;
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      return `It would cause another violation${message}${more}`;
    }
  }
}

const maxListed = 10;

/** Lists results in a fence, because their texts come from files. A model needs to see no more than a few of them. */
export function resultList(violations: readonly Violation[], { term }: Pick<RepairProblem, 'term'>): string {
  const lines = violations.slice(0, maxListed).map(({ focusNode, recordedMessages }) => {
    const message = recordedMessages.map((each) => terms.value(each)).join(' ');
    return `- ${term(focusNode)}: ${message}`.replace(/\s+/g, ' ');
  });
  const more = violations.length - lines.length;
  const text = [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  const fence = fenceFor([text]);
  return `${fence}\n${text}\n${fence}`;
}
