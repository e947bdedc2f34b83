import { callTokens, estimateInput, estimateTokens } from '../../repair/llm/model/estimateTokens.ts';
import type {
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  RequestedCall,
  TokenUsage,
} from '../../repair/llm/model/languageModel.ts';
import type { EndpointRefusal } from './errors.ts';
import { fields } from './errors.ts';

/** The body of a chat completion request, without parameters that the endpoint does not accept. */
export function parameters(
  model: string,
  request: ModelRequest,
  abilities: Abilities,
): Readonly<Record<string, unknown>> {
  const { messages, schema, temperature, maxTokens, seed, bare = false, tools } = request;
  const streams = !isAnsweredAtOnce(request) && abilities.stream !== 'none';
  return {
    model,
    messages: messages.map(messageOf),
    ...(!bare && { [abilities.limit]: maxTokens }),
    ...(streams && { stream: true }),
    ...(streams && abilities.stream === 'counted' && { stream_options: { include_usage: true } }),
    ...(tools && { tools: tools.map((each) => ({ type: 'function', function: each })) }),
    ...(abilities.temperature && { temperature }),
    ...(abilities.seed && seed !== undefined && { seed }),
    ...(schema &&
      abilities.format === 'json_schema' && {
        response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
      }),
    ...(schema && abilities.format === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}

/** Whether an answer is asked for in one piece. Servers differ in how they cut calls into pieces. */
export function isAnsweredAtOnce({ bare = false, tools }: ModelRequest): boolean {
  return bare || tools !== undefined;
}

function messageOf({ role, text, calls, callId }: ModelMessage): Readonly<Record<string, unknown>> {
  return {
    role,
    content: text === '' && calls ? null : text,
    ...(calls && {
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: input },
      })),
    }),
    ...(callId !== undefined && { tool_call_id: callId }),
  };
}

/** Shorter values are placeholders such as “ollama”. They are not secret, and answers may contain them as words. */
const minSecretLength = 12;

/**
 * The text of an endpoint without the key, which the endpoint might repeat. JSON stays JSON, perhaps with other
 * escapes.
 */
export function withoutKey(body: string, key: string | undefined): string {
  if (key === undefined || key.length < minSecretLength) return body;
  const spellings = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return [...spellings].reduce((text, spelling) => text.replaceAll(spelling, '<API key>'), plain(body));
}

/** The same JSON without unnecessary escapes; any other text unchanged. */
function plain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    // Plain text or an HTML page.
    return body;
  }
}

/**
 * Reads a chat completion; undefined when it has no choice with a message. Every field may be missing, because servers
 * leave things out.
 */
export function readCompletion(
  completion: unknown,
  request: ModelRequest,
):
  | (Pick<ModelAnswer, 'text' | 'calls' | 'finish' | 'usage' | 'fingerprint'> & {
      readonly model: string | undefined;
    })
  | undefined {
  const { choices, usage, model, system_fingerprint: fingerprint } = fields(completion);
  const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
  if (typeof choice.message !== 'object' || choice.message === null) return undefined;
  const message = fields(choice.message);
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const text = textOf(message.content) || refusal;
  const calls = callsOf(message.tool_calls);
  return {
    text,
    ...(calls.length > 0 && { calls }),
    finish: refusal ? 'filtered' : finishOf(choice.finish_reason),
    usage: usageOf(fields(usage), { text, calls }, request),
    model: typeof model === 'string' && model !== '' ? model : undefined,
    ...(typeof fingerprint === 'string' && fingerprint !== '' && { fingerprint }),
  };
}

/** Calls without a name can't be made. Some servers give calls no id, or their input as an object. */
function callsOf(calls: unknown): readonly RequestedCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call, i) => {
    const { id, function: called } = fields(call);
    const { name, arguments: input } = fields(called);
    if (typeof name !== 'string') return [];
    return {
      id: typeof id === 'string' && id !== '' ? id : `call_${i + 1}`,
      name,
      input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    };
  });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.map((part) => fields(part).text) : [];
  return parts.filter((text) => typeof text === 'string').join('');
}

/** Local servers have other words for a complete answer. */
function finishOf(reason: unknown): ModelAnswer['finish'] {
  switch (reason) {
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
    case 'safety':
      return 'filtered';
    default:
      return 'done';
  }
}

function usageOf(
  usage: Fields,
  { text, calls }: { readonly text: string; readonly calls: readonly RequestedCall[] },
  request: ModelRequest,
): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  if (!isCount(input) || !isCount(output) || input === 0) {
    return {
      input: estimateInput(request),
      output: estimateTokens(text) + callTokens(calls),
      estimated: true,
    };
  }
  const cached = fields(usage.prompt_tokens_details).cached_tokens;
  return {
    input,
    // When the completion does not count reasoning tokens, the total does.
    output: isCount(total) ? Math.max(output, total - input) : output,
    ...(isCount(cached) && { cachedInput: cached }),
    estimated: false,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * The features that an endpoint supports for a model. They are found out by trial, because endpoints don't list them.
 */
export interface Abilities {
  /** The form of the answer to request: the strictest one that was not refused. */
  readonly format: ModelAnswer['format'];
  /** The parameter name of the output limit. Newer models of OpenAI refuse the name that all others know. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /**
   * Whether the answer is streamed. A stream distinguishes a working endpoint from one that hangs. `counted` streams end
   * with the token usage, `uncounted` ones do not.
   */
  readonly stream: 'counted' | 'uncounted' | 'none';
  /** False when the endpoint refuses the parameter; answers then vary more. */
  readonly temperature: boolean;
  readonly seed: boolean;
}

/** Remembers abilities by endpoint and model. A Map is sufficient. */
export interface AbilityStore {
  get(key: string): Abilities | undefined;
  set(key: string, abilities: Abilities): void;
}

/** The abilities to try first. */
export const allAbilities: Abilities = {
  format: 'json_schema',
  limit: 'max_tokens',
  stream: 'counted',
  temperature: true,
  seed: true,
};

/**
 * The abilities to try after a refusal; undefined when the refusal is not about an optional feature. Each step leaves
 * fewer abilities, so the retries end.
 */
export function lesserAbilities(
  abilities: Abilities,
  request: ModelRequest,
  refusal: EndpointRefusal,
): Abilities | undefined {
  if (refusal.status !== 400 && refusal.status !== 422) return undefined;
  const { message, code, parameter } = refusal;
  const said = `${parameter} ${code} ${message}`;
  if (abilities.limit === 'max_tokens' && said.includes('max_completion_tokens')) {
    return { ...abilities, limit: 'max_completion_tokens' };
  }
  const isRefused = (name: string) =>
    new RegExp(`(?:^|\\.)(?:${name})$`).test(parameter) ||
    (new RegExp(`\\b(?:${name})\\b`, 'i').test(said) &&
      /not support|verified to|unsupported|only the default|unknown|unrecogni[sz]ed|not permitted|not allowed|extra/i.test(
        said,
      ));
  if (abilities.stream === 'counted' && isRefused('stream_options|include_usage')) {
    return { ...abilities, stream: 'uncounted' };
  }
  if (abilities.stream !== 'none' && isRefused('stream(?:ing)?')) return { ...abilities, stream: 'none' };
  if (abilities.temperature && isRefused('temperature')) return { ...abilities, temperature: false };
  if (abilities.seed && request.seed !== undefined && isRefused('seed')) return { ...abilities, seed: false };
  if (request.schema && /response_?format|json[ _]?(schema|object|mode)|structured output/i.test(said)) {
    if (abilities.format === 'json_schema') return { ...abilities, format: 'json_object' };
    if (abilities.format === 'json_object') return { ...abilities, format: 'prompt' };
  }
  return undefined;
}
