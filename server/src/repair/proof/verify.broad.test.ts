import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { terms } from '../../rdf/terms.ts';
import { skolemIri } from '../../sparql/termCodec.ts';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { block, withoutPrelude } from '../../testing/fixture.ts';
import type { RepairProblem, Verdict } from '../repair.ts';
import { verify } from './verify.ts';

/** What becomes of an update that is proposed for the first result of a unit; prefixes are those of its first file. */
async function outcome(fixture: string, update: string): Promise<string> {
  const [problem] = await problemsOf(readUnit(fixture));
  const verdict = await verify(problem!, { update, placeholders: [] }, new AbortController().signal);
  return describeVerdict(verdict, problem!.term);
}

function describeVerdict(verdict: Verdict, term: (id: number) => string): string {
  switch (verdict.kind) {
    case 'fixes': {
      const texts = verdict.edits.map(
        ({ document, edits }) =>
          `${document.uri.slice('file:///workspace'.length)}: ${withoutPrelude(applyEdits(document.text, edits)).trimEnd()}`,
      );
      const flags = [
        verdict.degenerate ? 'degenerate' : '',
        verdict.alsoFixes.length > 0 ? `also fixes ${verdict.alsoFixes.length}` : '',
      ].filter(Boolean);
      return [`fixes${flags.length > 0 ? ` (${flags.join(', ')})` : ''}`, ...texts].join('\n');
    }
    case 'introduces':
      return verdict.results
        .map(({ component, focusNode }) => `introduces ${term(component)} at ${term(focusNode)}`)
        .join('\n');
    case 'keepsViolation':
      return verdict.kind;
    case 'notExpressible':
    case 'invalidUpdate':
      return `${verdict.kind}: ${verdict.reason}`;
  }
}

const shapes = `
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:minCount 1 ] .
`;
const noFloor = block`
  #- /data.ttl
  ex:r a ex:Room .${shapes}`;

describe('one file', () => {
  test.each<[string, string, string, string]>([
    [
      'a fix',
      noFloor,
      'INSERT DATA { ex:r ex:floor 1 }',
      block`
        fixes
        /data.ttl: ex:r a ex:Room ;
          ex:floor 1 .`,
    ],
    ['nothing', noFloor, '', 'keepsViolation'],
    [
      'a result that another target leads to as well',
      `#- /data.ttl
ex:r a ex:Room ; ex:part ex:p . ex:s a ex:Room ; ex:part ex:p . ex:p ex:k 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:part ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ] .
`,
      'DELETE DATA { ex:r ex:part ex:p }',
      'keepsViolation',
    ],
    ['something else', noFloor, 'INSERT DATA { ex:r ex:name 1 }', 'keepsViolation'],
    [
      'another of the same',
      noFloor,
      'INSERT DATA { ex:r ex:floor "a" }',
      'introduces sh:DatatypeConstraintComponent at ex:r',
    ],
    [
      'one too many',
      noFloor,
      'INSERT DATA { ex:r ex:floor 1, 2 }',
      'introduces sh:MaxCountConstraintComponent at ex:r',
    ],
    [
      'a new node that violates a shape',
      noFloor,
      'INSERT DATA { ex:r ex:floor 1 . ex:s a ex:Room }',
      'introduces sh:MinCountConstraintComponent at ex:s',
    ],
    ['out of the target', noFloor, 'DELETE DATA { ex:r a ex:Room }', 'fixes (degenerate)\n/data.ttl: '],
    [
      'out of the target with something in its place',
      noFloor,
      'DELETE DATA { ex:r a ex:Room } ; INSERT DATA { ex:r a ex:Hall }',
      'fixes (degenerate)\n/data.ttl: ex:r a ex:Hall .',
    ],
    [
      'more than was asked for',
      block`
        #- /data.ttl
        ex:r a ex:Room ; ex:floor "1", "2" .${shapes}`,
      'DELETE DATA { ex:r ex:floor "1", "2" } ; INSERT DATA { ex:r ex:floor 1 }',
      block`
        fixes (also fixes 2)
        /data.ttl: ex:r a ex:Room ; ex:floor 1 .`,
    ],
    [
      'a loaded graph',
      noFloor,
      'LOAD <http://example.org/>',
      'invalidUpdate: LOAD is not allowed: repairs read and change the triples of the default graph only.',
    ],
    [
      'no update',
      noFloor,
      'Sure! Here is',
      'invalidUpdate: This is not a SPARQL Update: line 1, column 1, at "Sure! Here is".',
    ],
    [
      'a blank node that is made up',
      noFloor,
      'INSERT DATA { ex:r ex:floor 1 ; ex:in <urn:x-bnode:nobody> }',
      'invalidUpdate: The update names a blank node that is not in the data: nobody.',
    ],
    [
      'new blank nodes',
      noFloor,
      'INSERT DATA { ex:r ex:floor 1 ; ex:in [ ex:p _:x ] . _:x ex:q 2 }',
      block`
        fixes
        /data.ttl: ex:r a ex:Room ;
          ex:floor 1 ;
          ex:in [ ex:p [ ex:q 2 ] ] .`,
    ],
  ])('%s', async (_, fixture, update, expected) => {
    expect(await outcome(fixture, update)).toBe(expected);
  });

  test('an existing blank node by its skolem IRI', async () => {
    const unit = readUnit(block`
      #- /data.ttl
      [ a ex:Room ; ex:name "R" ] . # keep me${shapes}`);
    const [problem] = await problemsOf(unit);
    const update = `INSERT DATA { <${skolemIri(problem!.violation.focusNode)}> ex:floor 1 }`;
    const verdict = await verify(problem!, { update, placeholders: [] }, new AbortController().signal);
    expect(describeVerdict(verdict, problem!.term)).toBe(
      'fixes\n/data.ttl: [ a ex:Room ; ex:name "R" ; ex:floor 1 ] . # keep me',
    );
  });
});

describe('several files', () => {
  const two = `
#- /data.ttl
ex:r a ex:Room ; ex:in ex:b .
#- /more.ttl
ex:b a ex:Building . ex:r ex:floor "1" .
#- /context.ttl
ex:Room a owl:Class . ex:c ex:p 1 . ex:r ex:floor "0" .${shapes.replace('sh:maxCount 1 ;', 'sh:maxCount 2 ;')}`;

  test('additions go to the file that describes the subject, the edited one first; removals to all that state it', async () => {
    const fixture = two.replace('ex:r ex:floor "0" .', '').replace('ex:in ex:b', 'ex:in ex:b ; ex:floor "1"');
    expect(
      await outcome(
        fixture,
        'DELETE DATA { ex:r ex:floor "1" } ; INSERT DATA { ex:r ex:floor 1 . ex:b ex:name "B" . ex:new ex:name "N" }',
      ),
    ).toMatchInlineSnapshot(`
      "fixes
      /data.ttl: ex:r a ex:Room ; ex:in ex:b ; ex:floor 1 .

      ex:new ex:name "N" .
      /more.ttl: ex:b a ex:Building ;
        ex:name "B" ."
    `);
  });

  test('blank nodes of context can be named by context only', async () => {
    const fixture = `#- /data.ttl
ex:r a ex:Room ; ex:floor 1 .
#- /context.ttl
ex:r ex:part _:x .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ( ex:part ex:k ) ; sh:minCount 1 ] .
`;
    const [problem] = await problemsOf(readUnit(fixture));
    const part = [...problem!.recorded.input.dataGraph.triples()].find(({ object }) => terms.isBlank(object));
    const update = `INSERT DATA { <${skolemIri(part!.object)}> ex:k 1 }`;
    expect(await outcome(fixture, update)).toMatch(
      /^notExpressible: .* would name a blank node of context\.ttl, which data files can't\.$/,
    );
  });

  test('what context states stays', async () => {
    expect(
      await outcome(two, 'DELETE DATA { ex:r ex:floor "0", "1" } ; INSERT DATA { ex:r ex:floor 1 }'),
    ).toBe('notExpressible: context.ttl, which is context, states ex:r ex:floor "0" too.');
  });

  test.each<[string, string, string, string]>([
    [
      'a value that a data file refers to as the target requires',
      'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:floor ; sh:datatype xsd:integer .',
      'ex:c ex:floor "one" .',
      'introduces sh:DatatypeConstraintComponent at "one"',
    ],
    [
      'a node that a data file describes',
      'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:in ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .',
      'ex:c ex:in ex:b .',
      'introduces sh:MinCountConstraintComponent at ex:c',
    ],
    [
      'a node within a result of the context',
      'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:of ; sh:property [ sh:path ex:of ; sh:node [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ] .',
      'ex:b ex:of ex:c .',
      'introduces sh:MinCountConstraintComponent at ex:c',
    ],
    [
      'a node that data files described before',
      'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:in ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .',
      'ex:c ex:in ex:b .\n#- /more.ttl\nex:c ex:k 1 .',
      'fixes',
    ],
    [
      'a node whose results remain those of the context',
      'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:in ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .',
      'ex:b ex:in ex:c .',
      'fixes',
    ],
  ])(
    'what the context violates already becomes a result of the file: %s',
    async (_, more, context, expected) => {
      const fixture = `#- /data.ttl
ex:r a ex:Room .
#- /context.ttl
${context}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:floor ; sh:minCount 1 ] .
${more}
`;
      expect(await outcome(fixture, 'INSERT DATA { ex:r ex:floor "one" . ex:c ex:k 2 }')).toMatch(
        new RegExp(`^${expected}`),
      );
    },
  );

  test('blank nodes of two files cannot meet in one statement', async () => {
    const unit = readUnit(`
#- /data.ttl
_:a a ex:Room .
#- /more.ttl
_:b a ex:Building .${shapes}`);
    const [problem] = await problemsOf(unit);
    const [building] = unit.documents[1]!.graph.triples();
    const [a, b] = [problem!.violation.focusNode, building!.subject].map((node) => `<${skolemIri(node)}>`);
    const update = `INSERT DATA { ${a} ex:floor 1 ; ex:in ${b} }`;
    const verdict = await verify(problem!, { update, placeholders: [] }, new AbortController().signal);
    expect(verdict.kind).toBe('notExpressible');
  });
});

test('an aborted verification rejects with the reason', async () => {
  const [problem] = await problemsOf(readUnit(noFloor));
  const reason = new Error('newer input');
  const update = 'INSERT DATA { ex:r ex:floor 1 }';
  await expect(verify(problem!, { update, placeholders: [] }, AbortSignal.abort(reason))).rejects.toBe(
    reason,
  );
});

describe('a wide change', () => {
  const rooms = Array.from({ length: 40 }, (_, i) => `ex:r${i}`);
  const fixture = `#- /data.ttl
${rooms.map((room) => `${room} a ex:Room ; ex:floor "1" .`).join('\n')}
ex:s a ex:Room .
${shapes}`;
  const update = `DELETE DATA { ${rooms.map((room) => `${room} ex:floor "1" .`).join(' ')} } ;
INSERT DATA { ${rooms.map((room) => `${room} ex:floor 1 .`).join(' ')} }`;
  const proof = (problem: RepairProblem) =>
    verify(problem, { update, placeholders: [] }, new AbortController().signal);
  const text = [...rooms.map((room) => `${room} a ex:Room ; ex:floor 1 .`), 'ex:s a ex:Room .'].join('\n');

  test('is proven for each of the results that it is proposed for', async () => {
    const outcomes = new Map<string, string>();
    for (const problem of await problemsOf(readUnit(fixture)))
      outcomes.set(
        problem.term(problem.violation.focusNode),
        describeVerdict(await proof(problem), problem.term),
      );
    const expected = `fixes (also fixes 39)\n/data.ttl: ${text}`;
    expect(outcomes.get('ex:r0')).toBe(expected);
    expect(outcomes.get('ex:r39')).toBe(expected);
    expect(outcomes.get('ex:s')).toBe('keepsViolation');
  });

  test('is written anew where a comment has moved what it edits', async () => {
    const [problem] = await problemsOf(readUnit(fixture));
    await proof(problem!);
    const documents = problem!.documents.map((document) =>
      document.edited({
        range: { start: document.text.indexOf('ex:r0'), end: document.text.indexOf('ex:r0') },
        newText: '# New\n',
      }),
    );
    const verdict = await proof({ ...problem!, documents });
    expect(describeVerdict(verdict, problem!.term)).toBe(`fixes (also fixes 39)\n/data.ttl: # New\n${text}`);
  });
});
