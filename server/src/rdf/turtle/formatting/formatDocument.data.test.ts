import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { someOf } from '../../../testing/runs.ts';
import { describeShared } from '../../../testing/shared.ts';
import { isomorphic } from '../../isomorphism.ts';
import { TurtleDocument } from '../turtleDocument.ts';
import { formatDocument } from './formatDocument.ts';
import { defaultFormatOptions } from './formatOptions.ts';

/** Larger files of the same kind as others would take most of the time. */
const largest = 1_000_000;

describeShared('formatting all shared files', '.', (folder) => {
  const groups = new Map<string, string[]>();
  // Sorted, so that the same ones are chosen everywhere.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(ttl|nt)$/.test(name) || statSync(path.join(folder, name)).size > largest) continue;
    const [group] = name.split(path.sep) as [string];
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }

  test.each([...groups])('%s: triples and comments stay, and the second time nothing changes', (_, names) => {
    for (const name of someOf(names)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const before = new TurtleDocument(`http://example.org/${name}`, 1, text);
      const formatted = applyEdits(text, formatDocument(before, defaultFormatOptions));
      const after = new TurtleDocument(before.uri, 2, formatted);
      expect(commentsOf(after), name).toEqual(commentsOf(before));
      expect(isomorphic(after.graph.triples(), before.graph.triples()), name).toBe(true);
      expect(messages(after), name).toEqual(messages(before));
      expect(applyEdits(formatted, formatDocument(after, defaultFormatOptions)), name).toBe(formatted);
    }
  });
});

function commentsOf({ text, comments }: TurtleDocument): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end));
}

function messages({ errors }: TurtleDocument): readonly string[] {
  return errors.map(({ message }) => message);
}
