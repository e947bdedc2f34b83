import { NotTextError, type StoredText, StoredTextReader } from '../../base/storedText.ts';
import type { TextFormat } from '../../rdf/turtle/textFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { LongStatementError, TurtleReader } from '../../rdf/turtle/turtleReader.ts';
import type { Unreadable } from '../../workspace/project/documentStore.ts';

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
): Promise<TurtleDocument | Unreadable> {
  const texts = new StoredTextReader(stored);
  const reader = new TurtleReader(uri, format);
  const add = (text: string) => part(() => reader.add(text));
  const problem = await readParts(stored, texts, add, onRead);
  return problem ?? reader.end(texts.rope());
}

/** The whole text, for what can't be read part by part. */
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

async function readParts(
  stored: StoredText,
  texts: StoredTextReader,
  add: (part: string) => void,
  onRead: (bytes: number) => void,
): Promise<Unreadable | undefined> {
  try {
    for (let position = 0; position < stored.size; ) {
      const bytes = await stored.read(position);
      add(texts.add(bytes));
      position += bytes.length;
      onRead(position);
    }
    add(texts.end());
    return undefined;
  } catch (error) {
    if (error instanceof NotTextError) return unreadable('binary', error.message);
    if (error instanceof LongStatementError) return unreadable('tooLarge', error.message);
    return unreadable('failed', (error as Error).message);
  }
}

function unreadable(reason: Unreadable['reason'], detail: string): Unreadable {
  return { kind: 'unreadable', reason, detail };
}
