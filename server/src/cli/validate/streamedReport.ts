import { yieldToEventLoop } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import { indentedJson, jsonText } from '../../base/jsonText.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { PlacedViolation } from '../../service/ide/diagnostics/placedViolation.ts';
import type { DetailsOf } from '../../service/report/reportedResult.ts';
import { StableKeys } from '../../service/report/resultRecord.ts';
import { type ResultTally, totalOf } from '../../service/report/resultTally.ts';
import { validationJson, validationResultJson } from '../../service/report/validationJson.ts';
import {
  levelOf,
  placeOf,
  type ReportableResult,
  readingOrder,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import { KeyNumbers } from '../../shacl/results/resultKeys.ts';
import type { ResultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import { type ResultTaker, unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import { type Printer, printerFor, printPieces } from '../output/print.ts';
import { resultText, validationText } from '../output/textReport.ts';
import type { ValidateRequest } from './validateOptions.ts';
import type { ValidationFormatOptions } from './validationFormats.ts';

/**
 * Prints the results of a large file while others are still being searched for: node by node as they are found, and those
 * of a node by their places. Nothing is kept of them but their keys. If the run is repeated, because a constraint took too
 * long, it continues after what was committed.
 */
export class StreamedReport implements ResultTaker {
  readonly #request: Pick<ValidateRequest, 'output'>;
  readonly #io: CommandIo;
  readonly #onPrint: () => void;
  readonly #format: StreamedFormat;
  readonly #levels: Record<ResultLevel, number>;
  readonly #files: Set<string | undefined>;
  readonly numbers = new KeyNumbers();
  /** How many focus nodes have had their results printed. */
  readonly #before: number;
  #hasBegun: boolean;
  #focusNodes = 0;
  #unit: UnitState | undefined;

  /** @param onPrint called before what was printed appears. */
  constructor(
    request: Pick<ValidateRequest, 'format' | 'maxResults' | 'output'>,
    io: CommandIo,
    detailsOf: DetailsOf,
    onPrint: () => void,
  ) {
    const before =
      io.stages?.before === undefined ? undefined : (JSON.parse(io.stages.before) as PrintedStage);
    this.#request = request;
    this.#io = io;
    this.#onPrint = onPrint;
    this.#before = before?.focusNodes ?? 0;
    this.#levels = before ? { ...before.levels } : { violation: 0, warning: 0, info: 0, debug: 0 };
    this.#files = new Set(before?.files.map((uri) => uri ?? undefined));
    this.#hasBegun = before !== undefined;
    const printed = totalOf(this.#tally);
    this.#format =
      request.format === 'json'
        ? new StreamedJson(io, detailsOf, before && printed)
        : new StreamedText(request, io, printed);
  }

  /** What was printed; undefined when no results were taken, because the file is not large. */
  get printed(): ResultTally | undefined {
    return this.#hasBegun ? this.#tally : undefined;
  }

  readonly take: ResultTaker['take'] = async ({ focusNodes, results }, unit) => {
    const { graphs } = unit;
    this.#unit ??= { keys: new StableKeys(graphs.input), inOrder: readingOrder([graphs.linked.unit]) };
    const { keys, inOrder } = this.#unit;
    this.#hasBegun = true;
    this.#focusNodes += focusNodes;
    const isNew = this.#focusNodes > this.#before;
    let hasPrinted = false;
    for (const ofNode of byFocusNode(results)) {
      await yieldToEventLoop(unaborted);
      for (const { violation, place } of inOrder(ofNode)) {
        const ownKey = withProbe({ violation, analysis: unit }, () => keys.key(violation));
        // Those that were printed before have their numbers, too.
        const key = this.numbers.numbered(ownKey);
        if (isNew && this.#add({ key, violation, place, analysis: unit })) hasPrinted = true;
      }
    }
    if (hasPrinted) {
      await this.#io.stdout.drained();
      this.#onPrint();
      await this.#io.stages?.endForReader(JSON.stringify(this.#stage()));
    }
    if (totalOf(this.#tally) > 0) this.#io.tellIfInterrupted?.(this.#interruptionText());
  };

  /** Prints what is not printed yet. @param run with what was printed. */
  async end(run: ValidationRun, options: ValidationFormatOptions): Promise<void> {
    await printPieces(this.#io.stdout, this.#format.end(run, options));
    this.#io.stages?.complete();
  }

  get #tally(): ResultTally {
    return { levels: this.#levels, files: this.#files };
  }

  /** @returns whether it was printed: there may be too many. */
  #add(result: ReportableResult): boolean {
    this.#levels[levelOf(result)]++;
    this.#files.add(placeOf(result)?.uri);
    const text = withProbe(result, () => this.#format.result(result));
    if (text === undefined) return false;
    this.#io.stdout.write(text);
    return true;
  }

  #interruptionText(): string {
    const { output } = this.#request;
    const done = `${counted(this.#focusNodes, 'focus node')} checked, ${counted(totalOf(this.#tally), 'result')}`;
    return `${done}; ${output === undefined ? 'the output is incomplete' : `${output} was not written`}.`;
  }

  #stage(): PrintedStage {
    return {
      focusNodes: this.#focusNodes,
      levels: this.#levels,
      files: [...this.#files].map((uri) => uri ?? null),
    };
  }
}

interface UnitState {
  readonly keys: StableKeys;
  readonly inOrder: ReturnType<typeof readingOrder>;
}

/** What was printed for good, as JSON. */
interface PrintedStage {
  readonly focusNodes: number;
  readonly levels: ResultTally['levels'];
  readonly files: readonly (string | null)[];
}

interface StreamedFormat {
  /** The next result; undefined when no more are shown. */
  result(result: ReportableResult): string | undefined;
  /** All that follows. */
  end(run: ValidationRun, options: ValidationFormatOptions): Iterable<string>;
}

/** The same paragraphs as in a report that is not streamed. */
class StreamedText implements StreamedFormat {
  readonly #printer: Printer;
  readonly #maxResults: number;
  #results: number;

  constructor({ maxResults }: Pick<ValidateRequest, 'maxResults'>, io: CommandIo, before: number) {
    this.#printer = printerFor(io.stdout, io);
    this.#maxResults = maxResults ?? Number.POSITIVE_INFINITY;
    this.#results = before;
  }

  result(result: ReportableResult): string | undefined {
    if (this.#results++ >= this.#maxResults) return undefined;
    return `${resultText(result, this.#printer, false).join('\n')}\n\n`;
  }

  end(run: ValidationRun, options: ValidationFormatOptions): Iterable<string> {
    return validationText(run, this.#printer, options);
  }
}

/** The same members as in a report that is not streamed, with the results first. */
class StreamedJson implements StreamedFormat {
  readonly #io: CommandIo;
  readonly #detailsOf: DetailsOf;
  #separator: string;

  /** @param before how many results were printed before; undefined when nothing was. */
  constructor(io: CommandIo, detailsOf: DetailsOf, before: number | undefined) {
    this.#io = io;
    this.#detailsOf = detailsOf;
    this.#separator = before ? ',' : '{\n  "results": [';
  }

  result(result: ReportableResult): string {
    return this.#item(validationResultJson(result, this.#detailsOf));
  }

  *end(run: ValidationRun, options: ValidationFormatOptions): Iterable<string> {
    const { results, ...rest } = validationJson(run, { ...options, root: uriOf(this.#io.cwd, '.') });
    for (const result of results) yield this.#item(result);
    yield this.#separator === ',' ? '\n  ]' : `${this.#separator}]`;
    let brace = '{';
    for (const piece of jsonText(rest)) {
      // The results have opened the object.
      yield brace === '' ? piece : piece.replace(brace, ',');
      brace = '';
    }
  }

  #item(value: object): string {
    const text = `${this.#separator}\n    ${indentedJson(value, '    ')}`;
    this.#separator = ',';
    return text;
  }
}

/** The results of each root focus node, which are adjacent. */
function* byFocusNode(results: readonly PlacedViolation[]): Iterable<readonly PlacedViolation[]> {
  let node: TermId | undefined;
  let those: PlacedViolation[] = [];
  for (const result of results) {
    const { rootFocusNode } = result.violation;
    if (rootFocusNode !== node && those.length > 0) {
      yield those;
      those = [];
    }
    node = rootFocusNode;
    those.push(result);
  }
  if (those.length > 0) yield those;
}
