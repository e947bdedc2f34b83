import type { ModelAnswer, ModelRequest } from '../../repair/llm/model/languageModel.ts';
import type { EndpointRefusal } from './errors.ts';

/**
 * The features that an endpoint supports for a model. They are found out by trial, because endpoints don't list them.
 */
export interface Abilities {
  /** The form of the answer to request: the strictest one that was not refused. */
  readonly format: ModelAnswer['format'];
  /** The parameter name of the output limit. Newer models of OpenAI refuse the name that all others know. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /**
   * Whether the answer is streamed. A stream tells a working endpoint from one that hangs. `counted` streams end with
   * the token usage, `uncounted` ones do not.
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
