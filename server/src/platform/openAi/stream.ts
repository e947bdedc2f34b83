/**
 * Streamed answers: events whose data is JSON. They are parsed here because the library takes time that grows with the
 * square of their length, and an endpoint controls that length.
 */

/** True for the body of a streamed answer. */
export function isStream(body: string, contentType: string): boolean {
  return contentType.includes('event-stream') || /^(?:data|event|id|retry)?:/.test(body);
}

/** True when the text holds the event that ends a stream. The connection may stay open after it. */
export function hasEnded(text: string): boolean {
  return /[\r\n]data: ?\[DONE\]/.test(text);
}

export type JoinedAnswer =
  /** The completion as an unstreamed answer would give it, or an error as `{ error }`. */
  | { readonly kind: 'whole'; readonly answer: Readonly<Record<string, unknown>> }
  /** The events stop without an end marker. */
  | { readonly kind: 'brokenOff' }
  | { readonly kind: 'notJson' };

/**
 * Joins the parts of a streamed answer. Fields may be missing, because servers leave things out. A message in one piece
 * counts as a part.
 */
export function joinParts(body: string): JoinedAnswer {
  const content: unknown[] = [];
  const refusal: unknown[] = [];
  let model: unknown;
  let usage: unknown;
  let system_fingerprint: unknown;
  let reason: unknown;
  let hasMessage = false;
  let isOver = false;
  for (const data of eventsOf(body)) {
    if (data.startsWith('[DONE]')) {
      isOver = true;
      break;
    }
    const part = parse(data);
    if (part === undefined) return { kind: 'notJson' };
    const { choices, error, ...rest } = fields(part);
    if (error) return { kind: 'whole', answer: { error } };
    model ??= rest.model;
    system_fingerprint ??= rest.system_fingerprint;
    usage = rest.usage ?? usage;
    const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
    const said = choice.delta ?? choice.message;
    hasMessage ||= typeof said === 'object' && said !== null;
    content.push(fields(said).content);
    refusal.push(fields(said).refusal);
    reason = choice.finish_reason ?? reason;
  }
  if (!isOver && reason === undefined) return { kind: 'brokenOff' };
  const message = { content: content.flat().map(textOf).join(''), refusal: refusal.map(textOf).join('') };
  const choices = hasMessage ? [{ message, finish_reason: reason }] : [];
  return { kind: 'whole', answer: { choices, usage, model, system_fingerprint } };
}

/**
 * The data of each event. An event without the empty line after it is incomplete; it is skipped unless it is the end
 * marker.
 */
function* eventsOf(body: string): Iterable<string> {
  let data: string[] = [];
  for (const line of body.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if ((line !== '' && data[0] !== '[DONE]') || data.length === 0) continue;
    yield data.join('\n');
    data = [];
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const { text } = fields(part);
  return typeof text === 'string' ? text : '';
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Not an answer of a model.
    return undefined;
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
