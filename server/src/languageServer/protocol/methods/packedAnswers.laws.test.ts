import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from '../../../base/lineIndex.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { DocumentSymbolInfo } from '../../../service/language/symbols/documentSymbols.ts';
import { range } from '../toProto.ts';
import { outlineRows } from './languageToProto.ts';
import {
  LastDiagnostics,
  OutlineBuilder,
  type PackedSymbols,
  packedByFile,
  packedOutline,
  type SymbolRows,
  unpackedByFile,
} from './packedAnswers.ts';

const lines = new LineIndex('one\ntwo\r\nthree\n\nfive');
const span = fc.tuple(fc.nat(9), fc.nat(9)).map(([start, end]) => ({ start, end }));
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

/** Outlines one after the other, each like the last one but for some symbols, and moved. */
const history = fc
  .tuple(
    symbols,
    fc.array(fc.record({ at: fc.nat(4), count: fc.nat(2), added: symbols, moved: fc.nat(5) }), {
      maxLength: 4,
    }),
  )
  .map(([first, edits]) => {
    let outline = first.map((symbol, start) => ({ start, symbol }));
    return [
      outline,
      ...edits.map(({ at, count, added, moved }) => {
        const head = outline.slice(0, at);
        // A symbol that is the same object has the same text.
        const tail = outline
          .slice(at + count)
          .map(({ start, symbol }) => ({ start: (start + moved) % 10, symbol: { ...symbol } }));
        outline = [...head, ...added.map((symbol) => ({ start: moved, symbol })), ...tail];
        return outline;
      }),
    ];
  });

test('outlines come out of columns as they went in, also where only what differs is sent', () =>
  fc.assert(
    fc.property(history, (outlines) => {
      const builder = new OutlineBuilder();
      let last: readonly SymbolRows[] | undefined;
      for (const [i, outline] of outlines.entries()) {
        const rows = outlineRows(lines, outline);
        const { since, complete } = builder.next();
        expect(since).toBe(i === 0 ? undefined : `${i - 1}`);
        const sent = JSON.parse(JSON.stringify(packedOutline(`${i}`, rows, last)));
        expect(complete(sent)).toEqual(outline.flatMap(({ start, symbol }) => expected([symbol], start)));
        last = rows;
      }
    }),
  ));

test('of an outline that an edit moved, the changed symbols are sent alone', () => {
  const rows = (name: string) => ({ names: [name], details: [''], numbers: [19, 0, 0, 0, 1, 0, 0, 0, 0, 4] });
  const [a, b, c]: readonly PackedSymbols[] = [rows('ex:a'), rows('ex:b'), rows('ex:c')];
  const before = [a, b, c].map((each, line) => ({ line, rows: each! }));
  const after = [
    { line: 0, rows: a! },
    { line: 1, rows: rows('ex:new') },
    { line: 4, rows: { ...c! } },
  ];
  expect(packedOutline('2', after, before)).toEqual({
    id: '2',
    before: 1,
    after: 1,
    shift: 2,
    symbols: { names: ['ex:new'], details: [''], numbers: [19, 0, 1, 0, 2, 0, 1, 0, 1, 4] },
  });
});

const place = span.map((each) => range(lines, each));
const file = fc.constantFrom('file:///a.ttl', 'file:///shapes.ttl');
const diagnostic = fc.record(
  {
    range: place,
    severity: fc.constantFrom(1 as const, 2 as const),
    message: fc.constantFrom('wrong', 'missing'),
    relatedInformation: fc.array(
      fc.record({ location: fc.record({ uri: file, range: place }), message: fc.constant('declared') }),
      { maxLength: 2 },
    ),
    data: fc.record(
      {
        key: fc.constantFrom(undefined, 'k1', 'k2'),
        version: fc.constantFrom(null, 1, 2),
        others: fc.array(fc.record({ key: fc.constantFrom('k3', 'k4') }), { maxLength: 1 }),
      },
      { requiredKeys: ['key', 'version'] },
    ),
  },
  { requiredKeys: ['range', 'message'] },
);
const validated = fc.record({
  // More documents than are kept.
  uri: fc.nat(11).map((n) => `file:///${n}.ttl`),
  diagnostics: fc.dictionary(file, fc.array(diagnostic, { maxLength: 4 }), { maxKeys: 2 }),
});

test('diagnostics come out as they went in, also where only what differs is sent', () =>
  fc.assert(
    fc.property(fc.array(validated, { maxLength: 30 }), (messages) => {
      const [sent, received] = [new LastDiagnostics(), new LastDiagnostics()];
      const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
      for (const { uri, diagnostics } of messages) {
        const files = asJson(packedByFile(uri, diagnostics, sent));
        expect(unpackedByFile(uri, files, received)).toEqual(asJson(diagnostics));
      }
    }),
  ));

test('of diagnostics that an edit moved, the changed ones are sent alone', () => {
  const last = new LastDiagnostics();
  const sent = (version: number, line: number, messages: readonly string[]) => {
    const diagnostics = messages.map((message, i) => ({
      range: { start: { line: line + i, character: 1 }, end: { line: line + i, character: 2 } },
      message,
      data: { key: message.slice(0, 2), version },
    }));
    const uri = 'file:///a.ttl';
    return packedByFile(uri, { [uri]: diagnostics }, last);
  };
  sent(1, 4, ['k1 wrong', 'k2 wrong', 'k3 wrong']);
  expect(sent(2, 5, ['k1 wrong', 'k2 missing', 'k3 wrong'])).toMatchObject({
    'file:///a.ttl': {
      all: [0, { message: 'k2 missing', data: { key: 'k2', version: 2 } }, 2],
      places: [5, 1, 5, 2, 7, 1, 7, 2],
      version: 2,
    },
  });
});

function expected(outline: readonly DocumentSymbolInfo[], from: number): readonly object[] {
  const moved = ({ start, end }: TextRange) => range(lines, { start: from + start, end: from + end });
  return outline.map(({ name, detail, kind, range: whole, selection, children }) => ({
    name: name.replace('\u0007', '\\u{7}'),
    ...(detail !== '' && { detail }),
    kind: kinds[kind as keyof typeof kinds],
    range: moved(whole),
    selectionRange: moved(selection),
    ...(children.length > 0 && { children: expected(children, from) }),
  }));
}
