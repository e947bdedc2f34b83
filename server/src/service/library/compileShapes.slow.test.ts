import { Parser, Store } from 'n3';
import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { compileShapes } from './validate.ts';

test('shapes are read again after the terms were forgotten, also those of a generator', async () => {
  const shapes =
    '@prefix sh: <http://www.w3.org/ns/shacl#> . <urn:S> sh:targetClass <urn:C> ; sh:property [ sh:path <urn:p> ; sh:maxCount 0 ] .';
  const compiled = compileShapes(new Store(new Parser().parse(shapes)).match());
  const messages = async () =>
    (await compiled.validate('<urn:a> a <urn:C> ; <urn:p> 1 .')).results.map(({ message }) => message);
  const before = await messages();
  expect(before).toHaveLength(1);
  terms.sweep(() => {});
  for (let i = 0; i < 100; i++) terms.iri(`urn:other:${i}`);
  expect(await messages()).toEqual(before);
});
