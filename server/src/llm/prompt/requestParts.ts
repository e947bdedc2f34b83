import type { ModelRequest } from '../model/languageModel.ts';

/** All that a model is sent, as plain data: equal for requests that ask for the same. */
export function requestParts({
  messages,
  schema,
  temperature,
  maxTokens,
  seed,
  ...rest
}: ModelRequest): readonly unknown[] {
  // A parameter that is new has to be added here: the compiler tells.
  rest satisfies Record<string, never>;
  return [
    messages.map(({ role, text }) => [role, text]),
    schema ? [schema.name, schema.schema] : null,
    temperature,
    maxTokens,
    seed ?? null,
  ];
}
