import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../testing/shared.ts';
import { readUpdate } from './updateText.ts';

/** Tests of the SPARQL 1.1 suite that sparqljs does not pass, with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {};

describeShared('W3C SPARQL Update syntax', 'w3c-rdf-tests/sparql/sparql11', (suite) => {
  const cases = ['syntax-update-1', 'syntax-update-2'].flatMap((folder) => {
    const manifest = readFileSync(`${suite}/${folder}/manifest.ttl`, 'utf8');
    // One block per test: `… rdf:type mf:PositiveUpdateSyntaxTest11 … mf:action <file>`.
    return [
      ...manifest.matchAll(/mf:(Positive|Negative)UpdateSyntaxTest11[\s\S]*?mf:action\s+<([^>]+)>/g),
    ].map(([, kind, file]) => ({ kind: kind!, file: `${folder}/${file}` }));
  });

  test('the manifests are read', () => expect(cases).toHaveLength(55));

  test.each(cases)('$kind: $file', async ({ kind, file }) => {
    const text = readFileSync(`${suite}/${file}`, 'utf8');
    const read = await readUpdate(text, { base: 'http://example.org/base/' });
    const accepted = read.kind === 'update' || read.cause === 'notAllowed';
    expect(accepted).toBe((kind === 'Positive') !== file in expectedFailures);
  });
});
