import { label, listOf, object, parsedAs, string } from '../../../base/jsonShape.ts';
import { estimateTokens } from '../../../repair/llm/model/estimateTokens.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
} from '../../../repair/llm/model/languageModel.ts';
import type { RunFolder } from '../run/runFolder.ts';
import type { Trial } from '../run/trial.ts';
import { type AgentTurn, Postponed } from '../system.ts';
import { requestHash } from './promptLog.ts';

/** The answers of models that were recorded with trials. */
export class RecordedAnswers {
  readonly #answers = new Map<string, ModelAnswer>();

  /** Adds the answers of a trial. */
  add({ rounds }: Trial): void {
    const turns = rounds.flatMap(
      ({ answer, asked, ms, work }): readonly AgentTurn[] =>
        work?.turns ?? (asked ? [{ answer, asked, ms, calls: [] }] : []),
    );
    for (const { answer: text, calls, asked, ms } of turns) {
      const { requestSha256, messages: _, at: __, noPositiveExample: ___, ...rest } = asked;
      const answer = { ...rest, text, ...(calls.length > 0 && { calls }), ms, fromCache: true };
      this.#answers.set(requestSha256, answer);
    }
  }

  /** The number of answers. */
  get size(): number {
    return this.#answers.size;
  }

  /** A model that only gives recorded answers. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const answer = this.#answers.get(requestHash(id, request));
        if (answer) return answer;
        throw new ModelError(
          'model',
          `No answer of “${id}” to one of the requests was recorded. Replay with the suite, the strategies and the options of the recorded run, or ask the model.`,
        );
      },
    };
  }
}

/** The files of the folder. Prompts and answers of people are `HASH.prompt.txt` and `HASH.answer.txt`. */
const files = { requests: 'requests.jsonl', answers: 'answers.jsonl' } as const;

/**
 * Requests that are answered outside: by a batch tool, another program or a person. Those without an answer are written to
 * a folder, as lines of OpenAI's batch format and as texts, under a hash of the whole request. Answers are taken from the
 * same folder, so that a run continues when it is restarted.
 */
export class AnswersByHand {
  readonly #folder: Pick<RunFolder, 'read' | 'append' | 'write'>;
  readonly #answers: ReadonlyMap<string, string>;
  readonly #written: Set<string>;
  readonly #waiting = new Set<string>();

  /** @param onUnreadable called with the number, from 1, of each line of answers.jsonl that is not an answer. */
  static async open(
    folder: Pick<RunFolder, 'read' | 'lines' | 'append' | 'write'>,
    onUnreadable: (line: number) => void,
  ): Promise<AnswersByHand> {
    const written = new Set<string>();
    for await (const line of folder.lines(files.requests)) {
      const request = parsedAs(requestShape, line);
      if (request) written.add(request.custom_id);
    }
    const answers = new Map<string, string>();
    let number = 0;
    // The last line of a file that people write may lack its line end.
    for (const line of ((await folder.read(files.answers)) ?? '').split('\n')) {
      number++;
      if (line.trim() === '') continue;
      const answer = answerIn(line);
      if (answer) answers.set(answer.id, answer.text);
      else onUnreadable(number);
    }
    return new AnswersByHand(folder, answers, written);
  }

  private constructor(
    folder: Pick<RunFolder, 'read' | 'append' | 'write'>,
    answers: ReadonlyMap<string, string>,
    written: Set<string>,
  ) {
    this.#folder = folder;
    this.#answers = answers;
    this.#written = written;
  }

  /** The number of requests that wait for an answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** A model whose answers are in the folder; requests without one are written there and `Postponed`. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const hash = requestHash(id, request);
        const text = this.#answers.get(hash) ?? (await this.#folder.read(`${hash}.answer.txt`));
        if (text !== undefined) return answerOf(id, request, text);
        this.#waiting.add(hash);
        await this.#write(hash, id, request);
        throw new Postponed();
      },
    };
  }

  async #write(hash: string, model: string, request: ModelRequest): Promise<void> {
    // Equal requests of several cells are written once.
    if (this.#written.has(hash)) return;
    this.#written.add(hash);
    const { messages, temperature, maxTokens, seed, bare = false } = request;
    const body = {
      model,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      temperature,
      ...(!bare && { max_tokens: maxTokens }),
      ...(seed !== undefined && { seed }),
    };
    await this.#folder.write(`${hash}.prompt.txt`, [promptText(request)]);
    const line = { custom_id: hash, method: 'POST', url: '/v1/chat/completions', body };
    await this.#folder.append(files.requests, JSON.stringify(line));
  }
}

function promptText({ messages }: ModelRequest): string {
  const [first, ...others] = messages;
  if (first !== undefined && others.length === 0) return first.text;
  return messages.map(({ role, text }) => `=== ${role} ===\n${text}\n`).join('\n');
}

/** Tokens are estimated: the cost of an answer by hand is not known. */
function answerOf(model: string, { messages }: ModelRequest, text: string): ModelAnswer {
  const input = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  return {
    text,
    finish: 'done',
    usage: { input, output: estimateTokens(text), estimated: true },
    model,
    format: 'prompt',
    ms: 0,
    fromCache: false,
  };
}

const requestShape = object({ custom_id: label });

const plainShape = object({ custom_id: label, answer: string });

/** A line that the Batch API of OpenAI returns. */
const batchShape = object({
  custom_id: label,
  response: object({
    body: object({ choices: listOf(object({ message: object({ content: string }) })) }),
  }),
});

function answerIn(line: string): { readonly id: string; readonly text: string } | undefined {
  const plain = parsedAs(plainShape, line);
  if (plain) return { id: plain.custom_id, text: plain.answer };
  const batch = parsedAs(batchShape, line);
  const [choice] = batch?.response.body.choices ?? [];
  return batch && choice ? { id: batch.custom_id, text: choice.message.content } : undefined;
}
