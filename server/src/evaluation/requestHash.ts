import type { ModelRequest } from '../llm/languageModel.ts';
import { sha256 } from './sha256.ts';

/** SHA-256 of all that a model is sent, whatever the endpoint: by it recorded answers are found again. */
export function requestHash(model: string, request: ModelRequest): Promise<string> {
  const { messages, schema, temperature, maxTokens, seed, ...rest } = request;
  // A parameter that is new has to be added here: the compiler tells.
  rest satisfies Record<string, never>;
  const asked = [
    model,
    messages.map(({ role, text }) => [role, text]),
    schema ? [schema.name, schema.schema] : null,
    temperature,
    maxTokens,
    seed ?? null,
  ];
  return sha256(JSON.stringify(asked));
}
