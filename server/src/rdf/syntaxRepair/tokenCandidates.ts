import { iriEscapeLength, stringEscapeLength } from '../turtle/escapes.ts';
import { excerpt, SourceText } from '../turtle/sourceText.ts';
import { type ErrorRegion, type Token, tokenAt } from './errorRegion.ts';
import { insertion, type SyntaxFixCandidate, withBackslashes } from './syntaxFixJudge.ts';

/** Fixes inside or right at a token: brackets of IRIs, escapes, colons, carets, language tags, directives. */
export function* tokenCandidates(region: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const { tokens, error } = region;
  const at = tokenAt(tokens, error.range.start);
  for (let index = Math.max(0, at - 4); index <= Math.min(at + 2, tokens.length - 1); index++) {
    const far = 0.2 * Math.abs(at - index);
    for (const candidate of inToken(region, index)) yield { ...candidate, cost: candidate.cost + far };
  }
}

function* inToken(region: ErrorRegion, index: number): Iterable<SyntaxFixCandidate> {
  const { tokens } = region;
  const token = tokens[index]!;
  switch (token.kind) {
    case 'iri':
      if (token.hasProblem) yield* iri(token);
      break;
    case 'string':
      if (token.hasProblem) yield* stringEscapes(token);
      yield* caret(region, index);
      break;
    case 'name':
      yield* name(region, token);
      break;
    case 'word':
      yield* word(region, index);
      break;
    case 'junk':
      if (token.text.startsWith('^')) {
        yield {
          title: "Write '^^' for the datatype",
          edit: { range: { start: token.start, end: token.start + 1 }, newText: '^^' },
          cost: 1,
        };
      }
      break;
    case 'at':
      yield* at(region, index);
      break;
  }
  yield* iriStart(region, token);
}

function* iri({ start, end, text }: Token): Iterable<SyntaxFixCandidate> {
  if (!text.endsWith('>')) {
    yield { title: `Insert '>' after ${excerpt(text)}`, edit: insertion(end, '>'), cost: 1 };
    return;
  }
  // An IRI that runs on to the bracket of another one has lost its own.
  const blank = /\s/.exec(text)?.index;
  if (blank !== undefined) {
    const own = text.slice(0, blank).replace(/[.;,)\]]+$/, '');
    yield { title: `Insert '>' after ${excerpt(own)}`, edit: insertion(start + own.length, '>'), cost: 1.4 };
    const encoded = text.replace(/[ \t]/g, '%20');
    yield { title: 'Write %20 for the spaces', edit: { range: { start, end }, newText: encoded }, cost: 2 };
  }
  const codes = new SourceText();
  codes.set(text);
  const backslash = text.indexOf('\\');
  if (backslash >= 0 && iriEscapeLength(codes.codes, backslash) === 0) {
    const range = { start: start + backslash, end: start + backslash + 1 };
    yield { title: "Write '%5C' for the backslash", edit: { range, newText: '%5C' }, cost: 1.5 };
  }
}

/** An IRI without its opening bracket. */
function* iriStart({ text }: ErrorRegion, { start, kind }: Token): Iterable<SyntaxFixCandidate> {
  if (kind !== 'name' && kind !== 'word') return;
  const run = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<"]*>/.exec(text.slice(start, start + 500))?.[0];
  if (run !== undefined) {
    yield { title: `Insert '<' before ${excerpt(run)}`, edit: insertion(start, '<'), cost: 1 };
  }
}

/** Doubles backslashes that start no escape. */
function* stringEscapes({ start, end, text, quotes, closed }: Token): Iterable<SyntaxFixCandidate> {
  const source = new SourceText();
  source.set(text);
  const bad: number[] = [];
  for (let i = quotes; i < text.length - (closed ? quotes : 0); i++) {
    if (text[i] !== '\\') continue;
    const length = stringEscapeLength(source.codes, i);
    if (length === 0) bad.push(i);
    else i += length - 1;
  }
  if (bad.length === 0 || bad.length > 100) return;
  const first = bad[0]!;
  const last = bad.at(-1)!;
  const newText = withBackslashes(text, { start: first, end: last + 1 }, bad);
  const range = { start: start + first, end: Math.min(end, start + last + 1) };
  const shown = excerpt(text.slice(first, first + 2));
  yield { title: `Double the backslash of ${shown}`, edit: { range, newText }, cost: 1 };
  if (bad.length === 1) {
    yield { title: `Remove the backslash of ${shown}`, edit: { range, newText: '' }, cost: 2.2 };
  }
}

/** A string and a datatype with nothing in between. */
function* caret({ tokens, text }: ErrorRegion, index: number): Iterable<SyntaxFixCandidate> {
  const { end } = tokens[index]!;
  const following = tokens[index + 1];
  if (following?.start !== end || (following.kind !== 'name' && following.kind !== 'iri')) return;
  if (text[end] === '^') return;
  yield { title: "Insert '^^' before the datatype", edit: insertion(end, '^^'), cost: 1.8 };
}

/** Characters that a local name may contain only after a backslash. */
function* name({ text }: ErrorRegion, { start, end, hasProblem }: Token): Iterable<SyntaxFixCandidate> {
  const glued = /^[^\s;,<>"'[\]()]*/.exec(text.slice(end, end + 300))![0].replace(/\.+$/, '');
  if (/^[/?&=+!*$~%'#@]/.test(glued)) {
    const newText = glued.replace(/[/?&=+!*$~#@']/g, '\\$&');
    yield {
      title: `Write ${excerpt(newText.slice(0, 2))} in the name`,
      edit: { range: { start: end, end: end + glued.length }, newText },
      cost: 1,
    };
  }
  if (!hasProblem) return;
  const written = text.slice(start, end);
  const percent = /%(?![0-9A-Fa-f]{2})/.exec(written)?.index;
  if (percent !== undefined) {
    yield { title: "Write '\\%' in the name", edit: insertion(start + percent, '\\'), cost: 1 };
  }
  const backslash = /\\(?![_~.\-!$&'()*+,;=/?#@%])/.exec(written)?.index;
  if (backslash !== undefined) {
    const range = { start: start + backslash, end: start + backslash + 1 };
    yield { title: 'Remove the backslash in the name', edit: { range, newText: '' }, cost: 1.5 };
  }
}

/** A name without its colon, or a keyword in the wrong case. */
function* word({ document, tokens, scope }: ErrorRegion, index: number): Iterable<SyntaxFixCandidate> {
  const { start, end, text } = tokens[index]!;
  const directive = tokens[index - 1]?.text.toLowerCase();
  if (directive === '@prefix' || directive === 'prefix') {
    yield { title: `Insert ':' after '${text}'`, edit: insertion(end, ':'), cost: 1 };
    return;
  }
  const lower = text.toLowerCase();
  if (lower !== text && (lower === 'true' || lower === 'false')) {
    yield { title: `Write ${lower}`, edit: { range: { start, end }, newText: lower }, cost: 1 };
  }
  for (const prefix of scope.prefixes.keys()) {
    if (!text.startsWith(prefix) || text.length === prefix.length) continue;
    const name = `${prefix}:${text.slice(prefix.length)}`;
    const isKnown = containsName(document.text, name);
    const cost = (isKnown ? 1 : prefix === '' ? 2.4 : 1.4) - 0.01 * prefix.length;
    yield {
      title: `Insert ':' to make it ${excerpt(name)}`,
      edit: insertion(start + prefix.length, ':'),
      cost,
    };
  }
}

function* at({ tokens, text }: ErrorRegion, index: number): Iterable<SyntaxFixCandidate> {
  const token = tokens[index]!;
  const following = tokens[index + 1];
  const space = following && text.slice(token.end, following.start);
  if (token.text === '@' && following?.kind === 'word' && /^[ \t]+$/.test(space!)) {
    const range = { start: token.end, end: following.start };
    yield { title: `Write @${following.text}`, edit: { range, newText: '' }, cost: 1 };
  }
  const { start, end } = token;
  for (const directive of ['@prefix', '@base']) {
    if (token.text === directive || !/^@[a-z]+$/i.test(token.text)) continue;
    if (token.text.toLowerCase() === directive || isTypoOf(token.text, directive)) {
      yield { title: `Write ${directive}`, edit: { range: { start, end }, newText: directive }, cost: 1 };
    }
  }
  if (token.text.includes('_')) return;
  const underscore = /^_[A-Za-z0-9]+/.exec(text.slice(end, end + 10))?.[0];
  if (underscore !== undefined) {
    const range = { start: end, end: end + 1 };
    yield { title: `Write ${token.text}-${underscore.slice(1)}`, edit: { range, newText: '-' }, cost: 1 };
  }
}

/** True when the text contains the name, not followed by another name character. */
export function containsName(text: string, name: string): boolean {
  for (let i = text.indexOf(name); i >= 0; i = text.indexOf(name, i + 1)) {
    const isStart = i === 0 || /[\s,;.[(^]/.test(text[i - 1]!);
    if (isStart && !/[\w:%\\-]/.test(text[i + name.length] ?? ' ')) return true;
  }
  return false;
}

/** True when one character was mistyped, omitted, doubled or swapped with its neighbour. */
export function isTypoOf(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  if (long.length > short.length) return short.slice(i) === long.slice(i + 1);
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2);
}
