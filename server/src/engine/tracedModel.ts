import type { LanguageModel, ModelAnswer, ModelRequest } from '../llm/languageModel.ts';

interface Followers {
  /** Is told in a few words what is waited for. */
  readonly progress: (message: string) => void;
  /** Is told in Markdown what was said. */
  readonly trace: (text: string) => void;
}

/** The model, with everything that is said told to those who follow. */
export function traced(model: LanguageModel, { progress, trace }: Followers): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      // Rounds are pairs of a question and an answer, and a question more.
      const round = (request.messages.length + 1) / 2;
      const said = request.messages.at(-1)!.text;
      progress(round === 1 ? 'waiting for the answer' : `round ${round}: ${firstLine(said)}`);
      trace(asked(model, request, round));
      try {
        const answer = await model.complete(request, signal);
        trace(answered(answer));
        return answer;
      } catch (error) {
        trace(
          signal.aborted
            ? '### Cancelled\n'
            : `### No answer\n\n${error instanceof Error ? error.message : error}\n`,
        );
        throw error;
      }
    },
  };
}

function asked({ id }: LanguageModel, { messages, temperature }: ModelRequest, round: number): string {
  const time = new Date().toLocaleTimeString('en-GB');
  return `## ${time} · ${id} · round ${round} · temperature ${temperature}\n\n${messages.at(-1)!.text}\n`;
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
