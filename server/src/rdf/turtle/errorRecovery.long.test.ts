import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDamage, compareStatements, type Damage, inventedTriples } from '../../testing/damage.ts';
import { runs } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { Lexer, type TokenKind } from './lexer.ts';
import { SourceText } from './sourceText.ts';
import { TurtleDocument } from './turtleDocument.ts';

/*
 * How much of a document is still read after damage that the laws of errorRecovery.laws.test.ts leave open: to strings,
 * IRIs, brackets and comments. The numbers are printed; the tests keep them from getting worse.
 */

const seed = 1;

/** What a damage does to a token; undefined where it can't be done. */
const kinds: Readonly<Record<string, (token: Token, text: string) => Damage | undefined>> = {
  'closing quote gone': closing((token) => token.kind === 'string' && !isLong(token)),
  'opening quote gone': opening((token) => token.kind === 'string' && !isLong(token)),
  'closing """ gone': closing((token) => token.kind === 'string' && isLong(token), 3),
  'opening """ gone': opening((token) => token.kind === 'string' && isLong(token), 3),
  '> gone': closing(({ kind }) => kind === 'iri'),
  '< gone': opening(({ kind }) => kind === 'iri'),
  'opening bracket gone': opening(({ kind }) => kind === '[' || kind === '('),
  'closing bracket gone': opening(({ kind }) => kind === ']' || kind === ')'),
  'token gone': whole(''),
  'token is junk': whole(' $$ '),
  'quote before': before('"'),
  '""" before': before('"""'),
  '< before': before('<'),
  '[ before': before('['),
  '] before': before(']'),
  '# before': before('#'),
  'rest of the line gone': ({ start }, text) => {
    const end = text.indexOf('\n', start);
    return end < 0 ? undefined : { start, end, text: '' };
  },
};

interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

describeShared('recovery in real files', 'brick-buildingmotif', (folder) => {
  test.each([
    [`${folder}/mediumOffice_brick.ttl`, 50],
    [`${folder}/Brick.ttl`, 6],
    [`${folder}/../qudt-v2.1.43-merged/VOCAB_QUDT-UNITS-ALL-v2.1.ttl`, 6],
  ])('%s', (file, times) => {
    const rate = measure([readFileSync(file, 'utf8')], runs(times));
    console.log(file.split('/').at(-1), rate.summary);
    expect(rate.kept).toBeGreaterThan(0.99);
    expect(rate.inventing).toBeLessThan(0.01);
  });
});

test('recovery in generated files', () => {
  const texts = fc.sample(arbitraryTurtle({ minStatements: 5, maxStatements: 20, directives: false }), {
    seed,
    numRuns: runs(300),
  });
  const rate = measure(
    texts.map(({ text }) => text),
    2,
  );
  console.log('generated', rate.summary);
  expect(rate.kept).toBeGreaterThan(0.95);
});

/** Damages each text `times` times in every way, outside directives. */
function measure(texts: readonly string[], times: number) {
  const total = { untouched: 0, lost: 0, cases: 0, inventing: 0 };
  const lines: string[] = [];
  const documents = texts.map((text) => new TurtleDocument('http://example.org/document', 1, text));
  for (const [name, damageTo] of Object.entries(kinds)) {
    const counts = { untouched: 0, lost: 0, cases: 0, inventing: 0, silent: 0 };
    for (const document of documents) {
      const tokens = tokensOf(document);
      for (const index of fc.sample(fc.nat({ max: tokens.length - 1 }), { seed, numRuns: times })) {
        const damage = damageNear(tokens, index, (token) => damageTo(token, document.text));
        if (damage === undefined) continue;
        const after = new TurtleDocument(document.uri, 2, applyDamage(document.text, damage));
        const { untouched, lost } = compareStatements(document, after, damage);
        counts.cases++;
        counts.untouched += untouched.length;
        counts.lost += lost.length;
        if (after.errors.length === 0) counts.silent++;
        else if (inventedTriples(document, after).length > 0) counts.inventing++;
      }
    }
    if (counts.cases === 0) continue;
    const kept = 1 - counts.lost / counts.untouched;
    lines.push(
      `${name.padEnd(24)} ${String(counts.cases).padStart(5)} cases, ${(100 * kept).toFixed(3)} % of other statements kept, ` +
        `${counts.inventing} with triples that were not there, ${counts.silent} still well-formed`,
    );
    total.untouched += counts.untouched;
    total.lost += counts.lost;
    total.cases += counts.cases;
    total.inventing += counts.inventing;
  }
  const kept = 1 - total.lost / total.untouched;
  const summary = `\n${lines.join('\n')}\nin all ${(100 * kept).toFixed(3)} %`;
  return { kept, inventing: total.inventing / total.cases, summary };
}

/** The damage to the token with this index, or to the next one that can have it. */
function damageNear(
  tokens: readonly Token[],
  index: number,
  damageTo: (token: Token) => Damage | undefined,
): Damage | undefined {
  for (let i = 0; i < tokens.length; i++) {
    const damage = damageTo(tokens[(index + i) % tokens.length]!);
    if (damage !== undefined) return damage;
  }
  return undefined;
}

/** The tokens of all statements but directives. */
function tokensOf({ text, statements }: TurtleDocument): readonly Token[] {
  const tokens: Token[] = [];
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  for (const { kind, start, length } of statements) {
    if (kind !== 'triples') continue;
    for (let each = lexer.seek(start); lexer.start < start + length; each = lexer.advance()) {
      tokens.push({ kind: each, start: lexer.start, end: lexer.end, text: lexer.slice });
    }
  }
  return tokens;
}

function isLong({ text }: Token): boolean {
  return text.startsWith('"""') || text.startsWith("'''");
}

function opening(fits: (token: Token) => boolean, length = 1) {
  return (token: Token) =>
    fits(token) ? { start: token.start, end: token.start + length, text: '' } : undefined;
}

function closing(fits: (token: Token) => boolean, length = 1) {
  return (token: Token) =>
    fits(token) ? { start: token.end - length, end: token.end, text: '' } : undefined;
}

function whole(text: string) {
  return ({ start, end }: Token) => ({ start, end, text });
}

function before(text: string) {
  return ({ start }: Token) => ({ start, end: start, text });
}
