import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffHunks, unifiedDiff } from './diff.ts';
import { applyEdits, type OffsetEdit } from './textEdit.ts';

const numbers = Array.from({ length: 20 }, (_, i) => `${i + 1}\n`).join('');

/** Replaces each occurrence of the first text by the second, as one edit each. */
function replacing(text: string, pairs: readonly (readonly [string, string])[]): OffsetEdit[] {
  return pairs.map(([old, newText]) => {
    const start = text.indexOf(old);
    return { range: { start, end: start + old.length }, newText };
  });
}

test('a changed line with three lines of context', () => {
  expect(unifiedDiff('n.ttl', numbers, replacing(numbers, [['10', 'ten']]))).toMatchInlineSnapshot(`
    "--- a/n.ttl
    +++ b/n.ttl
    @@ -7,7 +7,7 @@
     7
     8
     9
    -10
    +ten
     11
     12
     13
    "
  `);
});

test('changes far apart are hunks of their own, the second one shifted', () => {
  const edits = replacing(numbers, [
    ['2\n', '2\n2a\n2b\n'],
    ['19\n', ''],
  ]);
  expect(diffHunks(numbers, edits, 1)).toMatchObject([
    { oldStart: 2, oldCount: 2, newStart: 2, newCount: 4, lines: [' 2', '+2a', '+2b', ' 3'] },
    { oldStart: 18, oldCount: 3, newStart: 20, newCount: 2, lines: [' 18', '-19', ' 20'] },
  ]);
});

test('edits that cancel out are no change', () => {
  expect(unifiedDiff('n.ttl', numbers, replacing(numbers, [['10', '10']]))).toBe('');
});

test('a last line without line end says so', () => {
  expect(diffHunks('a\nb', [{ range: { start: 3, end: 3 }, newText: '\nc' }], 1)).toMatchObject([
    { lines: [' a', '-b', '\\ No newline at end of file', '+b', '+c', '\\ No newline at end of file'] },
  ]);
});

test('an empty file gets its first lines', () => {
  expect(unifiedDiff('n.ttl', '', [{ range: { start: 0, end: 0 }, newText: 'a\n' }])).toBe(
    '--- a/n.ttl\n+++ b/n.ttl\n@@ -0,0 +1 @@\n+a\n',
  );
});

test('windows line ends stay in the lines', () => {
  expect(diffHunks('a\r\nb\r\n', [{ range: { start: 0, end: 1 }, newText: 'x' }], 0)).toMatchObject([
    { oldCount: 1, newCount: 1, lines: ['-a\r', '+x\r'] },
  ]);
});

test('law: the hunks turn the old lines into the new ones', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\r'), maxLength: 40 });
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(fc.nat(), fc.nat(4), text), { maxLength: 4 }),
      fc.nat(3),
      (old, wishes, context) => {
        const edits = edited(old, wishes);
        expect(patched(old, edits, context)).toBe(applyEdits(old, edits));
      },
    ),
  );
});

/** Edits that do not overlap. */
function edited(text: string, wishes: readonly (readonly [number, number, string])[]): OffsetEdit[] {
  const edits: OffsetEdit[] = [];
  let position = 0;
  for (const [gap, length, newText] of wishes) {
    const start = Math.min(text.length, position + (gap % 10));
    const end = Math.min(text.length, start + length);
    edits.push({ range: { start, end }, newText });
    position = end;
  }
  return edits;
}

/** What patch does. */
function patched(text: string, edits: readonly OffsetEdit[], context: number): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let result = '';
  let position = 0;
  for (const { oldStart, oldCount, newStart, newCount, lines } of diffHunks(text, edits, context)) {
    const start = oldCount === 0 ? oldStart : oldStart - 1;
    result += old.slice(position, start).join('');
    const lineCount = (result.match(/\n/g) ?? []).length;
    expect(newCount === 0 ? newStart : newStart - 1).toBe(lineCount);
    let kept = '';
    lines.forEach((line, i) => {
      const isOpen = lines[i + 1]?.startsWith('\\');
      const whole = line.slice(1) + (isOpen ? '' : '\n');
      if (line.startsWith('\\')) return;
      if (!line.startsWith('+')) kept += whole;
      if (!line.startsWith('-')) result += whole;
    });
    expect(kept).toBe(old.slice(start, start + oldCount).join(''));
    position = start + oldCount;
  }
  return result + old.slice(position).join('');
}
