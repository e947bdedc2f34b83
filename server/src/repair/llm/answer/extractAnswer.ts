import { isObject } from '../../../base/jsonShape.ts';
import { fencedBlocks, withoutMarks, withoutThinking } from './answerWrapping.ts';
import { type JsonDeviation, readLooseJson } from './readLooseJson.ts';

/** The deviations from the requested form that were overlooked to find the update, outermost first. */
export type ExtractionStep =
  | 'bom'
  | 'thinking'
  | 'fence'
  | 'leadIn'
  | JsonDeviation
  | 'innerQuotes'
  | 'keyCase'
  | 'otherKey'
  | 'nested'
  | 'joined'
  | 'entities'
  | 'bareUpdate';

export type ExtractedAnswer =
  | {
      readonly kind: 'answer';
      readonly answer: string;
      /** The model's reason, where it gave one. */
      readonly why: string | undefined;
      /** Deviations that were overlooked; empty when the answer has the requested form. */
      readonly steps: readonly ExtractionStep[];
    }
  | { readonly kind: 'nothing'; readonly reason: string };

/** Two readings of one answer (spec/vio.md 18). */
export interface Extraction {
  /** The whole answer is JSON with exactly the requested keys. */
  readonly strict: ExtractedAnswer;
  /** What the model meant, as far as that is beyond doubt. */
  readonly lenient: ExtractedAnswer;
}

/**
 * Finds the update in a model's answer. The result is plain text that has been neither parsed nor checked.
 *
 * @param keys the keys of the schema, `answer` among them.
 */
export function extractAnswer(text: string, keys: readonly string[]): Extraction {
  return { strict: readStrictly(text, keys), lenient: readLeniently(text) };
}

/** In UTF-16 units: room for a thousand triples. */
const maxLength = 200_000;

function readStrictly(text: string, keys: readonly string[]): ExtractedAnswer {
  if (text.length > maxLength) return nothing(`The answer is longer than ${maxLength} characters.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not being JSON is an expected result.
    return nothing('The answer is not JSON.');
  }
  if (!isObject(value) || typeof value.answer !== 'string') {
    return nothing('The answer is JSON without a text "answer".');
  }
  const other = Object.keys(value).find((key) => !keys.includes(key));
  if (other !== undefined) return nothing(`The answer has a key ${JSON.stringify(other)} too many.`);
  return { kind: 'answer', answer: value.answer, why: textOf(value.why), steps: [] };
}

function readLeniently(text: string): ExtractedAnswer {
  if (text.length > maxLength) return nothing(`The answer is longer than ${maxLength} characters.`);
  const steps: ExtractionStep[] = [];
  const unmarked = withoutMarks(text);
  if (unmarked !== text) steps.push('bom');
  const body = withoutThinking(unmarked.trim());
  if (body !== unmarked.trim()) steps.push('thinking');
  if (body === undefined) return nothing('The answer ends before the model has done thinking.');
  if (body === '') return nothing('The answer is empty.');
  const found = findIn(body, steps, 0);
  if (found.kind === 'nothing') return found;
  const answer = withoutEntities(found.answer.trim(), found.steps);
  if (answer.text === '') return nothing('The answer has an empty "answer".');
  return { ...found, answer: answer.text, steps: [...new Set(answer.steps)] };
}

const maxNesting = 3;

/** The feedback to a model whose answer contains no repair; `refusalReason` is the message for people. */
export const withoutRepair = 'The answer has neither JSON with "answer" nor an update.';

/** Looks for JSON in the whole text, then in fences, then anywhere; last, for an update outside of JSON. */
function findIn(body: string, steps: readonly ExtractionStep[], depth: number): ExtractedAnswer {
  if (depth > maxNesting) return nothing('The answer is nested too deeply.');
  if (startsUpdate(body) || isOption(body)) {
    return {
      kind: 'answer',
      answer: body,
      why: undefined,
      steps: depth > 0 ? steps : [...steps, 'bareUpdate'],
    };
  }
  let reason: string | undefined;
  for (const { text, at } of places(body)) {
    const read = readJson(text, [...steps, ...at], depth);
    if (read.kind === 'answer') return read;
    reason ??= read.reason;
  }
  const plain = findUpdate(body, steps);
  if (plain) return plain;
  return nothing(reason ?? withoutRepair);
}

interface Place {
  readonly text: string;
  readonly at: readonly ExtractionStep[];
}

/** The places where JSON may start. */
function* places(body: string): Iterable<Place> {
  if (/^["'{[\u201c]/.test(body)) yield { text: body, at: [] };
  for (const { inside } of fencedBlocks(body)) {
    if (/^["'{[\u201c]/.test(inside)) yield { text: inside, at: ['fence'] };
  }
  let tries = 0;
  for (const { index } of body.matchAll(/\{\s*["'\u201c]?\w+["'\u201d]?\s*:/g)) {
    if (++tries > maxPlaces) return;
    if (index > 0) yield { text: body.slice(index), at: ['leadIn'] };
  }
}

/** Trying every brace of a long text would take quadratic time. */
const maxPlaces = 20;

function readJson(text: string, steps: readonly ExtractionStep[], depth: number): ExtractedAnswer {
  const json = readLooseJson(text, 0);
  if (json === undefined) {
    const quoted = withInnerQuotes(text, steps);
    if (quoted) return quoted;
    return nothing(isCutOff(text) ? 'The answer is cut off.' : withoutRepair);
  }
  const taken = takeAnswer(json.value, [...steps, ...json.deviations], depth);
  if (taken.kind === 'answer' && !startsUpdate(taken.answer) && !isOption(taken.answer)) {
    return withInnerQuotes(text, steps) ?? taken;
  }
  if (taken.kind === 'answer' && json.end < text.trimEnd().length) {
    return isCutShort(taken.answer) ? (withInnerQuotes(text, steps) ?? taken) : taken;
  }
  return taken;
}

/** True for JSON that lacks its end. */
function isCutOff(text: string): boolean {
  return text.startsWith('{') && !/[}\]`]\s*$/.test(text.slice(-100));
}

/** True for an update that ends inside a block: a quote in it was taken for the end of the string. */
function isCutShort(answer: string): boolean {
  return count(answer, '{') > count(answer, '}');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/**
 * Reads an answer in which the quotes of literals are not escaped: the string ends with the last quote before the
 * next key or the last brace.
 */
function withInnerQuotes(text: string, steps: readonly ExtractionStep[]): ExtractedAnswer | undefined {
  const start = /["']?answer["']?\s*:\s*(["'])/i.exec(text);
  if (start === null) return undefined;
  const rest = text.slice(start.index + start[0].length);
  const next = /["']\s*,\s*["']why["']\s*:/i.exec(rest);
  const end = next?.index ?? rest.lastIndexOf(start[1]!);
  if (end < 0 || !(next || /^\s*,?\s*\}[^{}"']*$/.test(rest.slice(end + 1)))) return undefined;
  const inside = rest.slice(0, end);
  if (!startsUpdate(inside)) return undefined;
  const answer = inside.replace(/\\(["'nt\\])/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c));
  return answered(answer, [...steps, 'innerQuotes']);
}

/** Takes the answer out of a JSON value, however it is wrapped. */
function takeAnswer(value: unknown, steps: readonly ExtractionStep[], depth: number): ExtractedAnswer {
  if (depth > maxNesting) return nothing('The answer is nested too deeply.');
  if (typeof value === 'string') {
    const inside = value.trim();
    if (startsUpdate(inside) || isOption(inside) || depth === maxNesting) return answered(inside, steps);
    const found = findIn(inside, [...steps, 'nested'], depth + 1);
    return found.kind === 'answer' ? found : answered(inside, steps);
  }
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item === 'string')) {
      return value.length === 1
        ? takeAnswer(value[0], [...steps, 'nested'], depth + 1)
        : answered(value.map((item) => item.trim().replace(/;$/, '')).join(' ;\n'), [...steps, 'joined']);
    }
    for (const item of value) {
      const taken = takeAnswer(item, [...steps, 'nested'], depth + 1);
      if (taken.kind === 'answer') return taken;
    }
    return nothing('The answer is a list without an update.');
  }
  if (!isObject(value)) return nothing('The answer is JSON without a text "answer".');
  return takeFromObject(value, steps, depth);
}

function takeFromObject(
  value: Readonly<Record<string, unknown>>,
  steps: readonly ExtractionStep[],
  depth: number,
): ExtractedAnswer {
  const why = textOf(value.why);
  const keys = Object.keys(value);
  const key = keys.find((each) => each === 'answer') ?? keys.find((each) => /^\s*answer\s*$/i.test(each));
  if (key !== undefined) {
    const inside = value[key];
    if (inside === null || inside === undefined || inside === '') {
      return nothing('The answer has an empty "answer".');
    }
    const own = key === 'answer' ? steps : ([...steps, 'keyCase'] as const);
    const nested = typeof inside === 'string' ? own : ([...own, 'nested'] as const);
    const taken = takeAnswer(inside, nested, typeof inside === 'string' ? depth : depth + 1);
    return taken.kind === 'answer' ? { ...taken, why: taken.why ?? why } : taken;
  }
  const updates = Object.values(value).filter(
    (each): each is string => typeof each === 'string' && startsUpdate(each.trim()),
  );
  if (updates.length === 1) {
    return { ...answered(updates[0]!, [...steps, 'otherKey']), why };
  }
  const wrapped = Object.values(value).filter(isObject);
  if (wrapped.length === 1) return takeAnswer(wrapped[0], [...steps, 'nested'], depth + 1);
  return nothing('The answer is JSON without a text "answer".');
}

/** Finds an update outside of JSON: in a fence, or on lines of its own between sentences. */
function findUpdate(body: string, steps: readonly ExtractionStep[]): ExtractedAnswer | undefined {
  for (const { inside } of fencedBlocks(body)) {
    if (startsUpdate(inside)) return answered(inside, [...steps, 'fence', 'bareUpdate']);
  }
  const lines = /^[ \t>]*(?=(?:PREFIX|BASE|INSERT|DELETE)\b)/m.exec(body);
  const end = body.lastIndexOf('}');
  if (lines === null || end < lines.index || !/\{/.test(body.slice(lines.index, end))) return undefined;
  return answered(body.slice(lines.index + lines[0].length, end + 1), [...steps, 'leadIn', 'bareUpdate']);
}

function answered(
  answer: string,
  steps: readonly ExtractionStep[],
): Extract<ExtractedAnswer, { kind: 'answer' }> {
  return { kind: 'answer', answer, why: undefined, steps };
}

/** Decodes SPARQL in which characters were replaced by HTML entities. */
function withoutEntities(
  text: string,
  steps: readonly ExtractionStep[],
): { readonly text: string; readonly steps: readonly ExtractionStep[] } {
  if (text.includes('<') || !/&(lt|gt|quot|amp|#39);/.test(text)) return { text, steps };
  const characters: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    amp: '&',
    '#39': "'",
  };
  const decoded = text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => characters[name]!);
  return { text: decoded, steps: [...steps, 'entities'] };
}

/** Comments may come first. Sentences may begin with the same words, but continue differently. */
function startsUpdate(text: string): boolean {
  return updateStart.test(text);
}

const updateStart = new RegExp(
  `^(?:\\s*#[^\\n]*\\n)*\\s*(?:${[
    'PREFIX\\s+[\\w.-]*:',
    'BASE\\s*<',
    '(?:INSERT|DELETE)\\s*(?:(?:DATA|WHERE)\\s*)?\\{',
    'WITH\\s*(?:<|[\\w.-]*:)',
    '(?:LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY)\\s+(?:(?:SILENT|GRAPH|DEFAULT|NAMED|ALL|INTO)\\b|<|[\\w.-]*:)',
  ].join('|')})`,
  'i',
);

/** The number of the option that the answer chooses; undefined when it chooses none. */
export function optionIn(answer: string): number | undefined {
  const [, number] = /^\W*option\W*(\d{1,3})\W*$/i.exec(answer) ?? [];
  return number === undefined ? undefined : Number(number);
}

function isOption(text: string): boolean {
  return optionIn(text) !== undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function nothing(reason: string): Extract<ExtractedAnswer, { kind: 'nothing' }> {
  return { kind: 'nothing', reason };
}
