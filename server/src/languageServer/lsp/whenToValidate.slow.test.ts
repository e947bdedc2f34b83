/** When open files are validated, by the setting. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { EditorSession } from './editorSession.testing.ts';

const files = {
  'shapes.ttl': block`
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix ex: <http://example.org/> .
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  `,
  'ann.ttl': block`
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/> .
    ex:ann a ex:Person .
  `,
};

let editor: EditorSession;

afterEach(() => editor.end());

test('on save: what is typed is validated once it is on disk', async () => {
  editor = await EditorSession.start(files, { validation: { run: 'onSave', debounce: 10 } });
  expect(await editor.open('ann.ttl')).toBe(1);
  editor.client.forgetValidations();
  await editor.type('ann.ttl', 'ex:Person', 'ex:Person ; ex:name "Ann"');
  // A syntax error is shown at any time.
  await editor.type('ann.ttl', '"Ann"', '"Ann" ; ex:age');
  await editor.client.until(
    () => editor.problems('ann.ttl').some((each) => each.endsWith('syntax')),
    20_000,
    'syntax',
  );
  expect(editor.problems('ann.ttl')).toContain('ex:ann sh:minCount');
  await editor.type('ann.ttl', ' ; ex:age', '');
  writeFileSync(path.join(editor.folder, 'ann.ttl'), editor.text('ann.ttl'));
  await editor.client.fileChanged(editor.uri('ann.ttl'));
  expect(await editor.validated('ann.ttl')).toBe(0);
  await editor.shows('ann.ttl', []);
});

test('off: nothing is validated until it is asked for', async () => {
  editor = await EditorSession.start(files, { validation: { run: 'off' } });
  const uri = editor.uri('ann.ttl');
  await editor.client.open(uri, editor.text('ann.ttl'));
  expect(await editor.client.validated(uri)).toMatchObject({ results: 0, verdict: 'undecided' });
  expect(editor.problems('ann.ttl')).toEqual([]);
  expect((await editor.client.report(uri))!.results).toHaveLength(1);
});
