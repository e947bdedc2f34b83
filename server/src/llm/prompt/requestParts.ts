import type { ModelRequest } from '../model/languageModel.ts';

/** Everything that a model is sent, as plain data: equal for equal requests. */
export function requestParts({
  messages,
  schema,
  temperature,
  maxTokens,
  seed,
  ...rest
}: ModelRequest): readonly unknown[] {
  // The compiler reports a new parameter that is missing here.
  rest satisfies Record<string, never>;
  return [
    messages.map(({ role, text }) => [role, text]),
    schema ? [schema.name, schema.schema] : null,
    temperature,
    maxTokens,
    seed ?? null,
  ];
}
