import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from '../../base/lineIndex.ts';
import type { DocumentSymbolInfo } from '../../language/symbols/documentSymbols.ts';
import { range } from '../toProto.ts';
import { packedSymbols } from './navigationToProto.ts';
import { unpackedSymbols } from './packedSymbols.ts';

const lines = new LineIndex('one\ntwo\r\nthree\n\nfive');
const span = fc.tuple(fc.nat(20), fc.nat(20)).map(([start, end]) => ({ start, end }));
const kinds = { class: 5, shape: 11, prefix: 3 } as const;
const { symbols } = fc.letrec<{ symbols: readonly DocumentSymbolInfo[] }>((tie) => ({
  symbols: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant([]),
    fc.array(
      fc.record<DocumentSymbolInfo>({
        name: fc.constantFrom('ex:a', '[ ]', '\u0007'),
        detail: fc.constantFrom('', 'a label'),
        kind: fc.constantFrom('class', 'shape', 'prefix'),
        range: span,
        selection: span,
        children: tie('symbols'),
      }),
      { maxLength: 3 },
    ),
  ),
}));

test('outlines come out of columns as they went in', () =>
  fc.assert(
    fc.property(symbols, (outline) => {
      const sent = JSON.parse(JSON.stringify(packedSymbols(lines, outline)));
      expect(unpackedSymbols(sent)).toEqual(expected(outline));
    }),
  ));

function expected(outline: readonly DocumentSymbolInfo[]): readonly object[] {
  return outline.map(({ name, detail, kind, range: whole, selection, children }) => ({
    name: name.replace('\u0007', '\\u{7}'),
    ...(detail !== '' && { detail }),
    kind: kinds[kind as keyof typeof kinds],
    range: range(lines, whole),
    selectionRange: range(lines, selection),
    ...(children.length > 0 && { children: expected(children) }),
  }));
}
