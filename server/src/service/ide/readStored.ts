import {
  decodedStart,
  joined,
  NotTextError,
  type StoredText,
  StoredTextReader,
} from '../../base/storedText.ts';
import type { LineParser, ParsedPart } from '../../rdf/turtle/parsedPart.ts';
import { isOfLines, type TextFormat } from '../../rdf/turtle/textFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { LongStatementError, TurtleReader } from '../../rdf/turtle/turtleReader.ts';
import type { Unreadable } from '../../workspace/project/documentStore.ts';

/** Receives the statements of a part of a text. The document has no others, but their places in the whole text. */
export type TakePart = (part: TurtleDocument) => Promise<void>;

/** How a text is read that stays where it is stored. */
export interface StoredReading {
  /** Takes all but the last statements, which the document then lacks. TriG is read as a whole. */
  readonly take?: TakePart | undefined;
  /** Parts of texts of lines are parsed by this. */
  readonly openParser?: (() => Promise<LineParser>) | undefined;
}

/**
 * Reads a text from where it is stored, part by part.
 *
 * @param part does the work on each part.
 * @param onRead is told how many bytes have been read.
 */
export async function readStored(
  {
    uri,
    format,
    stored,
  }: { readonly uri: string; readonly format: TextFormat | undefined; readonly stored: StoredText },
  part: (work: () => void) => void,
  onRead: (bytes: number) => void,
  { take, openParser }: StoredReading = {},
): Promise<TurtleDocument | Unreadable> {
  const texts = new StoredTextReader(stored);
  const reader = new TurtleReader(uri, format);
  let takenAt = 0;
  let read = 0;
  const tell = (bytes: number) => {
    read = bytes;
    onRead(bytes);
  };
  const handOver = async () => {
    if (!take || format?.name === 'TriG' || read - takenAt < partLength) return;
    takenAt = read;
    await take(reader.take(texts.rope()));
  };
  const problem =
    openParser && isOfLines(format)
      ? await readLines({ format, stored, texts, reader }, await openParser(), part, tell, handOver)
      : await readParts(stored, texts, (text) => part(() => reader.add(text)), tell, handOver);
  return problem ?? reader.end(texts.rope());
}

/** How much is read before it is taken, in bytes. */
const partLength = 2 * 1024 * 1024;

/** The whole text, for formats that can't be read part by part. */
export async function storedText(
  stored: StoredText,
  part: (work: () => void) => void,
  onRead: (bytes: number) => void,
): Promise<string | Unreadable> {
  let text = '';
  const add = (more: string) =>
    part(() => {
      text += more;
    });
  return (await readParts(stored, new StoredTextReader(stored), add, onRead)) ?? text;
}

/** @param behind is awaited after each part. Its errors are not caught. */
async function readParts(
  stored: StoredText,
  texts: StoredTextReader,
  add: (part: string) => void,
  onRead: (bytes: number) => void,
  behind = async () => {},
): Promise<Unreadable | undefined> {
  for (let position = 0; position < stored.size; await behind()) {
    try {
      const bytes = await stored.read(position);
      add(texts.add(bytes));
      position += bytes.length;
      onRead(position);
    } catch (error) {
      return whyUnreadable(error);
    }
  }
  try {
    add(texts.end());
    return undefined;
  } catch (error) {
    return whyUnreadable(error);
  }
}

/** Reads a text of lines, parts of which are parsed elsewhere meanwhile. The parameters are those of `readParts`. */
async function readLines(
  {
    format,
    stored,
    texts,
    reader,
  }: {
    readonly format: TextFormat;
    readonly stored: StoredText;
    readonly texts: StoredTextReader;
    readonly reader: TurtleReader;
  },
  parser: LineParser,
  part: (work: () => void) => void,
  onRead: (bytes: number) => void,
  behind: () => Promise<void>,
): Promise<Unreadable | undefined> {
  const all = linesOf(stored);
  const waiting: { readonly lines: Lines; readonly parsing: Promise<ParsedPart | undefined> }[] = [];
  try {
    for (let isAtEnd = false; ; await behind()) {
      try {
        while (!isAtEnd && waiting.length < 2 * parser.atOnce) {
          const next = await all.next();
          isAtEnd = next.done === true;
          if (next.done) break;
          const lines = next.value;
          const parsing = lines.isCut ? parser.parse({ ...lines, format }) : Promise.resolve(undefined);
          waiting.push({ lines, parsing });
        }
        const first = waiting.shift();
        if (!first) return undefined;
        const parsed = reader.isSettled ? await first.parsing : undefined;
        part(() => addLines(first.lines, parsed, texts, reader));
        onRead(first.lines.position + first.lines.length);
      } catch (error) {
        return whyUnreadable(error);
      }
    }
  } finally {
    parser.end();
  }
}

function addLines(
  { bytes, length, isCut }: Lines,
  parsed: ParsedPart | undefined,
  texts: StoredTextReader,
  reader: TurtleReader,
): void {
  const own = bytes.subarray(0, length);
  if (parsed) {
    texts.addRead(own, parsed.places);
    reader.addParsed(parsed);
  } else if (isCut) {
    reader.add(texts.add(own) + texts.end(), decodedStart(bytes.subarray(length)));
  } else {
    reader.add(texts.add(own));
    reader.add(texts.end());
  }
}

/** Some lines of a text, with what stands behind them. */
interface Lines {
  readonly bytes: Uint8Array;
  /** How many of the bytes are the lines. */
  readonly length: number;
  /** Where the lines start, in bytes. */
  readonly position: number;
  /** False for the last lines, and for those that end within a line. */
  readonly isCut: boolean;
}

async function* linesOf(stored: StoredText): AsyncGenerator<Lines> {
  let bytes: Uint8Array = new Uint8Array();
  let position = 0;
  while (position + bytes.length < stored.size) {
    bytes = joined(bytes, await stored.read(position + bytes.length));
    const lines = bytes.subarray(0, Math.max(0, bytes.length - lengthBehind)).lastIndexOf(lineFeed) + 1;
    const isCut = lines > 0 && position + bytes.length < stored.size;
    const isLast = position + bytes.length >= stored.size;
    if (!isCut && bytes.length < longestLine && !isLast) continue;
    const length = isCut ? lines : isLast ? bytes.length : startOfLastCharacter(bytes);
    yield { bytes: bytes.slice(0, length + lengthBehind), length, position, isCut };
    bytes = bytes.slice(length);
    position += length;
  }
}

/** Where the last character of a part of a text in UTF-8 starts, which may go on behind the part. */
function startOfLastCharacter(bytes: Uint8Array): number {
  const start = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  // What is not UTF-8 is refused where it is decoded.
  return start > 0 ? start : bytes.length;
}

const lineFeed = 0x0a;

/** More than a parser looks ahead from the end of a line, in bytes. */
const lengthBehind = 4096;

/** A text with longer lines is not divided there, in bytes. */
const longestLine = 16 * 1024 * 1024;

function whyUnreadable(error: unknown): Unreadable {
  if (error instanceof NotTextError) return unreadable('binary', error.message);
  if (error instanceof LongStatementError) return unreadable('tooLarge', error.message);
  return unreadable('failed', (error as Error).message);
}

function unreadable(reason: Unreadable['reason'], detail: string): Unreadable {
  return { kind: 'unreadable', reason, detail };
}
