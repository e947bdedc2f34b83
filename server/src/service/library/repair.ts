import { sha256 } from '../../base/sha256.ts';
import { applyEdits } from '../../base/textEdit.ts';
import {
  type Ranked,
  type RepairProblem,
  uncertaintyText,
  type VerifiedRepair,
} from '../../repair/repair.ts';
import { agreedSupport } from '../../repair/scorecard/certainty.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { hasQueries } from '../../shacl/sparql/queryEngine.ts';
import type { Deadline } from '../../sparql/query/query.ts';
import { rounded } from '../report/repairJson.ts';
import {
  noFiles,
  repairProblemOf,
  type SuggestedRepairs,
  suggestAll,
  symbolicSuggestions,
} from '../report/suggestedRepairs.ts';
import { type AnalysedInput, analyseInput } from './analyseInput.ts';
import type {
  Application,
  Applied,
  Dataset,
  DatasetChange,
  Input,
  Quad,
  QuadLike,
  ReadingOptions,
  Repair,
  RepairableResult,
  RepairOptions,
  RepairReport,
  Source,
  SourceChange,
  TextChange,
  TimeOptions,
  TurtleText,
} from './api.ts';
import { type ChooseResults, elsewhere, type OtherThread, plainOptions } from './otherThread.ts';
import { mayBlockEventLoop, ReadShapes } from './readInput.ts';
import { ChangeWriter } from './sourceChanges.ts';
import { isDataset, isList, isTurtleText, sourcesOf } from './sources.ts';
import { quadKey } from './termKey.ts';
import { withTimeLimit } from './timeLimit.ts';
import { resultsOf, summaryOf } from './validationReport.ts';

/** See api.ts. */
export async function repair(
  input: Input,
  options: RepairOptions = {},
  thread?: OtherThread,
): Promise<RepairReport> {
  const read = new ReadShapes(input, options.prefixes);
  return repairData(read, input.data, options, options, chosenBy(options), thread);
}

/** What the option `only` chooses. */
export function chosenBy({ only = () => true }: Pick<RepairOptions, 'only'>): ChooseResults {
  return async (results) => results.map((result) => only(result));
}

/** Finds repairs by shapes that were read before. */
export async function repairData(
  shapes: ReadShapes,
  data: Input['data'],
  reading: ReadingOptions,
  { max = 5, ...time }: TimeOptions & Pick<RepairOptions, 'max'>,
  choose: ChooseResults,
  thread?: OtherThread,
): Promise<RepairReport> {
  let given: Awaited<ReturnType<ReadShapes['given']>>;
  const here = async (signal: AbortSignal, deadline: Deadline, leave: () => void): Promise<RepairReport> => {
    given = await shapes.given(data, signal);
    if (mayBlockEventLoop(given)) leave();
    const read = await shapes.withData(given);
    const analysed = await analyseInput(read, reading, {}, signal, deadline);
    // The search asks the queries of the shapes very often.
    if (hasQueries(analysed.analysis.graphs.input.shapes) && analysed.run.results.length > 0) leave();
    const plain = await resultsOf(analysed, signal);
    const chosen = await choose(plain);
    const asked = analysed.run.results.filter((_, i) => chosen[i]);
    const suggested = await suggestAll(asked, symbolicSuggestions(max, signal), noFiles, signal);
    const repairs = await repairsOf(suggested, analysed, signal);
    return {
      ...summaryOf(analysed),
      results: plain.map((result) => ({ ...result, ...(repairs.get(result.key) ?? notAsked) })),
    };
  };
  return withTimeLimit(
    time,
    here,
    thread &&
      ((signal) => {
        const work = { kind: 'repair', reading: plainOptions(reading), max } as const;
        return elsewhere(thread, work, given, reading.factory, signal, choose);
      }),
  );
}

type RepairsOfResult = Pick<RepairableResult, 'repairs' | 'reason' | 'remedies'>;

const notAsked: RepairsOfResult = { repairs: [], reason: null, remedies: [] };

/** By the keys of the results. */
async function repairsOf(
  suggested: readonly SuggestedRepairs[],
  analysed: AnalysedInput,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RepairsOfResult>> {
  const keys = new Map(analysed.run.results.map(({ violation, key }) => [violationKey(violation), key]));
  const writer = new RepairWriter(analysed, keys);
  const found = new Map<string, RepairsOfResult>();
  for (const { result, repairs, uncertainty, remedies } of suggested) {
    const problem = await repairProblemOf(result, signal);
    found.set(result.key, {
      repairs: repairs.map((each) => writer.repair(each, problem)),
      reason: uncertainty ? uncertaintyText(uncertainty) : null,
      remedies: remedies.map(({ kind, title, terms, updates }) => ({
        kind,
        title,
        terms: terms.map((term) => analysed.write.term(term)),
        updates,
      })),
    });
  }
  return found;
}

/** Writes repairs as plain data. */
class RepairWriter {
  readonly #analysed: AnalysedInput;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #changes: ChangeWriter;

  /** @param keys the names of results outside of this process, by their names in it. */
  constructor(analysed: AnalysedInput, keys: ReadonlyMap<string, string>) {
    this.#analysed = analysed;
    this.#keys = keys;
    this.#changes = new ChangeWriter(analysed.data, analysed.write);
  }

  repair(ranked: Ranked<VerifiedRepair>, problem: RepairProblem): Repair {
    const { repair, verdict, likelihood, certainty } = ranked;
    const { write } = this.#analysed;
    write.startRepair();
    const parts = this.#changes.changesOf(verdict.delta, verdict.edits, problem);
    return {
      title: repair.title,
      update: repair.update,
      likelihood: rounded(likelihood),
      certainty,
      support: agreedSupport(ranked),
      evidence: repair.reasons.map(({ kind, words, for: count, of }) => ({
        kind,
        words,
        for: count ?? null,
        of: of ?? null,
      })),
      preferred: certainty === 'certain',
      degenerate: verdict.degenerate,
      needsInput: verdict.needsInput,
      placeholders: repair.placeholders.map((term) => write.term(term)),
      alsoFixes: verdict.alsoFixes.flatMap((other) => this.#keys.get(violationKey(other)) ?? []),
      added: distinct(parts.flatMap(({ added }) => added)),
      removed: distinct(parts.flatMap(({ removed }) => removed)),
      changes: parts.map(({ change }) => change),
    };
  }
}

/** Each quad once, even if several texts state it. */
function distinct(quads: readonly Quad[]): Quad[] {
  return [...new Map(quads.map((quad) => [quadKey(quad), quad])).values()];
}

/** See api.ts. */
export function applyRepair<Data extends Input['data']>(
  data: Data,
  { changes }: Pick<Repair, 'changes'>,
): Application<Data> {
  const sources = sourcesOf(data, 'data');
  // A dataset is returned as quads even if nothing changes.
  const applied: Source[] = sources.map((source) => (isDataset(source) ? [...source] : source));
  for (const change of changes) {
    const source = applied[change.source];
    const changed = source === undefined ? undefined : changedSource(source, change);
    if (changed === undefined) return { kind: 'refused', reason: reasonOf(change, sources.length) };
    applied[change.source] = changed;
  }
  return { kind: 'applied', data: (isList(data) ? applied : applied[0]) as Applied<Data> };
}

/** Undefined when the source is not the one that the change is for. */
function changedSource(source: Source, change: SourceChange): Source | undefined {
  if (change.kind === 'dataset') return isDataset(source) ? changedQuads(source, change) : undefined;
  return isDataset(source) ? undefined : changedText(source, change);
}

function changedText(source: string | TurtleText, change: TextChange): Source | undefined {
  const text = isTurtleText(source) ? source.text : source;
  if (sha256(text) !== change.sha256) return undefined;
  const offsets = change.edits.map(({ range, newText }) => ({
    range: { start: range.start.offset, end: range.end.offset },
    newText,
  }));
  const changed = applyEdits(text, offsets);
  return isTurtleText(source) ? { ...source, text: changed } : changed;
}

function changedQuads(quads: Dataset, { added, removed }: DatasetChange): readonly QuadLike[] | undefined {
  const gone = new Set(removed.map(quadKey));
  const coming = new Map(added.map((quad) => [quadKey(quad), quad]));
  const found = new Set<string>();
  const kept: QuadLike[] = [];
  // Most quads differ in their subjects.
  const subjects = new Set([...removed, ...added].map(({ subject }) => subject.value));
  for (const quad of quads) {
    const key = subjects.has(quad.subject.value) ? quadKey(quad) : '';
    if (gone.has(key)) found.add(key);
    else kept.push(quad);
    coming.delete(key);
  }
  return found.size === gone.size ? [...kept, ...coming.values()] : undefined;
}

function reasonOf(change: SourceChange, count: number): string {
  if (change.source >= count) return `The repair changes data number ${change.source + 1} of ${count}.`;
  return change.kind === 'text'
    ? `The text is not the one that the repair was found for: ${change.uri}.`
    : 'The dataset does not contain the triples that the repair removes.';
}
