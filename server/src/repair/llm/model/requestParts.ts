import type { ModelRequest } from './languageModel.ts';

/** Everything that a model is asked, as plain data: equal for equal requests, whether they are bare or not. */
export function requestParts({
  messages,
  schema,
  temperature,
  maxTokens,
  seed,
  bare: _,
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
