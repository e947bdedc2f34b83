/**
 * Answers that come in parts: events whose data is JSON. The library could read them as well, but takes time that
 * grows with the square of their length, and an endpoint decides how long they are.
 */

/** True for the body of an answer that came in parts. */
export function isStream(body: string, contentType: string): boolean {
  return contentType.includes('event-stream') || /^(?:data|event|id|retry)?:/.test(body);
}

/** True when a text holds the event that ends a stream, even if the connection stays open. */
export function hasEnded(text: string): boolean {
  return /[\r\n]data: ?\[DONE\]/.test(text);
}

export type JoinedAnswer =
  /** The completion that it would have been in one piece, or what is wrong in the way of `{ error }`. */
  | { readonly kind: 'whole'; readonly answer: Readonly<Record<string, unknown>> }
  /** The events end without saying that this is the end. */
  | { readonly kind: 'brokenOff' }
  | { readonly kind: 'notJson' };

/**
 * Puts the parts of a streamed answer together. Servers leave things out, so nothing is taken for granted; a message in
 * one piece is a part as well.
 */
export function joinParts(body: string): JoinedAnswer {
  const content: unknown[] = [];
  const refusal: unknown[] = [];
  let model: unknown;
  let usage: unknown;
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
  return { kind: 'whole', answer: { choices, usage, model } };
}

/** The data of each event. One that lacks the empty line behind it is cut off, and left out unless it is the end. */
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
    // An answer of something else.
    return undefined;
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
