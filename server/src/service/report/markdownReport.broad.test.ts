import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = `
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .`;

test('results in tables, with their places', async () => {
  expect(await markdown('ex:alice a ex:Person ; ex:age "old" .', shapes)).toMatchInlineSnapshot(`
    "# Validation report

    **2 results** in data.ttl. 2 triples checked with builtin.

    | Severity | Results |
    |---|---:|
    | violation | 1 |
    | warning | 1 |

    | Severity | Place | Focus node | Path | Value | Constraint | Message |
    |---|---|---|---|---|---|---|
    | warning | data.ttl:2:1 | \`ex:alice\` | \`ex:name\` |  | \`sh:minCount\` | ex:alice has no value of ex:name, but needs at least 1 |
    | violation | data.ttl:2:31 | \`ex:alice\` | \`ex:age\` | \`"old"\` | \`sh:datatype\` | ex:age of ex:alice has the datatype xsd:string, not xsd:integer: "old" |
    "
  `);
});

test('what conforms', async () => {
  expect(await markdown('ex:alice a ex:Person ; ex:name "A" .', shapes)).toMatchInlineSnapshot(`
    "# Validation report

    **data.ttl conforms.** 2 triples checked with builtin.
    "
  `);
});

test('what was not checked and what could not be read', async () => {
  const sparql = `${shapes}\nex:PersonShape sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .`;
  expect(await markdown('ex:a a ex:Person ; ex:name "A" . ex:b ex:p ; .', sparql)).toMatchInlineSnapshot(`
    "# Validation report

    **data.ttl: undecided, 1 file with syntax errors, 1 thing not checked.** 2 triples checked with builtin.

    ## Errors and warnings of the input

    - **error**: Expected an object after 'ex:p', found ';'. (data.ttl:2:44)

    ## Not checked

    - sh:sparql of ex:PersonShape is not checked: SERVICE is not allowed: nothing is looked up outside the graph. (shapes.ttl:3:1)
    "
  `);
});

test('nothing was validated', async () => {
  expect(await markdown('ex:a a ex:Person .', undefined)).toMatchInlineSnapshot(`
    "# Validation report

    **data.ttl: not validated, there are no shapes for it.** 1 triple read.
    "
  `);
});

test('what both engines say', async () => {
  const report = await markdown('ex:alice a ex:Person ; ex:name "A" .', shapes, '--engine both');
  expect(report).toContain('checked with both engines. The built-in engine and rdf-validate-shacl agree.');
});

describe('texts of data and shapes stay in their cell', () => {
  test.each([
    ['bars', 'a|b', '"a\\|b"'],
    ['a backslash before a bar', 'a\\\\|b', '"a\\\\\\\\\\|b"'],
    ['line ends', 'a\\nb', '`"""a b"""`'],
    ['backticks', 'a``b', '```"a``b"```'],
    ['markup', '<img src=x>', '`"<img src=x>"`'],
  ])('%s', async (_, written, expected) => {
    const [row] = await rows(`ex:a a ex:Person ; ex:name "A" ; ex:age "${written}" .`, shapes);
    expect(cells(row!)[5]).toBe(expected);
  });

  test('messages', async () => {
    const said = shapes.replace(
      'sh:datatype',
      'sh:message "# One | two\\nthree *four* [five](http://a.example/) <b>six</b>" ; sh:datatype',
    );
    const [row] = await rows('ex:a a ex:Person ; ex:name "A" ; ex:age "old" .', said);
    expect(cells(row!)).toHaveLength(9);
    expect(cells(row!)[7]).toMatch(
      /^\\# One \\\| two<br>three \\\*four\\\* `\[five\]\(http:\/\/a\.example\/\)` \\<b>six\\<\/b><br>/,
    );
  });
});

async function markdown(data: string, shapesText: string | undefined, more = ''): Promise<string> {
  const files = block`
    #- /data.ttl
    ${data}${shapesText === undefined ? '' : `\n#- /shapes.ttl\n${shapesText}`}`;
  const linked = shapesText === undefined ? '' : '--shapes shapes.ttl';
  const { out } = await runInMemory(`validate data.ttl ${linked} ${more} --format markdown`, { files });
  return out;
}

/** The rows of the table of results. */
async function rows(data: string, shapesText: string): Promise<readonly string[]> {
  const report = await markdown(data, shapesText);
  return report.split('\n').filter((line) => /^\| (violation|warning|info).*data\.ttl/.test(line));
}

/** As renderers split them: at the bars that no backslash stands before, or an even number of them. */
function cells(row: string): readonly string[] {
  return row.split(/(?<=(?<!\\)(?:\\\\)*)\|/).map((cell) => cell.trim());
}
