import {
  anyOf,
  boolean,
  defaultingTo,
  enumOf,
  type JsonShape,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  pathSegment,
  readAs,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import type { AnswerFindings } from '../scores/verdict.ts';
import type { AskedModel } from '../system.ts';
import { type RunFolder, runFiles } from './runFolder.ts';
import { type Trial, trialKey } from './trial.ts';

/** Receives the number of a line, from 1, that is not a trial, and the problem as a part of a sentence. */
export type OnUnreadable = (line: number, problem: string) => void;

/** The recorded trials of a run, each once. Lines that are not trials are skipped and reported. */
export function recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<Trial> {
  return recordedOnce(folder, { shape: trialShape, keyOf: trialKey }, onUnreadable);
}

/** The form of trials.jsonl for a kind of runs. */
export interface TrialKind<T> {
  readonly shape: JsonShape<T>;
  /** A key for a trial: equal for the same trial of a run. */
  readonly keyOf: (trial: T) => string;
}

/** As `recordedTrials`, for trials of any kind. */
export async function* recordedOnce<T>(
  folder: Pick<RunFolder, 'lines'>,
  { shape, keyOf }: TrialKind<T>,
  onUnreadable: OnUnreadable = () => {},
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let number = 0;
  for await (const line of folder.lines(runFiles.trials)) {
    number++;
    // A process that was killed may have left half a line.
    const reading = readAs(shape, line);
    if (reading.kind === 'misfit') {
      onUnreadable(number, reading.problem);
      continue;
    }
    const key = keyOf(reading.value);
    if (seen.has(key)) continue;
    seen.add(key);
    yield reading.value;
  }
}

/** Records a trial durably. */
export function recordTrial(folder: Pick<RunFolder, 'append'>, trial: Trial): Promise<void> {
  return folder.append(runFiles.trials, JSON.stringify(trial));
}

const flagOrNull = nullable(boolean);
const texts = listOf(string);
const difference = object({ lines: texts, more: nonNegativeInteger });
const verdict: JsonShape<AnswerFindings> = anyOf<AnswerFindings>(
  object({
    kind: enumOf('judged'),
    results: listOf(
      object({
        state: enumOf('left', 'new'),
        component: string,
        focus: string,
        path: nullable(string),
        value: nullable(string),
        message: string,
      }),
    ),
    moreResults: nonNegativeInteger,
    broken: difference,
    difference,
  }),
  object({ kind: enumOf('refused'), reason: string }),
);

/** What trials of all kinds of runs record about a model's answer. */
export const askedShape: JsonShape<AskedModel> = object({
  requestSha256: label,
  messages: optional(listOf(object({ role: enumOf('user', 'assistant'), sha256: label }))),
  model: label,
  usage: object({
    input: number,
    cachedInput: optional(number),
    output: number,
    estimated: defaultingTo(false, boolean),
  }),
  finish: enumOf('done', 'length', 'filtered'),
  format: enumOf('json_schema', 'json_object', 'prompt'),
  fromCache: defaultingTo(false, boolean),
  at: optional(label),
  host: optional(label),
  fingerprint: optional(label),
  noPositiveExample: optional(enumOf(true)),
});

/** Why there is no answer. */
export const failureShape = object({ kind: label, message: string });

/** A line of trials.jsonl. */
const trialShape: JsonShape<Trial> = object({
  cell: label,
  case: pathSegment,
  repeat: wholeNumberFrom(1, 10_000),
  facts: object({
    dataset: label,
    operator: optional(label),
    component: string,
    shownComponent: string,
    recoverable: flagOrNull,
    alpha: nonNegativeInteger,
    fragile: boolean,
  }),
  rounds: listOf(
    object({
      answer: string,
      update: nullable(string),
      envelopeStrict: boolean,
      prefixesInjected: texts,
      scores: object({
        syntactic: boolean,
        semantic: boolean,
        relaxedIsomorphism: boolean,
        isomorphism: boolean,
        applied: boolean,
        localValid: boolean,
        newViolations: nonNegativeInteger,
        editSize: nonNegativeInteger,
        distance: nonNegativeInteger,
        exactInverse: boolean,
        minimal: flagOrNull,
        degenerate: boolean,
        relaxedMultiset: boolean,
        valueEqual: boolean,
        needsInput: boolean,
        hallucinatedTerms: texts,
        confirmed: flagOrNull,
      }),
      verdict: optional(verdict),
      referenceDifference: optional(string),
      asked: nullable(askedShape),
      ms: defaultingTo(0, number),
    }),
    1000,
  ),
  failure: nullable(failureShape),
  cost: nullable(number),
  ms: defaultingTo(0, number),
});
