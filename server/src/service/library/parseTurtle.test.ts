import { DataFactory, Parser, Store } from 'n3';
import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { parseTurtle } from './library.ts';
import { readFixture } from './libraryFixture.testing.ts';

test('the same quads as N3 reads', () => {
  const { data } = readFixture(`#- /data.ttl
ex:alice ex:name "Ålice"@de , "אליס"@he , "👩‍🔬" ; ex:age 12 ; ex:knows [ ex:age 1.5 ] , _:bob .
_:bob ex:list ( 1 true ) .`);
  const own = new Store(parseTurtle(data).quads as never[]);
  const others = new Store(new Parser().parse(data));
  expect(own.size).toBe(others.size);
  const ground = (store: Store) =>
    store
      .getQuads(null, null, null, null)
      .filter(({ subject, object }) => ![subject, object].some(({ termType }) => termType === 'BlankNode'));
  expect(ground(own).every((quad) => others.has(quad))).toBe(true);
  expect(ground(own)).toHaveLength(ground(others).length);
});

test('prefixes, and errors where they are', () => {
  const { prefixes, errors, quads } = parseTurtle(
    block`
      @prefix ex: <http://ex/> .
      ex:a ex:p ;; ex:q 1 .
      ex:b ex:r 2 .`,
    { uri: 'file:///people.ttl' },
  );
  expect(prefixes).toEqual({ ex: 'http://ex/' });
  expect(errors).toMatchObject([
    {
      severity: 'error',
      kind: 'syntax',
      uri: 'file:///people.ttl',
      location: { start: { line: 1, character: 10, offset: 37 } },
    },
  ]);
  expect(quads.map(({ predicate }) => predicate.value)).toContain('http://ex/r');
});

test('relative IRIs are below the uri of the text', () => {
  expect(parseTurtle('<#a> <p> <> .').quads[0]!.subject.value).toBe('file:///data.ttl#a');
  const [quad] = parseTurtle('<#a> <p> <> .', { uri: 'http://ex/data/x' }).quads;
  expect([quad!.subject.value, quad!.predicate.value]).toEqual(['http://ex/data/x#a', 'http://ex/data/p']);
});

test('blank nodes are the same when the same text is read again', () => {
  const text = '_:a <http://ex/p> [] .';
  const labels = () => parseTurtle(text).quads.map(({ subject, object }) => [subject.value, object.value]);
  expect(labels()).toEqual(labels());
});

test('quads can be made by another factory, and compared with its own', () => {
  const [quad] = parseTurtle('<http://ex/a> <http://ex/p> "x"@en .', { factory: DataFactory }).quads;
  expect(quad).toBeInstanceOf(
    DataFactory.quad(DataFactory.namedNode('a'), DataFactory.namedNode('b'), DataFactory.namedNode('c'))
      .constructor,
  );
  const [simple] = parseTurtle('<http://ex/a> <http://ex/p> "x"@en .').quads;
  expect(simple!.equals(quad)).toBe(true);
  expect(simple!.object.equals(quad!.subject)).toBe(false);
  expect(structuredClone(simple)).toEqual({ ...simple });
});
