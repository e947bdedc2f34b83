import { yieldToEventLoop } from '../../base/abort.ts';
import { sha256 } from '../../base/sha256.ts';
import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { noChange } from '../../repair/drafts/change.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { throwIfOver } from '../../shacl/watch.ts';
import type { CrossChecker } from '../cases/crossCheck.ts';
import { ConstraintKeys } from '../expansion/factor.ts';
import type { CoverageStatus } from '../vioCase.ts';
import { resultJson } from './caseJson.ts';
import { type CaseJson, hashedFiles, type ResultJson } from './format.ts';
import type { LoadedCase, LoadedSuite, SuiteProblem } from './readSuite.ts';

export interface VerifyOptions {
  readonly validation?: RecordingOptions;
  /** Compares each case with another engine. */
  readonly crossCheckOf?: (recorded: RecordedValidation) => Promise<CrossChecker>;
}

/**
 * Checks a suite against the current engine. The files have their hashes. The graph is valid except for its baseline.
 * Each case leads to exactly the results that it records, and its inverse restores the graph.
 */
export class SuiteVerifier {
  /** The problems of the suite other than those of its cases. */
  readonly problems: readonly SuiteProblem[];
  readonly #suite: LoadedSuite;
  readonly #recorded: RecordedValidation;
  readonly #crossCheck: CrossChecker | undefined;

  /** Validates the graph. Rejects with the signal's reason when aborted. */
  static async of(
    suite: LoadedSuite,
    { validation = {}, crossCheckOf }: VerifyOptions,
    signal: AbortSignal,
  ): Promise<SuiteVerifier> {
    const recorded = await recordValidation(suite.input, validation, signal);
    throwIfOver(validation);
    const problems = [
      ...changedFiles(suite),
      ...baselineProblems(suite, recorded),
      ...coverageProblems(suite),
    ];
    return new SuiteVerifier(suite, recorded, problems, await crossCheckOf?.(recorded));
  }

  private constructor(
    suite: LoadedSuite,
    recorded: RecordedValidation,
    problems: readonly SuiteProblem[],
    crossCheck: CrossChecker | undefined,
  ) {
    this.#suite = suite;
    this.#recorded = recorded;
    this.problems = problems;
    this.#crossCheck = crossCheck;
  }

  /** The problems of a case. Rejects with the signal's reason when aborted. */
  async caseProblems(
    { json, change, line }: LoadedCase,
    signal: AbortSignal,
  ): Promise<readonly SuiteProblem[]> {
    await yieldToEventLoop(signal);
    const changed = await this.#recorded.revalidate(changedInput(this.#recorded.input, change), signal);
    const results = compareResults(changed.before, changed.after).introduced;
    const leadsBack = await this.#leadsBack(changed.recorded(), change, signal);
    const verdict = await this.#crossCheck?.(change, results, signal);
    const found = results.map((result) => plainResult(this.#suite, result, change));
    const messages = [
      ...this.#referenceProblems(json),
      ...this.#changeProblems(change),
      ...differences(json.report, found).map((text) => `the changed graph ${text}.`),
      ...expectationProblems(json),
      ...(leadsBack ? [] : ['its inverse does not restore the graph and its results.']),
      ...(verdict?.kind === 'differs' && json.crossCheck !== 'differs' ? [verdict.difference] : []),
    ];
    return messages.map((message) => ({ file: 'cases.jsonl', line, message: `${json.id}: ${message}` }));
  }

  #referenceProblems({ graphRef, manifestRef }: CaseJson): readonly string[] {
    const { files } = this.#suite.description;
    return [graphRef, manifestRef]
      .filter(({ uri, sha256 }) => sha256 !== files[uri])
      .map(({ uri }) => `it is about another ${uri}.`);
  }

  #changeProblems({ added, removed }: GraphDelta): readonly string[] {
    const { entailment, dataGraph } = this.#recorded.input;
    const stated = entailment?.asserted ?? dataGraph;
    const absent = removed.filter((triple) => !hasTriple(stated, triple)).length;
    const present = added.filter((triple) => hasTriple(stated, triple)).length;
    return [
      ...(absent > 0 ? [`${absent} of the triples that it deletes are not in the graph.`] : []),
      ...(present > 0 ? [`${present} of the triples that it inserts are in the graph already.`] : []),
    ];
  }

  async #leadsBack(changed: RecordedValidation, change: GraphDelta, signal: AbortSignal): Promise<boolean> {
    const inverse = { added: change.removed, removed: change.added };
    const back = (await changed.revalidate(changedInput(changed.input, inverse), signal)).recorded();
    const triples = graphDifference(this.#recorded.input.dataGraph, back.input.dataGraph);
    const results = compareResults(this.#recorded.result.violations, back.result.violations);
    return [...Object.values(triples), ...Object.values(results)].every(({ length }) => length === 0);
  }
}

/** The files of a suite that were changed after it was generated. */
export function* changedFiles({ description, texts }: LoadedSuite): Iterable<SuiteProblem> {
  for (const file of hashedFiles) {
    const text = texts[file];
    if (text === undefined || sha256(text) === description.files[file]) continue;
    yield wholeFile(
      file,
      'The file has changed since it was generated: its SHA-256 is not that of suite.json.',
    );
  }
}

function* baselineProblems(suite: LoadedSuite, { result }: RecordedValidation): Iterable<SuiteProblem> {
  const { baseline = [] } = suite.description;
  const found = result.violations.map((violation) => plainResult(suite, violation));
  for (const text of differences(baseline, found)) {
    yield wholeFile('graph.ttl', `As it is, the graph ${text}.`);
  }
}

/** Statements of coverage.json and suite.json that contradict cases.jsonl or the shapes. */
function* coverageProblems({ coverage, cases, input, description }: LoadedSuite): Iterable<SuiteProblem> {
  const keys = new ConstraintKeys(input.shapes);
  const known = new Set(
    input.shapes.shapes.flatMap(({ constraints }) => constraints.map((each) => keys.key(each))),
  );
  const casesById = new Map(cases.map(({ json }) => [json.id, json]));
  for (const { constraintKey, status, cases: listed } of coverage.constraints) {
    if (!known.has(constraintKey)) {
      yield wholeFile('coverage.json', `manifest.ttl has no constraint ${constraintKey}.`);
    }
    const role = claims[status];
    const stranger = listed.find((id) => !role?.of(casesById.get(id))?.includes(constraintKey));
    if (stranger !== undefined) {
      yield wholeFile(
        'coverage.json',
        `${stranger} does not say that it ${role?.verb ?? 'covers'} ${constraintKey}.`,
      );
    }
  }
  if (description.totals.cases !== cases.length) {
    yield wholeFile(
      'suite.json',
      `It lists ${description.totals.cases} cases, but there are ${cases.length}.`,
    );
  }
}

/** The role of a case for the constraints for which coverage.json lists it. */
const claims: Readonly<
  Record<
    CoverageStatus,
    | { readonly verb: string; readonly of: (json: CaseJson | undefined) => readonly string[] | undefined }
    | undefined
  >
> = {
  covered: { verb: 'covers', of: (json) => json?.covered },
  satisfied: { verb: 'satisfies', of: (json) => json?.satisfied },
  touched: { verb: 'touches', of: (json) => json?.touched },
  uncovered: undefined,
};

function expectationProblems({ report, expected, chosenResult }: CaseJson): readonly string[] {
  return [
    ...(report.some((result) => isExpected(result, expected))
      ? []
      : ['the result that it expects is not in its report.']),
    ...(report[chosenResult] === undefined ? ['its chosen result is not in its report.'] : []),
  ];
}

function isExpected({ focus, sourceShape, component }: ResultJson, expected: CaseJson['expected']): boolean {
  return focus === expected.focus && sourceShape === expected.shape && component === expected.component;
}

/** A result as suites write it. */
export function plainResult({ names }: LoadedSuite, violation: Violation, change = noChange): ResultJson {
  return resultJson(violation, names.graph.forChange(change), names.manifest);
}

/**
 * The results that are recorded but not found, and those found but not recorded, as parts of sentences. Messages are
 * not compared, because they may change.
 */
function differences(recorded: readonly ResultJson[], found: readonly ResultJson[]): readonly string[] {
  return [
    ...resultsWithout(recorded, found, keyOf).map(
      (result) => `no longer has the result ${resultText(result)}`,
    ),
    ...resultsWithout(found, recorded, keyOf).map(
      (result) => `has a result that is not recorded, ${resultText(result)}`,
    ),
  ];
}

/** The results that are missing among others, each as often as it is missing. Those with equal keys are the same. */
export function resultsWithout(
  results: readonly ResultJson[],
  others: readonly ResultJson[],
  keyOf: (result: ResultJson) => string,
): readonly ResultJson[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return results.filter((result) => {
    const count = counts.get(keyOf(result)) ?? 0;
    counts.set(keyOf(result), count - 1);
    return count <= 0;
  });
}

function keyOf({ focus, path, value, sourceShape, component, severity }: ResultJson): string {
  return JSON.stringify([focus, path, value, sourceShape, component, severity]);
}

/** A result in a few words. */
export function resultText({ component, focus, path, value, severity }: ResultJson): string {
  const [name, level] = [component, severity].map((iri) => iri.replace(/^.*[#/](.+)>$/, '$1'));
  return [
    `${name}${level === 'Violation' ? '' : ` (${level})`} at ${focus}`,
    ...(path ? [`path ${path}`] : []),
    ...(value ? [`value ${value}`] : []),
  ].join(', ');
}

function wholeFile(file: string, message: string): SuiteProblem {
  return { file, line: undefined, message };
}
