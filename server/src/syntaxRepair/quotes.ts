import type { BrokenPassage } from './brokenPassage.ts';
import { type Candidate, insertion } from './candidate.ts';
import { type Token, tokenAt } from './token.ts';

/** Quotes that may be missing around a text, or be there inside one without a backslash. */
export function* quoteCandidates(passage: BrokenPassage): Iterable<Candidate> {
  const { tokens, error } = passage;
  const at = tokenAt(tokens, error.range.start);
  const strings = tokens
    .flatMap((token, index) => (token.kind === 'string' && index <= at ? [index] : []))
    .slice(-6);
  for (const index of strings) yield* missingEnd(passage, tokens[index]!);
  yield* missingStart(passage, at);
  yield* unescaped(passage, at);
}

/** The places where a string that goes too far may have ended: before what can follow one. */
function* missingEnd({ text, next }: BrokenPassage, { start, quotes }: Token): Iterable<Candidate> {
  const delimiter = text.slice(start, start + quotes);
  const limit = Math.min(text.length, next ?? text.length, start + longestString);
  let far = 0;
  if (quotes === 3) {
    for (const line of linesFrom(text, start + 3, limit)) {
      for (const place of endings(text, line.start, line.end).slice(0, 2)) {
        yield {
          title: `Insert ${delimiter} at the end of the text`,
          edit: insertion(place, delimiter),
          cost: 1 + 0.05 * far++,
        };
      }
    }
    return;
  }
  for (const line of linesFrom(text, start + 1, limit)) {
    for (const place of endings(text, line.start, line.end)) {
      yield {
        title: `Insert ${delimiter} after the text`,
        edit: insertion(place, delimiter),
        cost: 1.2 + 0.1 * far++,
      };
    }
    return;
  }
}

/** Where on a line a string can end, the likeliest first: in front of a language, datatype or separator. */
function endings(text: string, start: number, end: number): readonly number[] {
  const line = text.slice(start, end);
  const found: number[] = [];
  for (const match of line.matchAll(
    /[ \t]*(?:@[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]+)*|\^\^[^\s;,]+)[ \t]*[.;,\])]?(?=\s|$)/g,
  )) {
    found.push(match.index);
  }
  found.reverse();
  const plain: number[] = [];
  for (const match of line.matchAll(/[ \t]*[.;,\])](?=[\s.;,\])]|$)/g)) plain.push(match.index);
  found.push(...plain.reverse());
  found.push(line.trimEnd().length);
  return [...new Set(found)].map((offset) => start + offset);
}

/** A text whose first quote is missing is read as words. */
function* missingStart({ text, tokens }: BrokenPassage, at: number): Iterable<Candidate> {
  for (let index = at; index >= Math.max(0, at - 3); index--) {
    const token = tokens[index];
    if (token === undefined || token.kind === ';' || token.kind === '.') continue;
    const lineEnd = ending(text, token.start);
    const rest = text.slice(token.start, lineEnd);
    for (const delimiter of ['"', "'"]) {
      const count = rest.split(delimiter).length - 1;
      if (count % 2 === 0) continue;
      yield {
        title: `Insert ${delimiter} before '${rest.slice(0, 20).split(delimiter)[0]}'`,
        edit: insertion(token.start, delimiter),
        cost: 1.6 + 0.2 * (at - index),
      };
    }
  }
}

/** Quotes inside a text on the line of the error: each of them, and all of them. */
function* unescaped({ text, error }: BrokenPassage, _at: number): Iterable<Candidate> {
  const { start } = error.range;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = ending(text, start);
  const line = text.slice(from, to);
  for (const quote of ['"', "'"]) {
    const places: number[] = [];
    for (let i = line.indexOf(quote); i >= 0; i = line.indexOf(quote, i + 1)) {
      if (line[i - 1] !== '\\') places.push(from + i);
    }
    if (places.length > mostQuotes) continue;
    for (const place of places) {
      const distance = Math.min(1, Math.abs(place - start) / 200);
      yield {
        title: `Escape the quote: '\\${quote}'`,
        edit: insertion(place, '\\'),
        cost: 1.4 + 0.2 * distance,
      };
    }
    if (places.length > 3) {
      const inner = places.slice(1, -1);
      const range = { start: inner[0]!, end: inner.at(-1)! + 1 };
      let newText = '';
      for (let i = range.start; i < range.end; i++) newText += inner.includes(i) ? `\\${text[i]}` : text[i];
      yield { title: 'Escape the quotes inside the text', edit: { range, newText }, cost: 2.6 };
    }
  }
}

function* linesFrom(text: string, start: number, limit: number) {
  for (let at = start; at < limit; ) {
    const end = Math.min(ending(text, at), limit);
    yield { start: at, end };
    at = end + 1;
  }
}

function ending(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

const longestString = 20_000;
const mostQuotes = 24;
