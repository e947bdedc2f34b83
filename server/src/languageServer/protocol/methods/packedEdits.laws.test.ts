import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from '../../../base/lineIndex.ts';
import { range } from '../toProto.ts';
import { packedEdits, unpackedEdits } from './packedAnswers.ts';

const lines = new LineIndex('one\ntwo\r\nthree\n\nfive');
const span = fc.tuple(fc.nat(20), fc.nat(20)).map(([start, end]) => ({ start, end }));

test('edits come out of columns as they went in', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ range: span, newText: fc.string() })), (edits) => {
      const sent = JSON.parse(JSON.stringify(packedEdits(lines, edits)));
      const expected = edits.map(({ range: whole, newText }) => ({ range: range(lines, whole), newText }));
      expect(unpackedEdits(sent)).toEqual(expected);
    }),
  ));
