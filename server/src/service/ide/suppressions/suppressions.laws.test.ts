import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf } from '../../../testing/check.ts';
import { parseFixture } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import { unitReport } from '../unitReport.ts';

const never = new AbortController().signal;

const shapes = `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`;

/** One line each; a subject has one statement, so that each result has one place. */
const line = fc.oneof(
  fc
    .constantFrom('ex:a', 'ex:b', 'ex:c')
    .chain((subject) =>
      fc.constantFrom(
        `${subject} a ex:Person .`,
        `${subject} a ex:Person ;\n  ex:age "x" .`,
        `${subject} a ex:Person ; ex:name "N" ; ex:age "x" , 1 .`,
        `${subject} a ex:Person ; ex:age 1 . # shacl-repair-ignore sh:minCount because`,
        `${subject} a ex:Person ;\n  # shacl-repair-ignore sh:datatype because\n  ex:age "x" .`,
      ),
    ),
  fc.constantFrom(
    '# shacl-repair-ignore sh:minCount because',
    '# shacl-repair-ignore ex:S because',
    '# shacl-repair-ignore sh:datatype',
    '# shacl-repair-ignore sh:class because',
    '# a comment',
    '',
  ),
);

function uniqueSubjects(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return lines.filter((each) => {
    const subject = /^ex:./.exec(each)?.[0];
    if (subject === undefined) return true;
    const isNew = !seen.has(subject);
    seen.add(subject);
    return isNew;
  });
}

const versions = fc.array(fc.array(line, { maxLength: 8 }).map(uniqueSubjects), {
  minLength: 2,
  maxLength: 5,
});

test('after edits, the same results are ignored as in a file that is opened anew', async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (texts) => {
      const fixtures = texts.map((lines) =>
        parseFixture(`#- /data.ttl shapes:/shapes.ttl\nex:first ex:p 1 .\n${lines.join('\n')}\n${shapes}`),
      );
      const edited = hostOf(fixtures[0]!);
      for (const [i, fixture] of fixtures.entries()) {
        const { uri, text } = fixture.files[0]!;
        edited.openDocument(uri, i + 1, text);
        const shown = async (host: typeof edited) =>
          [...((await host.validate(uri, never)).diagnostics.get(uri) ?? [])]
            .map(({ range, code, message }) => `${range.start} ${code} ${message}`)
            .sort((a, b) => (a < b ? -1 : 1));
        const here = await shown(edited);
        expect(here).toEqual(await shown(hostOf(fixture)));
        const { suppressed } = unitReport(await edited.analysis(uri, never));
        const again = unitReport(await hostOf(fixture).analysis(uri, never)).suppressed;
        expect(new Set(suppressed.map(({ message }) => message))).toEqual(
          new Set(again.map(({ message }) => message)),
        );
      }
    }),
    { numRuns: runs(60) },
  );
});
