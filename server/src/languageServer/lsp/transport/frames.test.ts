import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameError, Frames } from './guardedTransport.ts';

/** What is read of bytes that come in pieces: messages, and problems of bodies; the fault that ends it. */
function read(pieces: readonly (string | Buffer)[]) {
  const got: unknown[] = [];
  const frames = new Frames(
    (message) => got.push(message),
    () => got.push('no JSON'),
  );
  try {
    for (const piece of pieces) frames.push(Buffer.from(piece as string));
    return { got };
  } catch (error) {
    if (error instanceof FrameError) return { got, fault: error.message };
    throw error;
  }
}

function frame(message: unknown, head = ''): string {
  const body = JSON.stringify(message);
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

test('messages are read however they are cut', () =>
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.array(fc.nat(300)), (messages, cuts) => {
      const bytes = Buffer.from(messages.map((each) => frame(each)).join(''));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
      expect(read(pieces)).toEqual({ got: JSON.parse(JSON.stringify(messages)) });
    }),
    { seed: 14 },
  ));

test('headers are read as HTTP has them', () => {
  const head = 'content-type: application/vscode-jsonrpc; charset=utf8\r\n';
  expect(read([frame({ a: 'ä' }, head).replace('Content-Length', 'CONTENT-LENGTH')])).toEqual({
    got: [{ a: 'ä' }],
  });
});

test('a body that is no JSON is told of, and what follows is read', () => {
  expect(read(['Content-Length: 3\r\n\r\n{"aContent-Length: 0\r\n\r\n', frame(1)])).toEqual({
    got: ['no JSON', 'no JSON', 1],
  });
});

test.each<[what: string, bytes: string | Buffer, fault: RegExp]>([
  ['no length', 'Content-Type: a\r\n\r\n{}', /no Content-Length/],
  ['a negative length', 'Content-Length: -5\r\n\r\n{}', /"-5"/],
  ['a length that is no number', 'Content-Length: NaN\r\n\r\n{}', /"NaN"/],
  ['an empty length', 'Content-Length:\r\n\r\n{}', /""/],
  ['a huge length', 'Content-Length: 99999999999\r\n\r\n{}', /"99999999999"/],
  ['another charset', 'Content-Length: 2\r\nContent-Type: a; charset=utf-16\r\n\r\n{}', /"utf-16"/],
  ['no header at all', '{"jsonrpc":"2.0","id":1}', /the line "\{/],
  ['line feeds alone', 'Content-Length: 2\n\n{}', /the line "Content-Length: 2\\n/],
  ['a line without colon', 'Content-Length\r\n', /the line "Content-Length"/],
  ['bytes that are no text', Buffer.from([0, 1, 2, 255]), /the line/],
  ['a header without end', `X-A: ${'a'.repeat(5000)}`, /more than 4096 bytes/],
])('%s ends the reading', (_, bytes, fault) => {
  expect(read([bytes]).fault).toMatch(fault);
  const { got } = read([frame(1), bytes]);
  expect(got).toEqual([1]);
});
