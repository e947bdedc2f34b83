/** Lists are repaired in place in every format: a member changed, added and removed, and all other lines stay. */
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = (asked: string) => `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Route ; sh:property [ sh:path ex:stops ; ${asked} ] .`;
const asked = {
  changed: 'sh:memberShape [ sh:nodeKind sh:IRI ; sh:in ( ex:central ex:harbour ex:market ) ]',
  removed: 'sh:uniqueMembers true',
  added: 'sh:minListLength 3',
};
const ns = 'http://example.org/ns#';

const turtle = (members: string) => `@prefix ex: <${ns}> .
# before
ex:r a ex:Route ;
  ex:stops (${members} ) ; # the stops
  ex:label "R" .
# behind
`;
const json = (members: readonly string[]) => `{
  "@context": { "ex": "${ns}", "stops": { "@id": "ex:stops", "@type": "@id", "@container": "@list" } },
  "@id": "ex:r",
  "@type": "ex:Route",
  "stops": [${members.map((each) => `"ex:${each}"`).join(', ')}],
  "ex:label": "R"
}
`;
const xml = (
  members: readonly string[],
) => `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="${ns}">
  <!-- before -->
  <ex:Route rdf:about="${ns}r">
    <ex:stops rdf:parseType="Collection">
${members.map((each) => `      <rdf:Description rdf:about="${ns}${each}"/>\n`).join('')}    </ex:stops>
    <ex:label>R</ex:label>
  </ex:Route>
</rdf:RDF>
`;
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** A new member has a cell with a new label. */
const cell = (member: string | undefined, i: number) =>
  member === undefined ? `<${rdf}nil>` : `_:${member === 'Member_1' ? 'b0' : i}`;
const lines = (members: readonly string[], graph: string) =>
  [
    `<${ns}r> <${rdf}type> <${ns}Route>${graph} .`,
    `<${ns}r> <${ns}label> "R"${graph} .`,
    '# the stops',
    `<${ns}r> <${ns}stops> _:0${graph} . # from here`,
    ...members.flatMap((each, i) => [
      `${cell(each, i)} <${rdf}first> <${ns}${each}>${graph} .`,
      `${cell(each, i)} <${rdf}rest> ${cell(members[i + 1], i + 1)}${graph} .`,
    ]),
    '',
  ].join('\n');
/** Members as they stand in Turtle. */
const inTurtle = (members: readonly string[]) => members.map((each) => ` ex:${each}`).join('');

const formats: Readonly<Record<string, (members: readonly string[]) => string>> = {
  ttl: (members) => turtle(inTurtle(members)),
  trig: (members) =>
    turtle(inTurtle(members)).replace('# before', '# before\nex:g {').replace('# behind', '}\n# behind'),
  nt: (members) => lines(members, ''),
  nq: (members) => lines(members, ` <${ns}g>`),
  jsonld: json,
  rdf: xml,
};

async function applied(
  format: string,
  kind: keyof typeof asked,
  members: readonly string[],
): Promise<string> {
  const file = `/data.${format}`;
  const { out, err, written } = await runInMemory(
    `repair data.${format} --shapes shapes.ttl --apply=likely --accept-placeholders`,
    { files: shapes(asked[kind]), texts: { [file]: formats[format]!(members) } },
  );
  return written[file] ?? out + err;
}

test.each(Object.keys(formats))('%s', async (format) => {
  const text = formats[format]!;
  const [changed, removed, added] = [
    await applied(format, 'changed', ['central', 'harbuor', 'market']),
    await applied(format, 'removed', ['central', 'harbour', 'harbour', 'market']),
    await applied(format, 'added', ['central', 'harbour']),
  ];
  expect([changed, removed, added]).toEqual([
    text(['central', 'harbour', 'market']),
    text(['central', 'harbour', 'market']),
    text(['central', 'harbour', 'Member_1']),
  ]);
});
