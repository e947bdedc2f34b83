import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';
import { OpenText } from '../../../base/textChange.ts';
import { unitStatus } from '../../../testing/unitStatus.ts';
import { Mirror } from './mirror.ts';
import { Publisher } from './publisher.ts';

const data = 'file:///data.ttl';
const shapes = 'file:///shapes.ttl';

const text = fc
  .array(fc.constantFrom('ex:a', ' ', ' .', '\n', '\r\n', '\r', '"é𝒳"', '# x', '\ufeff'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const place = fc.record({ line: fc.nat(12), character: fc.nat(12) });
const range = fc.record({ start: place, end: place }).map(({ start, end }) => {
  const isBackwards = end.line < start.line || (end.line === start.line && end.character < start.character);
  return isBackwards ? { start: end, end: start } : { start, end };
});
const uri = fc.constantFrom(data, shapes);

/** What clients and the engine do, in any order; reports may be of texts that have changed since. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('wholeText' as const), uri, text }),
  fc.record({ kind: fc.constant('edit' as const), uri, range, text }),
  fc.record({ kind: fc.constant('report' as const), ranges: fc.array(range, { maxLength: 3 }), uri }),
  fc.record({ kind: fc.constant('syntax' as const), ranges: fc.array(range, { maxLength: 3 }), uri }),
);

/** The whole line when it is shown, and too long for the next text. */
const toNextLine = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };

test('nothing on show stands outside the text of an open document', () =>
  fc.assert(
    fc.property(text, text, fc.array(step, { maxLength: 20 }), (dataText, shapesText, steps) => {
      const mirror = new Mirror(false);
      mirror.open(data, 1, dataText);
      mirror.open(shapes, 1, shapesText);
      const shown = new Map<string, PublishDiagnosticsParams>();
      const publisher = new Publisher(
        (params) => {
          shown.set(params.uri, params);
          expect(params.version).toBe(mirror.get(params.uri)?.version);
          expectInside(params, mirror.get(params.uri)!);
        },
        (of) => mirror.get(of),
      );
      for (const each of steps) {
        const { version } = mirror.get(each.uri)!;
        switch (each.kind) {
          case 'wholeText': {
            const { edits } = mirror.change(each.uri, version + 1, [{ text: each.text }])!;
            publisher.edited(each.uri, edits);
            expect(mirror.get(each.uri)!.getText()).toBe(each.text);
            expect(
              publisher.find(each.uri, ['key']).every(({ range }) => isInside(range, mirror.get(each.uri)!)),
            ).toBe(true);
            // A client that moves nothing itself shows what it was sent last.
            const last = shown.get(each.uri);
            if (last) expectInside(last, mirror.get(each.uri)!);
            break;
          }
          case 'edit':
            publisher.edited(
              each.uri,
              mirror.change(each.uri, version + 1, [{ range: each.range, text: each.text }])!.edits,
            );
            break;
          case 'report': {
            const diagnostics = { [each.uri]: each.ranges.map(diagnostic) };
            publisher.report({
              uri: data,
              version: mirror.get(data)!.version,
              diagnostics,
              status: unitStatus(),
              ms: 1,
            });
            break;
          }
          case 'syntax':
            publisher.syntax(each.uri, version, each.ranges.map(diagnostic));
        }
      }
    }),
    {
      examples: [
        [
          'ex:a',
          '',
          [
            { kind: 'syntax', uri: data, ranges: [toNextLine] },
            { kind: 'wholeText', uri: data, text: '\r\n' },
          ],
        ],
      ],
    },
  ));

test('a text that is sent anew is edited only where it differs', () =>
  fc.assert(
    fc.property(text, text, (before, after) => {
      const mirror = new Mirror(false);
      mirror.open(data, 1, before);
      const { text: changed, edits } = mirror.change(data, 2, [{ text: after }])!;
      expect(changed.getText()).toBe(after);
      const other = new OpenText(data, 1, before);
      other.update(edits, 2);
      expect(other.getText()).toBe(after);
    }),
  ));

function diagnostic(at: Diagnostic['range']): Diagnostic {
  return { range: at, code: 'x', message: 'x', source: 'test', data: { key: 'key' } };
}

function expectInside({ diagnostics }: PublishDiagnosticsParams, document: OpenText): void {
  for (const { range } of diagnostics) expect(isInside(range, document)).toBe(true);
}

function isInside({ start, end }: Diagnostic['range'], document: OpenText): boolean {
  return [start, end].every((position) => {
    const same = document.positionAt(document.offsetAt(position));
    return same.line === position.line && same.character === position.character;
  });
}
