import {
  count,
  defaultingTo,
  either,
  flag,
  type JsonShape,
  label,
  listOf,
  name,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  wholeNumberFrom,
} from '../../base/jsonShape.ts';
import type { Verdict } from '../scores/verdict.ts';
import type { AskedModel } from '../systems/system.ts';
import type { Trial } from './trial.ts';

const flagOrNull = nullable(flag);
const texts = listOf(text);
const difference = object({ lines: texts, more: count });
const verdict: JsonShape<Verdict> = oneOf<Verdict>(
  object({
    kind: either('judged'),
    results: listOf(
      object({
        state: either('left', 'new'),
        component: text,
        focus: text,
        path: nullable(text),
        value: nullable(text),
        message: text,
      }),
    ),
    moreResults: count,
    broken: difference,
    difference,
  }),
  object({ kind: either('refused'), reason: text }),
);

/** What trials of all kinds of runs have of a model's answer. */
export const askedShape: JsonShape<AskedModel> = object({
  requestSha256: label,
  messages: optional(listOf(object({ role: either('user', 'assistant'), sha256: label }))),
  model: label,
  usage: object({
    input: number,
    cachedInput: optional(number),
    output: number,
    estimated: defaultingTo(false, flag),
  }),
  finish: either('done', 'length', 'filtered'),
  format: either('json_schema', 'json_object', 'prompt'),
  fromCache: defaultingTo(false, flag),
});

/** Why there is no answer. */
export const failureShape = object({ kind: label, message: text });

/** A line of trials.jsonl. */
export const trialShape: JsonShape<Trial> = object({
  cell: label,
  case: name,
  repeat: wholeNumberFrom(1, 10_000),
  facts: object({
    dataset: label,
    component: text,
    shownComponent: text,
    recoverable: flagOrNull,
    alpha: count,
    fragile: flag,
  }),
  rounds: listOf(
    object({
      answer: text,
      update: nullable(text),
      envelopeStrict: flag,
      prefixesInjected: texts,
      scores: object({
        syntactic: flag,
        semantic: flag,
        relaxedIsomorphism: flag,
        isomorphism: flag,
        applied: flag,
        localValid: flag,
        newViolations: count,
        editSize: count,
        distance: count,
        exactInverse: flag,
        minimal: flagOrNull,
        degenerate: flag,
        relaxedMultiset: flag,
        valueEqual: flag,
        needsInput: flag,
        hallucinatedTerms: texts,
        confirmed: flagOrNull,
      }),
      verdict: optional(verdict),
      asked: nullable(askedShape),
      ms: defaultingTo(0, number),
    }),
    1000,
  ),
  failure: nullable(failureShape),
  cost: nullable(number),
  ms: defaultingTo(0, number),
});
