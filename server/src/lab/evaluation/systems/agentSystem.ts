import { readAnswer } from '../../../repair/llm/answer/readAnswer.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelTool,
  type RequestedCall,
} from '../../../repair/llm/model/languageModel.ts';
import { sumOf } from '../../../repair/llm/model/spending.ts';
import { type RepairTask, updateOfText } from '../suite/repairTask.ts';
import {
  type AgentTurn,
  type Attempt,
  type AttemptFailure,
  type RepairSystem,
  withheldMessage,
} from '../system.ts';
import { askedModel, type ModelSystemOptions, modelSystem, prepare } from './modelSystem.ts';

/**
 * The tools of an agent. `none`: nothing; its answer is written unchanged. `validate`: it writes what it likes, and may
 * have the file validated. `verify`: it may have changes verified, and can only write those that hold.
 */
export const agentTools = ['none', 'validate', 'verify'] as const;
export type AgentToolset = (typeof agentTools)[number];

export function isAgentTools(value: unknown): value is AgentToolset {
  return agentTools.some((each) => each === value);
}

/** The file that an agent repairs, with its tools. */
export interface AgentDesk {
  readonly tools: readonly ModelTool[];
  /** What the model is told about a call, even one that can't be made. Rejects only when aborted. */
  call(call: Pick<RequestedCall, 'name' | 'input'>, signal: AbortSignal): Promise<string>;
  /** Writes an update without a call. */
  write(update: string, signal: AbortSignal): Promise<void>;
  /** The text of the file now. */
  readonly text: string;
  /** How many results each write introduced, according to a separate validation. */
  readonly introduced: readonly number[];
}

/** Puts the data of a task before an agent. */
export type OpenDesk = (task: RepairTask, tools: Exclude<AgentToolset, 'none'>) => AgentDesk;

export interface AgentSystemOptions
  extends Pick<ModelSystemOptions, 'strategy' | 'temperature' | 'maxTokens' | 'seed' | 'shapesPrefixes'> {
  readonly tools: AgentToolset;
  /** How many requests its model gets for a case. */
  readonly turns: number;
  readonly openDesk: OpenDesk;
}

/** A model that repairs a file by itself, with tools or without. What is in the file at the end is its answer. */
export function agentSystem(id: string, model: LanguageModel, options: AgentSystemOptions): RepairSystem {
  const { tools, turns: maxTurns, openDesk, ...given } = options;
  const strategy = `tools=${tools}`;
  const asked: ModelSystemOptions = {
    ...given,
    template: 'product',
    responseFormat: 'json',
    rounds: 1,
    bare: false,
    choices: undefined,
  };
  if (tools === 'none') return { ...modelSystem(id, model, asked), strategy };
  const prepared = async (task: RepairTask, desk: AgentDesk, signal: AbortSignal) => {
    const { request, scope } = await prepare(task, { ...asked, ending: endings[tools] }, signal);
    return { scope, request: { ...request, schema: undefined, tools: desk.tools } };
  };
  return {
    id,
    strategy,
    firstRequest: async (task, signal) => (await prepared(task, openDesk(task, tools), signal)).request,
    async repair(task, signal) {
      const desk = openDesk(task, tools);
      const { scope, request } = await prepared(task, desk, signal);
      const messages: ModelMessage[] = [...request.messages];
      const turns: AgentTurn[] = [];
      const transcript: string[] = [];
      let failure: AttemptFailure | undefined;
      while (turns.length < maxTurns && failure === undefined) {
        const now = { ...request, messages: [...messages] };
        let answer: ModelAnswer;
        try {
          answer = await model.complete(now, signal);
        } catch (error) {
          signal.throwIfAborted();
          // What it has written counts, even if the conversation has become too long for the model.
          if (!(error instanceof ModelError) || error.kind !== 'request' || turns.length === 0) throw error;
          failure = { kind: 'request', message: error.message };
          break;
        }
        const { text, calls = [], ms } = answer;
        turns.push({ answer: text, calls, asked: askedModel(model, now, answer), ms });
        if (text !== '') transcript.push(text);
        if (answer.finish === 'filtered') failure = { kind: 'filtered', message: withheldMessage };
        if (calls.length === 0) {
          const read = await readAnswer(text, scope);
          // Models that do not know how to use tools answer as if they had none.
          if (tools === 'validate' && desk.introduced.length === 0 && read.kind === 'update')
            await desk.write(read.text, signal);
          break;
        }
        messages.push({ role: 'assistant', text, calls });
        for (const call of calls) {
          const told = await desk.call(call, signal);
          transcript.push(`${call.name} ${call.input}\n→ ${told}`);
          messages.push({ role: 'tool', text: told, callId: call.id });
        }
      }
      return attemptOf(task, desk, { turns, failure, answer: transcript.join('\n\n') });
    },
  };
}

const endings = {
  validate: `# Tools

The data is in the file data.ttl. write_change writes a change into it as you give it; validate says which results the file has then.
Write the repair, and mend what it breaks. When you are done, answer with one short line and call nothing.`,
  verify: `# Tools

The data is in the file data.ttl. verify_change says what a change would do without writing it, and gives a change that holds a key;
apply_change writes the change with this key. Nothing else is written. Verify the repair, change it until it holds, and apply it. When
you are done, answer with one short line and call nothing.`,
} as const;

function attemptOf(
  { problem }: RepairTask,
  { text, introduced }: AgentDesk,
  {
    turns,
    failure,
    answer,
  }: {
    readonly turns: readonly AgentTurn[];
    readonly failure: AttemptFailure | undefined;
    readonly answer: string;
  },
): Attempt {
  const left = introduced.length > 0 ? updateOfText(problem, text) : undefined;
  const broken: AttemptFailure | undefined =
    left?.kind === 'error'
      ? { kind: 'syntax', message: `It left a syntax error in line ${left.line}: ${left.message}` }
      : undefined;
  const last = turns.at(-1)!.asked;
  const usage = sumOf(turns.map(({ asked }) => asked.usage));
  const why = failure ?? broken;
  return {
    rounds: [
      {
        answer,
        update: left?.kind === 'update' ? left.update : undefined,
        envelopeStrict: true,
        prefixesInjected: [],
        asked: { ...last, usage, fromCache: turns.every(({ asked }) => asked.fromCache) },
        work: { turns, introduced },
        ms: turns.reduce((sum, { ms }) => sum + ms, 0),
      },
    ],
    ...(why && { failure: why }),
  };
}
