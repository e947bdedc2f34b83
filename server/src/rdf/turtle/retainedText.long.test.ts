import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TurtleDocument } from './turtleDocument.ts';

/*
 * JavaScript engines make a substring by pointing into the string that it was cut from. One that lives on, such as the
 * namespace of a prefix, would keep the first version of a text in memory, beside all that was typed since.
 */

const uri = 'http://example.org/document';

let document: TurtleDocument;

test('a large text that is edited all over takes no more memory than when it was opened', async () => {
  // The code is compiled first.
  open(1000);
  edit(1000);
  open(60_000);
  const { length } = document.rope;
  const before = await usedHeap();
  edit(2000);
  expect(document.rope.length).toBe(length);
  // It would grow by more than the whole text.
  expect((await usedHeap()) - before).toBeLessThan(length / 4);
});

function open(statements: number): void {
  document = new TurtleDocument(uri, 1, turtle(statements));
}

/** Adds a letter at places all over the text, and takes it away again. */
function edit(places: number): void {
  for (let i = 0; i < places; i++) {
    const at = document.rope.indexOf('label of', Math.floor((document.rope.length / places) * i * 0.99));
    change(at, at, 'x');
    change(at, at + 1, '');
  }
}

function change(start: number, end: number, text: string): void {
  const rope = document.rope.replaced({ start, end }, text);
  document = document.changed(document.version + 1, rope, { start, end, length: text.length });
}

/** What is in use once garbage is collected, in bytes. */
async function usedHeap(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) {
    // What a function on the stack or a weak reference holds is free when the event loop has turned.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

/** A declaration, statements with a name of its own for each node, about 100 characters each, and one that can't be read. */
function turtle(count: number): string {
  const statements = Array.from(
    { length: count },
    (_, i) => `ex:node-with-a-long-name-${i} ex:property "a label of some length, which is number ${i}" .`,
  );
  statements[count / 2] = 'ex:broken ex:property no-quotes-around-this-text .';
  return `@prefix ex: <http://example.org/a/namespace/that/is/long#> .\n${statements.join('\n')}\n`;
}
