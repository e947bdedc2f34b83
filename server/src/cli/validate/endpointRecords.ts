import {
  anything,
  enumOf,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  object,
  parsedAs,
  type ShapeType,
  string,
} from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import type { RunFolder } from '../../lab/evaluation/run/runFolder.ts';
import { severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';

const text = string;

const recordShape = object({
  /** Where to go on behind this batch. */
  to: label,
  focusNodes: nonNegativeInteger,
  gaps: listOf(text),
  notChecked: listOf(object({ reason: text, shape: nullable(text), component: nullable(text) })),
  results: listOf(
    object({
      level: enumOf(...severityLevels),
      /** What is wrong, and the terms that it is about, for people. */
      words: object({ message: text, parameter: text, terms: text }),
      /** As reports in JSON have it. */
      json: anything,
    }),
  ),
});

/** What was found out about some nodes of a store, as plain data. */
export type BatchRecord = ShapeType<typeof recordShape>;

const names = { run: 'store.json', batches: 'batches.jsonl' };

/** What an interrupted validation of a store found, in a folder, one line for each batch. */
export class EndpointRecords {
  readonly #folder: RunFolder;

  private constructor(folder: RunFolder) {
    this.#folder = folder;
  }

  /**
   * @param run what the results depend on.
   * @throws UserError when the folder has the results of something else.
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
