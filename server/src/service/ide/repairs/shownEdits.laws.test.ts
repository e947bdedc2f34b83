import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import '../../../testing/seed.ts';
import type { AnalysisHost } from '../analysisHost.ts';

const never = new AbortController().signal;

const shapes = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:kind ; sh:in ( "office" "lab" ) ] .`;

const statements = fc.constantFrom(
  'ex:a a ex:Room ; ex:floor "1" .',
  'ex:b a ex:Room ; ex:floor "2" ; ex:kind "Office" . # ours',
  'ex:c a ex:Room ; ex:floor 1 , 2 .',
  'ex:d a ex:Room ; ex:kind "labb" .',
  'ex:e a ex:Hall .',
  '# a note',
);

/** What somebody else writes, by the number of lines of the text. */
const typed = fc.oneof(
  fc.record({ line: fc.nat(), text: statements }),
  fc.record({ line: fc.nat(), text: fc.constant(undefined) }),
);

/** The keys of the results of a text, each as often as it is there. */
async function resultsOf(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl\n\n${shapes}`);
  const host = hostOf(fixture);
  const [data] = fixture.files;
  host.openDocument(data!.uri, 2, text);
  const { placed } = await host.analysis(data!.uri, never);
  return placed.map(({ key }) => key);
}

/** What the menu or a command offers at this moment. */
async function offered(host: AnalysisHost, uri: string, start: number, all: boolean) {
  if (all)
    return [
      {
        keys: [] as readonly string[],
        needsInput: false,
        ...(await host.fixAll(uri, { component: undefined }, never)),
      },
    ];
  return host.codeActions(uri, { start, end: start }, never);
}

test('an edit that says it is for the newest text is, whatever was typed while it was computed', async () => {
  let [applied, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(statements, { minLength: 2, maxLength: 6 }),
      fc.array(typed, { minLength: 1, maxLength: 2 }),
      fc.nat(12),
      fc.nat(),
      fc.boolean(),
      async (lines, changes, pause, pick, all) => {
        const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl\n${lines.join('\n')}\n${shapes}`);
        const [{ uri, text: before }] = fixture.files as [(typeof fixture.files)[number]];
        const host = hostOf(fixture);
        const { placed } = await host.analysis(uri, never);
        if (placed.length === 0) return;
        const { place } = placed[pick % placed.length]!;
        const asking = offered(host, uri, place!.range.start, all);
        let [text, version] = [before, 1];
        for (const { line, text: statement } of changes) {
          for (let i = 0; i < pause; i++) await setImmediate();
          const now = text.split('\n');
          // The prefixes are above.
          const at = now.length - 1 - (line % lines.length);
          if (statement === undefined) now.splice(at, 1);
          else now.splice(at, 0, statement);
          text = now.join('\n');
          host.openDocument(uri, ++version, text);
        }
        // Changes of the shapes are for a text that nobody types in here.
        const withEdits = (await asking).filter(({ edits }) => edits.some((edit) => edit.uri === uri));
        if (withEdits.length === 0) return;
        const { edits, keys, needsInput } = withEdits[pick % withEdits.length]!;
        expect(edits.map((edit) => edit.uri)).toEqual([uri]);
        // Clients apply an edit to the version that it names, and to no other.
        if (edits[0]!.version !== version) {
          refused++;
          return;
        }
        applied++;
        const [old, now] = [await resultsOf(text), await resultsOf(applyEdits(text, edits[0]!.edits))];
        expect(now.filter((key) => !old.includes(key))).toEqual([]);
        if (!needsInput) expect(now.filter((key) => keys.includes(key))).toEqual([]);
      },
    ),
    { numRuns: runs(500) },
  );
  expect(applied).toBeGreaterThan(runs(20));
  expect(refused).toBeGreaterThan(runs(20));
});
