import type { ModelRequest } from '../../repair/llm/model/languageModel.ts';
import type { Abilities } from './abilities.ts';

/** The body of a chat completion request, without parameters that the endpoint does not accept. */
export function parameters(
  model: string,
  request: ModelRequest,
  abilities: Abilities,
): Readonly<Record<string, unknown>> {
  const { messages, schema, temperature, maxTokens, seed, bare = false } = request;
  return {
    model,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    ...(!bare && { [abilities.limit]: maxTokens }),
    ...(!bare && abilities.stream !== 'none' && { stream: true }),
    ...(!bare && abilities.stream === 'counted' && { stream_options: { include_usage: true } }),
    ...(abilities.temperature && { temperature }),
    ...(abilities.seed && seed !== undefined && { seed }),
    ...(schema &&
      abilities.format === 'json_schema' && {
        response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
      }),
    ...(schema && abilities.format === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}
