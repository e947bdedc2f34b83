import { counted } from '../../base/counted.ts';
import { escapeInvisibleJson } from '../../base/visibleText.ts';
import type { CommandIo } from '../io.ts';
import { printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { paintFor } from '../output/textReport.ts';
import type { BatchRecord } from './endpointRecords.ts';
import type { EndpointRequest } from './endpointRequest.ts';
import type { EndpointVerdict } from './endpointVerdict.ts';

/** Prints what is found in a store while it is found, so that nothing of it has to be kept. */
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
  return request.format === 'json'
    ? new JsonReport(url, before, io)
    : new TextReport(request, url, before, io);
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

  async end({ kind, reasons, more, counts, focusNodes }: EndpointVerdict): Promise<void> {
    const { stdout } = this.#io;
    const { style } = printerFor(stdout, this.#io);
    const { maxResults = this.#results } = this.#request;
    const hidden = this.#results - maxResults;
    if (hidden > 0)
      stdout.write(
        `${style.yellow(`… and ${counted(hidden, 'more result')}; --max-results 0 shows all.`)}\n\n`,
      );
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

/** The same members as the report about files has, as far as they make sense, with the results first. */
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
