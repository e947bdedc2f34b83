import { describe, expect, test } from 'vitest';
import { changeLines, generated, vioProblem } from '../testing/vios.ts';
import { defaultGenerateOptions, formOf, type VioSuite } from './vioCase.ts';

/** All that is generated with the options that the command line has, and the constraints that only an unlikely change violates. */
async function generatedFrom(shapes: string, data: string, options = {}) {
  const { unlikely, mix } = defaultGenerateOptions;
  const suite = await generated(await vioProblem(shapes, data), { unlikely, mix, ...options });
  const left = suite.coverage.filter(({ reason }) => reason === 'UNLIKELY');
  return { suite, lines: suite.cases.map(changeLines), left: left.map(({ constraint }) => constraint.kind) };
}

const counts = ({ cases }: VioSuite) => {
  const of = (form: string) => cases.filter(({ change }) => formOf(change) === form).length;
  return { delete: of('delete'), insert: of('insert'), replace: of('replace') };
};

describe('changes that nobody would make by mistake', () => {
  const equipment = 'ex:Equipment a sh:NodeShape, rdfs:Class . ex:Coil rdfs:subClassOf ex:Equipment .';
  const ip = `${equipment} ex:Equipment sh:property [ sh:path ex:ip ; sh:maxCount 1 ] .`;

  test('are properties that others have and no node of the type, if the shape only asks for them of a superclass', async () => {
    const coils = 'ex:coil a ex:Coil . ex:other a ex:Coil .';
    const controller = 'ex:controller a ex:Controller ; ex:ip "10.0.0.1" .';
    const elsewhere = await generatedFrom(ip, `${coils} ${controller}`);
    expect(elsewhere.lines).toEqual([]);
    expect(elsewhere.left).toContain('maxCount');
    expect((await generatedFrom(ip, `${coils} ${controller}`, { unlikely: true })).lines).not.toEqual([]);
    const used = await generatedFrom(ip, `${coils} ${controller} ex:other ex:ip "10.0.0.2" .`);
    expect(used.lines).not.toEqual([]);
    // Where no node has one, nothing tells whose it may be.
    expect((await generatedFrom(ip, coils)).lines).not.toEqual([]);
    const meant = await generatedFrom(ip, `ex:it a ex:Equipment . ${controller}`);
    expect(meant.lines).not.toEqual([]);
  });

  test('are links of a node to itself', async () => {
    const shapes =
      'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:next ; sh:class ex:Door ] .';
    const links = (lines: readonly string[]) => lines.filter((line) => / (<\S+>) <\S+> \1 \.$/.test(line));
    const data = 'ex:room a ex:Room .';
    const all = await generatedFrom(shapes, data, { unlikely: true });
    expect(links(all.lines.flat())).not.toEqual([]);
    const likely = await generatedFrom(shapes, data);
    expect(links(likely.lines.flat())).toEqual([]);
  });

  test('are statements about what is no node of the data', async () => {
    const shapes = `ex:S a sh:NodeShape ; sh:targetObjectsOf ex:medium ; sh:property [ sh:path ex:name ; sh:maxCount 0 ] .
      <http://vocabulary.example/Air> a ex:Fluid .`;
    const term = 'ex:duct ex:medium <http://vocabulary.example/Air> . ex:pump ex:name "P" .';
    const outside = await generatedFrom(shapes, term);
    expect([outside.lines, outside.left]).toEqual([[], ['property', 'maxCount']]);
    const inside = await generatedFrom(shapes, 'ex:duct ex:medium ex:air . ex:pump ex:name "P" .');
    expect(inside.lines).not.toEqual([]);
  });
});

describe('the mix', () => {
  const shapes =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:door ; sh:class ex:Door ; sh:minCount 1 ; sh:maxCount 1 ] .';
  const data = Array.from(
    { length: 8 },
    (_, i) => `ex:r${i} a ex:Room ; ex:door ex:d${i} . ex:d${i} a ex:Door .`,
  ).join('\n');

  test('has as many deletions, insertions and replacements as are asked for', async () => {
    expect(counts((await generatedFrom(shapes, data)).suite)).toEqual({ delete: 1, insert: 1, replace: 1 });
    const mix = { delete: 0, insert: 0, replace: 1 };
    // At most two thirds of the cases are added.
    expect(counts((await generatedFrom(shapes, data, { mix })).suite)).toEqual({
      delete: 1,
      insert: 1,
      replace: 7,
    });
  });

  test('is that of the fewest cases where none is asked for', async () => {
    const { suite } = await generatedFrom(shapes, data, { mix: undefined });
    expect(counts(suite)).toEqual({ delete: 2, insert: 1, replace: 0 });
    expect(suite.coverage.every(({ status }) => status === 'covered')).toBe(true);
  });

  test('tells how far strategies get that understand nothing', async () => {
    const { suite } = await generatedFrom(shapes, data);
    const rows = suite.trivialRepairs.map(({ strategy, semantic, isomorphic }) => [
      strategy,
      semantic,
      isomorphic,
    ]);
    expect(rows).toEqual([
      ['noop', 0, 0],
      ['delete-inserted', 1, 1],
      ['delete-focus', 3, 0],
    ]);
  });
});
