import { describe, expect, test } from 'vitest';
import { check, hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';

const rdfs = { inference: 'rdfs' } as const;
const inverse = { inference: 'rdfs+inverse' } as const;

/** What is shown on hover at the cursor. */
async function hoverAt(text: string, settings: Parameters<typeof hostOf>[1]): Promise<string> {
  const fixture = parseFixture(text);
  const [file] = fixture.files;
  const style = { format: 'plaintext', withMessages: true } as const;
  const { signal } = new AbortController();
  const info = await hostOf(fixture, settings).hover(file!.uri, file!.cursor!, style, signal);
  return info?.text ?? '';
}

async function relatedOf(text: string, settings: Parameters<typeof hostOf>[1]): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const host = hostOf(fixture, settings);
  const report = await host.validate(fixture.files[0]!.uri, new AbortController().signal);
  const all = [...report.diagnostics.values()].flat().flatMap(({ related }) => related);
  return all.map(({ place, message }) => {
    const file = fixture.files.find(({ uri }) => uri === place.uri)!;
    return `${file.path} ${file.text.slice(place.range.start, place.range.end)} -- ${message}`;
  });
}

const shapes = `
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
#- /ontology.ttl
ex:Student rdfs:subClassOf ex:Person .
ex:knows rdfs:range ex:Person ; rdfs:domain ex:Person ; a owl:SymmetricProperty .
ex:teaches rdfs:subPropertyOf ex:knows .`;
const files = 'shapes:/shapes.ttl context:/ontology.ttl';

describe('a node that is a target because of what is inferred', () => {
  test('is not checked without the setting', () =>
    check(`
#- /data.ttl ${files}
ex:ann ex:knows ex:bob .
${shapes}`));

  test('is shown where it is described, or else mentioned', () =>
    check(
      `
#- /data.ttl ${files}
ex:ann ex:teaches ex:bob .
#^^^^^ sh:minCount: ex:ann has no value of ex:name, but needs at least 1
#                 ^^^^^^ sh:minCount: ex:bob has no value of ex:name, but needs at least 1
${shapes}`,
      rdfs,
    ));

  test('is checked when the shapes ask for RDFS, whatever the setting', () =>
    check(`
#- /data.ttl ${files}
ex:ann ex:name "Ann" ; ex:knows ex:bob .
#                               ^^^^^^ sh:minCount: ex:bob has no value of ex:name, but needs at least 1
${shapes.replace('#- /shapes.ttl', '#- /shapes.ttl\n<> sh:entailment <http://www.w3.org/ns/entailment/RDFS> .')}`));

  test('is a result of the context when the context implies it by itself', () =>
    check(
      `
#- /data.ttl ${files}
ex:ann ex:name "Ann" ; ex:knows ex:bob .
${shapes}
ex:eve ex:knows ex:bob ; ex:name "Eve" .`,
      rdfs,
    ));

  test('is explained by the triple that makes it one', async () => {
    expect(
      await hoverAt(
        `
#- /data.ttl ${files}
ex:ann ex:name "Ann" ; ex:teaches ex:b$0ob .
${shapes}`,
        rdfs,
      ),
    ).toContain(
      'ex:bob a ex:Person is inferred from ex:ann ex:teaches ex:bob, because ex:teaches rdfs:subPropertyOf ex:knows (rdfs7) and ex:knows rdfs:range ex:Person (rdfs3).',
    );
  });
});

test('what a class says of its subclasses needs no explanation', async () => {
  const text = `
#- /data.ttl ${files}
ex:ann a ex:Student ; ex:knows ex:bob . ex:bob ex:name "Bob" .
${shapes}`;
  expect(await relatedOf(text, rdfs)).toEqual(['/shapes.ttl sh:minCount 1 -- The constraint: sh:minCount 1']);
});

const friends = `
#- /shapes.ttl
ex:FriendShape a sh:NodeShape ; sh:targetNode ex:ann ;
  sh:property [ sh:path ex:knows ; sh:nodeKind sh:BlankNode ] .
#- /ontology.ttl
ex:knows a owl:SymmetricProperty .
ex:teaches rdfs:subPropertyOf ex:knows .`;

describe('a value that is inferred', () => {
  test('is shown at the value of the triple that implies it', () =>
    check(
      `
#- /data.ttl ${files}
ex:ann a ex:Person ; ex:teaches ex:bob .
#                               ^^^^^^ sh:nodeKind: ex:knows of ex:ann is not a blank node: ex:bob
${friends}`,
      rdfs,
    ));

  test('is shown at the triple that is turned round', () =>
    check(
      `
#- /data.ttl ${files}
ex:bob a ex:Person ; ex:knows ex:ann .
#                    ^^^^^^^^^^^^^^^ sh:nodeKind: ex:knows of ex:ann is not a blank node: ex:bob
${friends}`,
      inverse,
    ));

  test('is shown at the predicate of the triple that implies what a closed shape does not allow', () =>
    check(
      `
#- /data.ttl ${files}
ex:ann ex:teaches ex:bob .
#      ^^^^^^^^^^ sh:closed: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:ann ; sh:closed true ; sh:property [ sh:path ex:teaches ] .
#- /ontology.ttl
ex:teaches rdfs:subPropertyOf ex:knows .`,
      rdfs,
    ));

  test('counts, and is explained where there are too many', async () => {
    const text = `
#- /data.ttl ${files}
ex:ann ex:knows ex:eve ; ex:teaches ex:bob .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:ann ; sh:property [ sh:path ex:knows ; sh:maxCount 1 ] .
#- /ontology.ttl
ex:teaches rdfs:subPropertyOf ex:knows .`;
    expect(await relatedOf(text, {})).toEqual([]);
    expect(await relatedOf(text, rdfs)).toEqual([
      '/shapes.ttl sh:maxCount 1 -- The constraint: sh:maxCount 1',
      '/data.ttl ex:bob -- ex:ann ex:knows ex:bob is inferred from ex:ann ex:teaches ex:bob, because ex:teaches rdfs:subPropertyOf ex:knows (rdfs7).',
    ]);
  });
});

describe('what is inferred', () => {
  test('makes values instances of the classes that shapes ask for, by the reference engine as well', async () => {
    const unit = (label: string) => `
#- /data.ttl ${files}
ex:ann ex:knows ex:bob ; ex:likes ex:bob .${label}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:ann ; sh:property [ sh:path ex:likes ; sh:class ex:Person ] .
#- /ontology.ttl
ex:knows rdfs:range ex:Person .`;
    await check(unit('\n#                                 ^^^^^^ sh:class: …'));
    for (const engine of ['builtin', 'rdf-validate-shacl'] as const)
      await check(unit(''), { ...rdfs, engine });
  });

  test('takes schema triples of shapes into account where they count for rdfs:subClassOf', async () => {
    const unit = (label: string) => `
#- /data.ttl shapes:/shapes.ttl
ex:ann ex:knows ex:bob .${label}
#- /shapes.ttl
ex:knows rdfs:range ex:Person .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
    await check(unit('\n#               ^^^^^^ sh:minCount: …'), rdfs);
    await check(unit(''), { ...rdfs, subClassOfFrom: ['data', 'context'] });
  });
});

test('a regime that is not supported is told', async () => {
  const fixture = parseFixture(`
#- /data.ttl shapes:/shapes.ttl
ex:ann ex:knows ex:bob .
#- /shapes.ttl
ex:S sh:targetNode ex:ann ; sh:nodeKind sh:IRI .
<> sh:entailment <http://www.w3.org/ns/entailment/OWL-RDF-Based>, <http://www.w3.org/ns/entailment/Simple> .`);
  const report = await hostOf(fixture).validate(fixture.files[0]!.uri, new AbortController().signal);
  expect(report.status.notChecked).toEqual([
    'The shapes ask for the entailment regime <http://www.w3.org/ns/entailment/OWL-RDF-Based>, which is not supported: what it would infer is not validated. RDFS is.',
  ]);
});
