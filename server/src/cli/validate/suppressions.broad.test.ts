import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ex:a a ex:Person . # shacl-repair-ignore sh:minCount unnamed on purpose
  ex:b a ex:Person .
  ex:c ex:p 1 . # shacl-repair-ignore sh:class gone
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

test('ignored results are counted in text, and comments that ignore nothing are warnings', async () => {
  const { code, out, err } = await runInMemory('validate data.ttl', { files });
  expect(code).toBe(1);
  expect(out).toMatch(/^1 result in 1 file \(1 violation\), .*; 1 result ignored$/m);
  expect(err).toMatch(
    /^data\.ttl:5:15: warning: No result of sh:class starts on this line\. Remove the comment\.$/m,
  );
});

test('JSON lists ignored results with the reason and the place of the comment', async () => {
  const { out } = await runInMemory('validate data.ttl --format json', { files });
  const { results, errors } = JSON.parse(out);
  expect(results).toMatchObject([
    { focusNode: '<http://example.org/ns#b>' },
    {
      focusNode: '<http://example.org/ns#a>',
      suppressed: {
        reason: 'unnamed on purpose',
        location: { uri: 'file:///workspace/data.ttl', start: { line: 2, character: 19 } },
      },
    },
  ]);
  expect(results[0]).not.toHaveProperty('suppressed');
  expect(errors).toMatchObject([{ severity: 'warning', kind: 'suppression', start: { line: 4 } }]);
});

test('SARIF suppresses them in source', async () => {
  const { out } = await runInMemory('validate data.ttl --format sarif', { files });
  const [{ results, invocations }] = JSON.parse(out).runs;
  expect(results.map(({ suppressions }: { suppressions?: unknown }) => suppressions)).toEqual([
    undefined,
    [
      {
        kind: 'inSource',
        justification: 'unnamed on purpose',
        location: {
          physicalLocation: {
            artifactLocation: { uri: 'data.ttl', uriBaseId: 'WORKINGDIRECTORY' },
            region: { startLine: 3, startColumn: 20, endLine: 3, endColumn: 72 },
          },
        },
      },
    ],
  ]);
  expect(invocations[0].toolExecutionNotifications).toMatchObject([{ level: 'warning' }]);
});

test('Markdown lists them, and a sh:ValidationReport does not', async () => {
  const markdown = await runInMemory('validate data.ttl --format markdown', { files });
  expect(markdown.out).toContain(
    '## Ignored\n\n- `sh:minCount` at `ex:a` (data.ttl:3:1): unnamed on purpose\n',
  );
  const turtle = await runInMemory('validate data.ttl --format turtle', { files });
  expect(turtle.out.match(/a sh:ValidationResult/g)).toHaveLength(1);
});

test('repair leaves them alone', async () => {
  const { out } = await runInMemory('repair data.ttl --format json', { files });
  const { violations } = JSON.parse(out);
  expect(violations.map(({ focusNode }: { focusNode: string }) => focusNode)).toEqual([
    '<http://example.org/ns#b>',
  ]);
});

test('a comment can name the key of a result that JSON lists', async () => {
  const [open] = JSON.parse((await runInMemory('validate data.ttl --format json', { files })).out).results;
  const more = files.replace(
    'ex:b a ex:Person .',
    `ex:b a ex:Person . # shacl-repair-ignore ${open.key} known`,
  );
  const { code } = await runInMemory('validate data.ttl', { files: more });
  expect(code).toBe(0);
});

test('--no-suppressions takes no notice of comments', async () => {
  const { code, out, err } = await runInMemory('validate data.ttl --no-suppressions --format json', {
    files,
  });
  const { results, errors } = JSON.parse(out);
  expect(results.map(({ focusNode }: { focusNode: string }) => focusNode)).toEqual([
    '<http://example.org/ns#a>',
    '<http://example.org/ns#b>',
  ]);
  expect([code, errors, err]).toEqual([1, [], '']);
  expect(out).not.toContain('suppressed');
  const since = await runInMemory('validate data.ttl --no-suppressions --changed-since main', {
    files,
    revisions: { main: files },
  });
  expect(since.code).toBe(0);
});
