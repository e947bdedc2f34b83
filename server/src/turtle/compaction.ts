import { IntList } from './intList.ts';
import { forPairs } from './intPairs.ts';
import {
  type Declaration,
  type DirectiveBody,
  type NameUse,
  type Noted,
  notesOf,
  Reading,
} from './reading.ts';
import type { Stretch } from './statementSequence.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/*
 * Each edit adds a reading to a document and cuts a stretch of an older one in two. Look-ups go to each reading, so
 * when there are too many, all but the largest are put together to one, which costs little as they are small. After
 * edits in very many places everything becomes one reading again.
 */

const maxReadings = 64;
const maxStretches = 1024;

/** The same statements in few readings. */
export function compacted(stretches: readonly Stretch[]): readonly Stretch[] {
  const sizes = new Map<Reading, number>();
  for (const { reading, first, last } of stretches) {
    sizes.set(reading, (sizes.get(reading) ?? 0) + last - first);
  }
  if (sizes.size <= maxReadings && stretches.length <= maxStretches) return stretches;
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1])[0]!;
  return stretches.length > maxStretches
    ? merged(stretches, () => true)
    : merged(stretches, (reading) => reading !== largest);
}

/** Puts some readings together; the offsets of the new one are those of the document. */
function merged(stretches: readonly Stretch[], isMerged: (reading: Reading) => boolean): readonly Stretch[] {
  const merger = new Merger();
  const places = stretches.map((stretch) => (isMerged(stretch.reading) ? merger.add(stretch) : undefined));
  const reading = merger.finish();
  return joined(
    stretches.map((stretch, i) => (places[i] === undefined ? stretch : { ...places[i], reading })),
  );
}

/** Makes one stretch of those that follow one another in their reading too. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    const goesOn =
      last?.reading === stretch.reading &&
      last.shift === stretch.shift &&
      last.last === stretch.first &&
      last.to === stretch.from;
    if (goesOn) result[result.length - 1] = { ...last, last: stretch.last, to: stretch.to };
    else result.push(stretch);
  }
  return result;
}

class Merger {
  #count = 0;
  readonly #rows = new IntList();
  readonly #tape = new IntList();
  readonly #comments = new IntList();
  readonly #loneSurrogates = new IntList();
  readonly #unsettled = new IntList();
  readonly #errors: Noted<TurtleSyntaxError>[] = [];
  readonly #directives = new Map<number, DirectiveBody>();
  readonly #declarations: Noted<Declaration>[] = [];
  readonly #names: Noted<NameUse>[] = [];

  /** Adds what stands in a stretch; gives its place in the reading to come. */
  add({ reading, first, last, from, to, shift }: Stretch): Omit<Stretch, 'reading'> {
    const { parts } = reading;
    const number = this.#count - first;
    const tapeShift = this.#tape.length - reading.tapeStart(first);
    for (let statement = first; statement < last; statement++) {
      this.#addRow(
        reading.start(statement) + shift,
        reading.end(statement) + shift,
        reading.flags(statement),
        reading.tapeStart(statement) + tapeShift,
      );
      const directive = parts.directives.get(statement);
      if (directive !== undefined) this.#directives.set(statement + number, directive);
    }
    this.#count += last - first;
    this.#tape.append(parts.tape.subarray(reading.tapeStart(first), reading.tapeStart(last)));
    forPairs(parts.comments, from, to, (start, end) => this.#comments.pushPair(start + shift, end + shift));
    forPairs(parts.unsettled, first, last, (statement, reach) =>
      this.#unsettled.pushPair(statement + number, reach + shift),
    );
    for (const offset of parts.loneSurrogates) {
      if (from <= offset && offset < to) this.#loneSurrogates.push(offset + shift);
    }
    for (const { statement, value } of notesOf(parts.errors, first, last)) {
      const range = { start: value.range.start + shift, end: value.range.end + shift };
      this.#errors.push({ statement: statement + number, value: { range, message: value.message } });
    }
    for (const { statement, value } of notesOf(parts.declarations, first, last)) {
      this.#declarations.push({ statement: statement + number, value });
    }
    for (const { statement, value } of notesOf(parts.names, first, last)) {
      this.#names.push({ statement: statement + number, value });
    }
    return { first: first + number, last: last + number, from: from + shift, to: to + shift, shift: 0 };
  }

  finish(): Reading {
    this.#addRow(0, 0, 0, this.#tape.length);
    return new Reading({
      rows: this.#rows.toArray(),
      tape: this.#tape.toArray(),
      comments: this.#comments.toArray(),
      loneSurrogates: this.#loneSurrogates.toArray(),
      unsettled: this.#unsettled.toArray(),
      errors: this.#errors,
      directives: this.#directives,
      declarations: this.#declarations,
      names: this.#names,
    });
  }

  #addRow(start: number, end: number, flags: number, tapeStart: number): void {
    this.#rows.pushPair(start, end);
    this.#rows.pushPair(flags, tapeStart);
  }
}
