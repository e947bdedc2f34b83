import type { ModelAnswer, ModelRequest } from '../../llm/model/languageModel.ts';
import type { Refusal } from './errors.ts';

/** What an endpoint takes for a model; found out by asking, since nothing tells. */
export interface Abilities {
  /** How the form of an answer is asked for: the strictest way that is not refused. */
  readonly format: ModelAnswer['format'];
  /** What the limit of the answer is called: newer models of OpenAI refuse the name that all others know. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /**
   * Whether the answer comes in parts, which tells an endpoint that is at work from one that hangs: with what it took
   * counted at the end, without, or not at all.
   */
  readonly stream: 'counted' | 'uncounted' | 'none';
  /** False where a parameter is refused; the answers are then less alike than asked for. */
  readonly temperature: boolean;
  readonly seed: boolean;
}

/** Remembers abilities by endpoint and model. A Map will do. */
export interface AbilityStore {
  get(key: string): Abilities | undefined;
  set(key: string, abilities: Abilities): void;
}

/** What is tried first. */
export const allAbilities: Abilities = {
  format: 'json_schema',
  limit: 'max_tokens',
  stream: 'counted',
  temperature: true,
  seed: true,
};

/**
 * What to try after a refusal, undefined when it is not about something that can be done without. Each step leaves
 * fewer to come, so that asking again ends.
 */
export function lesserAbilities(
  abilities: Abilities,
  request: ModelRequest,
  refusal: Refusal,
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
