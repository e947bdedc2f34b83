import { counted } from '../../base/counted.ts';
import {
  anything,
  enumOf,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  object,
  optional,
  parsedAs,
  type ShapeType,
  string,
} from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import { escapeInvisibleJson } from '../../base/visibleText.ts';
import type { RunFolder } from '../../lab/evaluation/run/runFolder.ts';
import { type ResultLevel, reaches, resultLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { type AllowableReason, allowableNames } from '../../workspace/project/linkReason.ts';
import type { Fingerprint } from '../../workspace/store/changedRoots.ts';
import type { QuestionCost, QuestionCosts } from '../../workspace/store/pushDown/askAtOnce.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { paintFor } from '../output/textReport.ts';
import type { EndpointRequest } from './endpointRequest.ts';

/** Prints the results of a store as they are found, so that none of them has to be kept. */
export interface EndpointReport {
  batch(record: BatchRecord): Promise<void>;
  end(verdict: EndpointVerdict): Promise<void>;
}

/** @param before how many results were printed already; undefined when nothing was. */
export function endpointReport(
  request: EndpointRequest,
  url: string,
  before: number | undefined,
  io: CommandIo,
): EndpointReport {
  const report =
    request.format === 'json' ? new JsonReport(url, before, io) : new TextReport(request, url, before, io);
  return request.bySeverity ? new GravestFirst(report) : report;
}

/** Keeps all results but violations until the end. */
class GravestFirst implements EndpointReport {
  readonly #report: EndpointReport;
  readonly #kept = new Map<ResultLevel, BatchRecord['results'][number][]>();

  constructor(report: EndpointReport) {
    this.#report = report;
  }

  async batch(record: BatchRecord): Promise<void> {
    for (const result of record.results) {
      if (result.level === 'violation') continue;
      const those = this.#kept.get(result.level) ?? [];
      this.#kept.set(result.level, those);
      those.push(result);
    }
    const results = record.results.filter(({ level }) => level === 'violation');
    await this.#report.batch({ ...record, results });
  }

  async end(verdict: EndpointVerdict): Promise<void> {
    for (const level of resultLevels) {
      const results = this.#kept.get(level) ?? [];
      if (results.length > 0)
        await this.#report.batch({ to: '', focusNodes: 0, gaps: [], notChecked: [], results });
    }
    await this.#report.end(verdict);
  }
}

class TextReport implements EndpointReport {
  readonly #request: EndpointRequest;
  readonly #url: string;
  readonly #io: CommandIo;
  readonly #start = performance.now();
  #results: number;

  constructor(request: EndpointRequest, url: string, before: number | undefined, io: CommandIo) {
    this.#request = request;
    this.#url = url;
    this.#results = before ?? 0;
    this.#io = io;
  }

  async batch({ results }: BatchRecord): Promise<void> {
    const { maxResults = Number.POSITIVE_INFINITY } = this.#request;
    const shown = results.slice(0, Math.max(0, maxResults - this.#results));
    this.#results += results.length;
    for (const result of shown) this.#io.stdout.write(`${this.#text(result)}\n\n`);
    await this.#io.stdout.drained();
  }

  async end({ kind, reasons, more, notes, leftOut, counts, focusNodes }: EndpointVerdict): Promise<void> {
    const { stdout } = this.#io;
    const { style } = printerFor(stdout, this.#io);
    const { maxResults = this.#results } = this.#request;
    const hidden = this.#results - maxResults;
    if (hidden > 0)
      stdout.write(
        `${style.yellow(`… and ${counted(hidden, 'more result')}; --max-results 0 shows all.`)}\n\n`,
      );
    for (const note of notes) stdout.write(`${style.yellow('warning')}: ${printable(note)}\n\n`);
    if (leftOut !== undefined) stdout.write(`${style.yellow('not checked')}: ${printable(leftOut)}\n\n`);
    for (const { message } of reasons)
      stdout.write(`${style.yellow('not checked')}: ${printable(message)}\n`);
    if (more > 0) stdout.write(`${style.yellow(`… and ${counted(more, 'more reason')}.`)}\n`);
    if (reasons.length > 0) stdout.write('\n');
    const levels = Object.entries(counts).flatMap(([level, count]) =>
      count === 0 ? [] : [counted(count, level)],
    );
    const outcome =
      this.#results > 0
        ? style.red(`${counted(this.#results, 'result')} (${levels.join(', ')})`)
        : (kind === 'conforms' ? style.green : style.yellow)(outcomes[kind]);
    const ms = Math.round(performance.now() - this.#start);
    stdout.write(
      `${style.bold(outcome)} in ${printable(this.#url)}, ${counted(focusNodes, 'focus node')} checked in ${ms} ms\n`,
    );
  }

  #text({ level, words, json }: BatchRecord['results'][number]): string {
    const { style } = printerFor(this.#io.stdout, this.#io);
    const paint = paintFor(style, level);
    const [first = '', ...more] = printable(words.message).split('\n');
    return [
      `${paint(style.bold(level))}${style.bold(`[${printable(words.parameter)}]`)}: ${style.bold(first)}`,
      ...more.map((line) => `  ${line}`),
      `  ${style.dim('-->')} ${style.blue(printable(words.terms))} ${style.dim(`[${keyOf(json)}]`)}`,
    ].join('\n');
  }
}

/** The same members as the report about files has, as far as they apply, with the results first. */
class JsonReport implements EndpointReport {
  readonly #url: string;
  readonly #io: CommandIo;
  readonly #start = performance.now();
  #separator: string;
  #beginning: string;

  constructor(url: string, before: number | undefined, io: CommandIo) {
    this.#url = url;
    this.#io = io;
    this.#separator = before ? ',' : '';
    this.#beginning = before === undefined ? `{\n  "store": ${jsonOf(url, '')},\n  "results": [` : '';
  }

  async batch({ results }: BatchRecord): Promise<void> {
    this.#begin();
    for (const { json } of results) {
      this.#io.stdout.write(`${this.#separator}\n    ${jsonOf(json, '    ')}`);
      this.#separator = ',';
    }
    await this.#io.stdout.drained();
  }

  async end({
    kind,
    reasons,
    more,
    counts,
    focusNodes,
    notChecked,
    notes,
    conforms,
  }: EndpointVerdict): Promise<void> {
    this.#begin();
    const results = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const rest = {
      verdict: kind,
      reasons: reasons.map((reason) => ({ ...reason, uri: this.#url })),
      moreReasons: more,
      focusNodes,
      conforms,
      notChecked,
      notes,
      stats: { results, ms: Math.round(performance.now() - this.#start) },
    };
    const end = this.#separator === '' ? ']' : '\n  ]';
    this.#io.stdout.write(`${end},${jsonOf(rest, '').slice(1)}\n`);
    await this.#io.stdout.drained();
  }

  #begin(): void {
    this.#io.stdout.write(this.#beginning);
    this.#beginning = '';
  }
}

const outcomes = {
  conforms: 'conforms',
  violates: 'violates its shapes',
  undecided: 'undecided',
  nothingToCheck: 'nothing to check',
} as const satisfies Record<EndpointVerdict['kind'], string>;

function jsonOf(value: unknown, indent: string): string {
  return escapeInvisibleJson(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

function keyOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'key' in json ? String(json.key) : '';
}

/** The verdict about a store, or a shard of it. */
interface EndpointVerdict {
  readonly kind: 'conforms' | 'violates' | 'undecided' | 'nothingToCheck';
  /** Why it is undecided. */
  readonly reasons: readonly Reason[];
  /** How many more reasons there are. */
  readonly more: number;
  readonly notChecked: BatchRecord['notChecked'];
  /** What the store computed wrongly, although that does not leave the verdict open. */
  readonly notes: readonly string[];
  /** What was left out on request, as a sentence. */
  readonly leftOut: string | undefined;
  readonly focusNodes: number;
  /** How many results there are of each severity. */
  readonly counts: Readonly<Record<ResultLevel, number>>;
  readonly conforms: boolean;
  readonly exitCode: ExitCode;
}

interface Reason {
  readonly kind: Exclude<keyof typeof allowableNames, 'unlinked'>;
  readonly message: string;
}

/** More reasons are only counted: a store may lie about each node differently. */
const maxReasons = 100;

/** A sum as plain data. */
export interface EndpointSums {
  readonly counts: EndpointVerdict['counts'];
  readonly certain: EndpointVerdict['counts'];
  readonly reasons: readonly Reason[];
  readonly more: number;
  readonly notChecked: BatchRecord['notChecked'];
  readonly notes: readonly string[];
  readonly focusNodes: number;
}

/** Sums up batches. */
export class EndpointSummary {
  readonly #request: Pick<EndpointRequest, 'judging' | 'shard'>;
  readonly #counts: Record<ResultLevel, number> = { violation: 0, warning: 0, info: 0, debug: 0 };
  /** Those of batches without gaps, unless the whole store is in doubt. */
  readonly #certain: Record<ResultLevel, number> = { violation: 0, warning: 0, info: 0, debug: 0 };
  readonly #reasons = new Map<string, Reason>();
  readonly #notChecked = new Map<string, BatchRecord['notChecked'][number]>();
  readonly #notes = new Set<string>();
  #more = 0;
  #focusNodes = 0;

  /** @param before the sums of batches that were added earlier. */
  constructor(
    request: Pick<EndpointRequest, 'judging' | 'shard'>,
    { gaps }: Pick<LinkedUnit, 'gaps'>,
    before?: EndpointSums,
  ) {
    this.#request = request;
    if (before) {
      Object.assign(this.#counts, before.counts);
      Object.assign(this.#certain, before.certain);
      for (const reason of before.reasons) this.#reasons.set(reason.message, reason);
      for (const entry of before.notChecked) this.#notChecked.set(entry.reason, entry);
      for (const note of before.notes) this.#notes.add(note);
      this.#more = before.more;
      this.#focusNodes = before.focusNodes;
    }
    for (const { message } of gaps) this.#add({ kind: 'link', message });
  }

  get focusNodes(): number {
    return this.#focusNodes;
  }

  get results(): number {
    return this.#counts.violation + this.#counts.warning + this.#counts.info;
  }

  /** Whether a result counts: one about nodes on which everything is known, unless gaps are allowed. */
  get violates(): boolean {
    const counts = this.#isAllowed('not-checked') ? this.#counts : this.#certain;
    const { failOn = 'info' } = this.#request.judging;
    return (Object.entries(counts) as [ResultLevel, number][]).some(
      ([level, count]) => count > 0 && reaches(level, failOn),
    );
  }

  /** Whether only these are open. What links lack is open in each run. */
  isDecidedBut(open: BatchRecord['notChecked']): boolean {
    const known = new Set(open.map(({ reason }) => reason));
    const isKnown = ({ kind, message }: Reason) => kind !== 'notChecked' || known.has(message);
    return this.#more === 0 && [...this.#reasons.values()].every(isKnown);
  }

  get sums(): EndpointSums {
    return {
      counts: this.#counts,
      certain: this.#certain,
      reasons: [...this.#reasons.values()],
      more: this.#more,
      notChecked: [...this.#notChecked.values()],
      notes: [...this.#notes],
      focusNodes: this.#focusNodes,
    };
  }

  add({ focusNodes, gaps, notChecked, notes = [], results }: BatchRecord): void {
    for (const note of notes) this.#notes.add(note);
    this.#focusNodes += focusNodes;
    for (const { level } of results) {
      this.#counts[level]++;
      if (gaps.length === 0) this.#certain[level]++;
    }
    for (const message of gaps) this.#add({ kind: 'notChecked', message });
    for (const entry of notChecked) {
      this.#notChecked.set(entry.reason, entry);
      this.#add({ kind: 'notChecked', message: entry.reason });
    }
  }

  /** Leaves open whether any of the results is one, because of what is not known about the whole store. */
  doubt(gaps: readonly string[]): void {
    if (gaps.length > 0) Object.assign(this.#certain, { violation: 0, warning: 0, info: 0, debug: 0 });
    for (const message of gaps) this.#add({ kind: 'notChecked', message });
  }

  /** @param leftOut what was left out on request, as a sentence. Such a run never passes. */
  verdict(leftOut?: string): EndpointVerdict {
    const { shard } = this.#request;
    const { violates } = this;
    // Other shards may have the focus nodes.
    if (this.#focusNodes === 0 && this.#reasons.size === 0 && shard.of === 1 && leftOut === undefined)
      this.#add({
        kind: 'noTargets',
        message:
          'No node of the store is a target of a shape, so nothing was checked. Compare the classes and properties in the targets with those of the store.',
      });
    const reasons = violates ? [] : [...this.#reasons.values()];
    const open = reasons.some(({ kind }) => kind !== 'noTargets') ? 'undecided' : 'nothingToCheck';
    const undecided = leftOut === undefined ? open : 'undecided';
    const isOpen = reasons.length > 0 || leftOut !== undefined;
    const kind = violates ? 'violates' : isOpen ? undecided : 'conforms';
    const isAllowed =
      leftOut === undefined && reasons.every(({ kind }) => this.#isAllowed(allowableNames[kind]));
    const left = leftOut === undefined ? [] : [{ reason: leftOut, shape: null, component: null }];
    return {
      kind,
      reasons,
      more: violates ? 0 : this.#more,
      notChecked: [...this.#notChecked.values(), ...left],
      notes: [...this.#notes],
      leftOut,
      focusNodes: this.#focusNodes,
      counts: this.#counts,
      conforms: this.results === 0 && isAllowed,
      exitCode: violates ? 1 : isAllowed ? 0 : 3,
    };
  }

  #isAllowed(reason: AllowableReason): boolean {
    return this.#request.judging.allowed?.has(reason) === true;
  }

  #add(reason: Reason): void {
    if (this.#reasons.has(reason.message)) return;
    if (this.#reasons.size < maxReasons) this.#reasons.set(reason.message, reason);
    else this.#more++;
  }
}

const text = string;

const resultShape = object({
  level: enumOf(...resultLevels),
  /** What is wrong, and the terms that it is about, for people. */
  words: object({ message: text, parameter: text, terms: text }),
  /** As reports in JSON have it. */
  json: anything,
  /** The position of the root shape among all shapes, by which results are stored. */
  root: optional(nonNegativeInteger),
});

const recordShape = object({
  /** Where to go on behind this batch. */
  to: label,
  focusNodes: nonNegativeInteger,
  gaps: listOf(text),
  notes: optional(listOf(text)),
  notChecked: listOf(object({ reason: text, shape: nullable(text), component: nullable(text) })),
  results: listOf(resultShape),
});

/** What was found out about some nodes of a store, as plain data. */
export type BatchRecord = ShapeType<typeof recordShape>;

const names = {
  run: 'store.json',
  batches: 'batches.jsonl',
  kept: 'since.jsonl',
  fresh: 'fresh.jsonl',
  costs: 'costs.jsonl',
};

/** What an interrupted validation of a store found, in a folder, one line for each batch. */
export class EndpointRecords {
  readonly #folder: RunFolder;

  private constructor(folder: RunFolder) {
    this.#folder = folder;
  }

  /**
   * @param run what the results depend on.
   * @throws UserError when the folder has the results of a different run.
   */
  static async open(folder: RunFolder, run: object): Promise<EndpointRecords> {
    const described = `${JSON.stringify(run, null, 2)}\n`;
    const before = await folder.read(names.run);
    if (before !== undefined && before !== described)
      throw new UserError(
        'the folder of --resume has results of another store, shard, version or other shapes. Give another folder, or remove it.',
      );
    await folder.write(names.run, [described]);
    return new EndpointRecords(folder);
  }

  /**
   * The batches up to the first one about which something is not known: that is asked again, with all behind it.
   *
   * @param after the batch behind which they begin, if any. What comes before is kept in any case.
   */
  async *known(after: string | undefined): AsyncGenerator<BatchRecord> {
    let lines = 0;
    let isBehind = after === undefined;
    for await (const line of this.#folder.lines(names.batches)) {
      const record = parsedAs(recordShape, line);
      if (record === undefined || (isBehind && record.gaps.length > 0)) {
        await this.#folder.write(names.batches, this.#firstLines(lines));
        return;
      }
      lines++;
      if (isBehind) yield record;
      isBehind ||= record.to === after;
    }
  }

  async add(record: BatchRecord): Promise<void> {
    await this.#folder.append(names.batches, JSON.stringify(record));
  }

  async *#firstLines(count: number): AsyncGenerator<string> {
    let left = count;
    for await (const line of this.#folder.lines(names.batches)) {
      if (left-- <= 0) return;
      yield `${line}\n`;
    }
  }
}

type KeptResult = BatchRecord['results'][number];

const keptShape = object({
  /** What the results depend on besides the store. */
  run: string,
  /** What the store stated, part by part; null for what can't be compared. */
  parts: listOf(object({ key: string, value: nullable(string) })),
  focusNodes: nonNegativeInteger,
});

/**
 * The results of the last run that asked a whole store, in a folder: a line that says what the store stated, and a line for
 * each result. They are replaced when a run has ended, so that an interrupted run changes nothing.
 */
export class KeptResults {
  readonly #folder: RunFolder;
  readonly #run: string;
  /** What the store stated; undefined when there was no run. */
  readonly before: Fingerprint | undefined;
  readonly focusNodes: number;

  private constructor(folder: RunFolder, run: string, kept: ShapeType<typeof keptShape> | undefined) {
    this.#folder = folder;
    this.#run = run;
    this.before = kept && new Map(kept.parts.map(({ key, value }) => [key, value]));
    this.focusNodes = kept?.focusNodes ?? 0;
  }

  /**
   * @param run what the results depend on.
   * @throws UserError when the folder has the results of a different run.
   */
  static async open(folder: RunFolder, run: object): Promise<KeptResults> {
    const described = JSON.stringify(run);
    await folder.write(names.fresh, []);
    for await (const line of folder.lines(names.kept)) {
      const kept = parsedAs(keptShape, line);
      if (kept?.run !== described)
        throw new UserError(
          'the folder of --since has results of another store, version or other shapes. Give another folder, or remove it.',
        );
      return new KeptResults(folder, described, kept);
    }
    return new KeptResults(folder, described, undefined);
  }

  /** The results of root shapes that are not asked about again, some at a time. */
  async *others(asked: ReadonlySet<number>): AsyncGenerator<readonly KeptResult[]> {
    let some: KeptResult[] = [];
    for await (const result of this.#kept(asked)) {
      some.push(result);
      if (some.length < resultsAtOnce) continue;
      yield some;
      some = [];
    }
    yield some;
  }

  async add({ results }: BatchRecord): Promise<void> {
    if (results.length > 0) await this.#folder.append(names.fresh, JSON.stringify(results));
  }

  /** Ends a run. @param now what the store states. */
  async replace(now: Fingerprint, focusNodes: number, asked: ReadonlySet<number>): Promise<void> {
    const parts = Array.from(now, ([key, value]) => ({ key, value }));
    await this.#folder.write(names.kept, this.#lines({ run: this.#run, parts, focusNodes }, asked));
    await this.#folder.write(names.fresh, []);
  }

  async *#lines(head: ShapeType<typeof keptShape>, asked: ReadonlySet<number>): AsyncGenerator<string> {
    yield `${JSON.stringify(head)}\n`;
    for await (const result of this.#kept(asked)) yield `${JSON.stringify(result)}\n`;
    for await (const line of this.#folder.lines(names.fresh))
      for (const result of JSON.parse(line) as KeptResult[]) yield `${JSON.stringify(result)}\n`;
  }

  async *#kept(asked: ReadonlySet<number>): AsyncGenerator<KeptResult> {
    let isHead = true;
    for await (const line of this.#folder.lines(names.kept)) {
      const result = isHead ? undefined : parsedAs(resultShape, line);
      if (!isHead && result === undefined)
        throw new UserError(`${names.kept} in the folder of --since can't be read. Remove the folder.`);
      if (result?.root !== undefined && !asked.has(result.root)) yield result;
      isHead = false;
    }
  }
}

const resultsAtOnce = 1000;

const costShape = object({
  question: string,
  ms: nonNegativeInteger,
  nodes: nullable(nonNegativeInteger),
  parts: nonNegativeInteger,
});

/** What questions cost the runs of a folder, a line for each. */
export class KeptCosts implements QuestionCosts {
  readonly #folder: RunFolder;
  readonly #added = new Map<string, QuestionCost>();
  readonly known: ReadonlyMap<string, QuestionCost>;
  readonly areOrdering: boolean;

  private constructor(folder: RunFolder, known: KeptCosts['known'], areOrdering: boolean) {
    this.#folder = folder;
    this.known = known;
    this.areOrdering = areOrdering;
  }

  /** @param goesOn whether a run goes on where one was interrupted, so that costs are kept as they come. */
  static async open(folder: RunFolder, goesOn: boolean): Promise<KeptCosts> {
    const known = new Map<string, QuestionCost>();
    for await (const line of folder.lines(names.costs)) {
      const cost = parsedAs(costShape, line);
      if (cost) known.set(cost.question, cost);
    }
    return new KeptCosts(folder, known, !goesOn);
  }

  readonly add = async (cost: QuestionCost): Promise<void> => {
    this.#added.set(cost.question, cost);
    if (!this.areOrdering) await this.#folder.append(names.costs, JSON.stringify(cost));
  };

  /** Ends a run. A question without an answer was left out this time, so it is tried again the next time. */
  async replace(): Promise<void> {
    const answered = [...this.known].filter(([, { nodes }]) => nodes !== null);
    const costs = new Map([...answered, ...this.#added]);
    await this.#folder.write(
      names.costs,
      Array.from(costs.values(), (cost) => `${JSON.stringify(cost)}\n`),
    );
  }
}
