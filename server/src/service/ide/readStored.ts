import { NotTextError, type StoredText, StoredTextReader } from '../../base/storedText.ts';
import type { TextFormat } from '../../rdf/turtle/textFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { LongStatementError, TurtleReader } from '../../rdf/turtle/turtleReader.ts';
import type { Unreadable } from '../../workspace/project/documentStore.ts';

/** Receives the statements of a part of a text. The document has no others, but their places in the whole text. */
export type TakePart = (part: TurtleDocument) => Promise<void>;

/**
 * Reads a text from where it is stored, part by part.
 *
 * @param part does the work on each part.
 * @param onRead receives how many bytes have been read.
 * @param take takes all but the last statements, which the document then lacks. TriG is read as a whole.
 */
export async function readStored(
  {
    uri,
    format,
    stored,
  }: { readonly uri: string; readonly format: TextFormat | undefined; readonly stored: StoredText },
  part: (work: () => void) => void,
  onRead: (bytes: number) => void,
  take?: TakePart,
): Promise<TurtleDocument | Unreadable> {
  const texts = new StoredTextReader(stored);
  const reader = new TurtleReader(uri, format);
  let added = 0;
  const add = (text: string) => {
    part(() => reader.add(text));
    added += text.length;
  };
  const handOver = async () => {
    if (!take || format?.name === 'TriG' || added < partLength) return;
    added = 0;
    await take(reader.take(texts.rope()));
  };
  const problem = await readParts(stored, texts, add, onRead, handOver);
  return problem ?? reader.end(texts.rope());
}

/** How much is read before it is taken, in UTF-16 units. */
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

function whyUnreadable(error: unknown): Unreadable {
  if (error instanceof NotTextError) return unreadable('binary', error.message);
  if (error instanceof LongStatementError) return unreadable('tooLarge', error.message);
  return unreadable('failed', (error as Error).message);
}

function unreadable(reason: Unreadable['reason'], detail: string): Unreadable {
  return { kind: 'unreadable', reason, detail };
}
