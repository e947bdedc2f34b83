import { estimateInput } from '../../repair/llm/model/estimateInput.ts';
import { estimateTokens } from '../../repair/llm/model/estimateTokens.ts';
import type { ModelAnswer, ModelRequest, TokenUsage } from '../../repair/llm/model/languageModel.ts';

/**
 * Reads a chat completion; undefined when it has no choice with a message. Every field may be missing, because servers
 * leave things out.
 */
export function readCompletion(
  completion: unknown,
  request: ModelRequest,
):
  | (Pick<ModelAnswer, 'text' | 'finish' | 'usage' | 'fingerprint'> & { readonly model: string | undefined })
  | undefined {
  const { choices, usage, model, system_fingerprint: fingerprint } = fields(completion);
  const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
  if (typeof choice.message !== 'object' || choice.message === null) return undefined;
  const message = fields(choice.message);
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const text = textOf(message.content) || refusal;
  return {
    text,
    finish: refusal ? 'filtered' : finishOf(choice.finish_reason),
    usage: usageOf(fields(usage), text, request),
    model: typeof model === 'string' && model !== '' ? model : undefined,
    ...(typeof fingerprint === 'string' && fingerprint !== '' && { fingerprint }),
  };
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

function usageOf(usage: Fields, text: string, request: ModelRequest): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  if (!isCount(input) || !isCount(output) || input === 0) {
    return { input: estimateInput(request), output: estimateTokens(text), estimated: true };
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

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
