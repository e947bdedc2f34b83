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
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import type { AnswerFindings } from '../scores/verdict.ts';
import type { AskedModel } from '../system.ts';
import type { Trial } from './trial.ts';

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
export const trialShape: JsonShape<Trial> = object({
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
