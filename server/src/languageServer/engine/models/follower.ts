import type { ConversationEvent } from '../../../repair/llm/conversation/converse.ts';
import type { ModelAnswer, ModelError, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { costText, type Spending, spendingText, spentOn } from '../../../repair/llm/model/spending.ts';
import type { ModelOptions } from '../../protocol/engine/requests.ts';

interface Followers {
  /** Receives, in a few words, what is being waited for. */
  readonly progress: (message: string) => void;
  /** Receives, in Markdown, what was asked and answered, and the outcome. */
  readonly trace: (text: string) => void;
}

/** Reports what is sent to a model and what it answers, as it happens. */
export function follower(model: string, { progress, trace }: Followers): (event: ConversationEvent) => void {
  return (event) => {
    const { kind, round } = event;
    if (kind === 'asks') {
      const said = event.request.messages.at(-1)!.text;
      // The user may be asked for permission first, so waiting is not reported.
      progress(round === 1 ? 'round 1' : `round ${round}: ${firstLine(said)}`);
      trace(asked(model, event.request, round));
    } else {
      const { answer, refusal } = event;
      const outcome = refusal === undefined ? '**Accepted.**' : `**Refused:** ${refusal}`;
      trace(`${answered(answer)}\n${outcome}\n`);
    }
  };
}

/** Why there is no answer, in words for followers. */
export function noAnswer({ message }: ModelError): string {
  return `### No answer\n\n${message}\n`;
}

/** What asking took, for people. */
export function summaryOf(spending: Spending, { id, prices, isPriced }: ModelOptions): string {
  const cost = spentOn(spending, id, prices);
  // The editor's own models are paid for differently.
  return spendingText(
    'round',
    spending,
    isPriced || cost !== undefined ? costText(cost, spending.usage) : '',
  );
}

function asked(model: string, { messages, temperature }: ModelRequest, round: number): string {
  const time = new Date().toLocaleTimeString('en-GB');
  return `## ${time} · ${model} · round ${round} · temperature ${temperature}\n\n${messages.at(-1)!.text}\n`;
}

function answered({ text, model, usage, ms, format, finish }: ModelAnswer): string {
  const tokens = `${usage.input} tokens in, ${usage.output} out${usage.estimated ? ' (estimated)' : ''}`;
  const facts = [
    model,
    tokens,
    `${(ms / 1000).toFixed(1)} s`,
    format,
    ...(finish === 'done' ? [] : [finish]),
  ];
  return `### Answer (${facts.join(', ')})\n\n${text}\n`;
}

function firstLine(text: string): string {
  return text.split('\n')[0]!;
}
