import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Spool } from './spool.ts';

function filled(room: number, texts: readonly (readonly ['out' | 'err', string])[]) {
  const spool = new Spool<'out' | 'err'>(room);
  for (const [stream, text] of texts) spool.add(stream, text);
  return spool;
}

function joined(spool: Spool<'out' | 'err'>): string {
  let text = '';
  let last = '';
  for (const piece of spool.pieces()) {
    if (piece.stream !== last) text += `<${piece.stream}>`;
    last = piece.stream;
    text += piece.text;
  }
  return text;
}

test.each([0, 5, 1_000_000])('gives in order what it was given, with room for %d', (room) => {
  const long = 'ä😀'.repeat(50_000);
  const spool = filled(room, [
    ['out', 'one'],
    ['err', 'two'],
    ['err', long],
    ['out', 'four'],
  ]);
  expect(joined(spool)).toBe(`<out>one<err>two${long}<out>four`);
  spool.discard();
  expect(joined(spool)).toBe('');
});

test.skipIf(process.platform === 'win32')('leaves no file behind, discarded or not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-spool-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const kept = filled(0, [['out', 'text']]);
  filled(0, [['out', 'text']]).discard();
  expect(readdirSync(folder)).toEqual([]);
  expect(joined(kept)).toBe('<out>text');
});

test.skipIf(process.platform === 'win32')('says where there is no room for it', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => filled(0, [['out', 'text']])).toThrow(/^\/nowhere\/at\/all .*can't be written/);
});
