import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { check, hostOf } from '../../../testing/check.ts';
import { block, type Fixture, parseFixture } from '../../../testing/fixture.ts';
import { unitReport } from '../unitReport.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`;

/** The comments before the first statement are above the prefixes. */
const first = 'ex:first ex:p ex:o .';

const never = new AbortController().signal;

/** The components of the results that count, and the comments' problems, as `line code`. */
async function found(data: string, more = shapes): Promise<readonly string[]> {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl\n${first}\n${data}\n${more}`);
  const host = hostOf(fixture);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const { diagnostics } = await host.validate(uri, never);
  const above = text.slice(0, text.indexOf(data)).split('\n').length;
  return (diagnostics.get(uri) ?? []).map(
    ({ range, code }) => `${text.slice(0, range.start).split('\n').length - above + 1} ${code}`,
  );
}

describe('where a comment applies', () => {
  test.each([
    ['no comment', 'ex:a a ex:Person ; ex:age "x" .', ['1 sh:minCount', '1 sh:datatype']],
    [
      'with a colon behind the word',
      block`
        # shacl-repair-ignore: sh:minCount unnamed on purpose
        ex:a a ex:Person ;
          ex:age "x" .`,
      ['3 sh:datatype'],
    ],
    [
      'above a statement, for its subject',
      block`
        # shacl-repair-ignore sh:minCount unnamed on purpose
        ex:a a ex:Person ;
          ex:age "x" .`,
      ['3 sh:datatype'],
    ],
    [
      'above a statement, for another statement about its subject',
      block`
        # shacl-repair-ignore sh:datatype ages are texts
        ex:a a ex:Person ; ex:name "A" .
        ex:a ex:age "x" .
        ex:b a ex:Person ; ex:name "B" ; ex:age "y" .`,
      ['4 sh:datatype'],
    ],
    [
      'at the end of a line',
      block`
        ex:a a ex:Person ; ex:name "A" ;
          ex:age "x" , # shacl-repair-ignore sh:datatype an age
            "y" .`,
      ['3 sh:datatype'],
    ],
    [
      'above a line of a statement',
      block`
        ex:a a ex:Person ; ex:name "A" ;
          # shacl-repair-ignore sh:datatype an age
          # another comment
          ex:age "x" ,
            "y" .`,
      ['5 sh:datatype'],
    ],
    [
      'above blank nodes of a statement',
      block`
        # shacl-repair-ignore sh:datatype an age
        ex:a ex:knows [ a ex:Person ; ex:name "A" ;
          ex:age "x" ] .`,
      [],
    ],
    [
      'several above a statement',
      block`
        # shacl-repair-ignore sh:minCount unnamed
        # shacl-repair-ignore sh:datatype an age

        ex:a a ex:Person ; ex:age "x" .`,
      [],
    ],
    [
      'not in a string',
      block`
        ex:a a ex:Person ; ex:name """
        # shacl-repair-ignore sh:datatype an age
        """ ; ex:age "x" .`,
      ['3 sh:datatype'],
    ],
  ])('%s', async (_, data, expected) => {
    expect(await found(data)).toEqual(expected);
  });
});

describe('what a key means', () => {
  test.each([
    ['sh:minCount', []],
    ['sh:MinCountConstraintComponent', []],
    ['<http://www.w3.org/ns/shacl#minCount>', []],
    ['ex:S', []],
    ['sh:maxCount', ['1 suppression', '2 sh:minCount']],
    ['ex:T', ['1 suppression', '2 sh:minCount']],
    ['nix:T', ['1 suppression', '2 sh:minCount']],
    ['0123456789ab', ['1 suppression', '2 sh:minCount']],
  ])('%s', async (key, expected) => {
    expect(await found(`# shacl-repair-ignore ${key} a reason\nex:a a ex:Person .`)).toEqual(expected);
  });
});

test('comments that ignore nothing say why', () =>
  check(block`
    #- /data.ttl shapes:/shapes.ttl
    ${first}
    # shacl-repair-ignore sh:minCount
    #^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ suppression: Nothing is ignored yet. After sh:minCount, write why its results are to be ignored.
    ex:a a ex:Person .
    #^^^ sh:minCount: …
    # shacl-repair-ignore sh:minCount no longer so
    #^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ suppression: No result of sh:minCount is found in the statement below or about its subject. Remove the comment.
    ex:b a ex:Person ; ex:name "B" .
    # shacl-repair-ignore
    #^^^^^^^^^^^^^^^^^^^^ suppression: Nothing is ignored yet. Write which result and why: # shacl-repair-ignore sh:minCount reason
    ${shapes}`));

test('nothing is called unused while something is not evaluated', async () => {
  const sparql = `${shapes} ex:S sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .`;
  const data = '# shacl-repair-ignore sh:class later\nex:a a ex:Person ; ex:name "A" .';
  expect(await found(data)).toEqual(['1 suppression']);
  expect(await found(data, sparql)).toEqual([]);
});

describe('the verdict', () => {
  test('of a file whose results are all ignored is that it conforms', async () => {
    const fixture = parseFixture(
      `#- /data.ttl shapes:/shapes.ttl\n${first}\n# shacl-repair-ignore sh:minCount unnamed\nex:a a ex:Person .\n${shapes}`,
    );
    const host = hostOf(fixture);
    const { uri } = fixture.files[0]!;
    const { status, suppressed } = unitReport(await host.analysis(uri, never));
    expect([status.verdict, status.results]).toEqual(['conforms', 0]);
    expect(suppressed).toMatchObject([{ message: expect.stringMatching(/ Ignored: unnamed$/) }]);
  });
});

/** Takes the quick fix with a title at an offset, and validates the text after it. */
async function afterFix(files: string, at: string, title: RegExp) {
  const fixture = parseFixture(files);
  const host = hostOf(fixture);
  const { uri, text } = fixture.files[0]!;
  await host.validate(uri, never);
  const start = text.indexOf(at);
  const actions = await host.codeActions(uri, { start, end: start }, never);
  const action = actions.find((each) => title.test(each.title));
  if (action === undefined) throw new Error(actions.map((each) => each.title).join(', '));
  const after = applyEdits(text, action.edits[0]!.edits);
  host.openDocument(uri, 2, after);
  const report = await host.validate(uri, never);
  return { before: text, after, codes: (report.diagnostics.get(uri) ?? []).map(({ code }) => code) };
}

describe('quick fixes', () => {
  const data = (text: string) => `#- /data.ttl shapes:/shapes.ttl\n${first}\n${text}\n${shapes}`;

  test('ignore a result by a comment above its line', async () => {
    const { after, codes } = await afterFix(
      data('ex:a a ex:Person ; ex:name "A" ;\n\tex:age "x" ,\n\t\t"y" .'),
      '"y"',
      /^Ignore this sh:datatype result here…$/,
    );
    expect(after).toContain('"x" ,\n\t\t# shacl-repair-ignore sh:datatype reason\n\t\t"y" .');
    expect(codes).toEqual(['sh:datatype']);
  });

  test('ignore a result of a node by a comment above its statement', async () => {
    const { after, codes } = await afterFix(data('ex:a a ex:Person .'), 'ex:a ', /^Ignore this sh:minCount/);
    expect(after).toContain('\n# shacl-repair-ignore sh:minCount reason\nex:a a ex:Person .');
    expect(codes).toEqual([]);
  });

  test('offer no comment within a string', async () => {
    const text = 'ex:a a ex:Person ; ex:name """A\n""" ; ex:age "x" .';
    await expect(afterFix(data(text), '"x"', /^Ignore/)).rejects.toThrow(/^(?!.*Ignore)/);
  });

  test.each([
    ['ex:a a ex:Person ; ex:name "A" .\n  # shacl-repair-ignore sh:class no\nex:b ex:p ex:c .'],
    ['ex:a a ex:Person ; # shacl-repair-ignore sh:class no\n  ex:name "A" .'],
    ['ex:a a ex:Person ; ex:name "A" .\n# shacl-repair-ignore sh:class no'],
  ])('remove a comment that ignores nothing: %j', async (text) => {
    const { before, after, codes } = await afterFix(data(text), 'sh:class', /^Remove this comment/);
    expect(after).toBe(before.replace(/\n *# shacl-repair-ignore.*| # shacl-repair-ignore.*/, ''));
    expect(codes).toEqual([]);
  });
});
