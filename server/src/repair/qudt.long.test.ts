import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { listing, problemsOf } from '../testing/checkRepair.ts';
import { describeShared } from '../testing/shared.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

describeShared('81,000 triples of QUDT in one file', 'qudt-v2.1.43-merged', (folder) => {
  test('suggestions take no longer for it', async () => {
    const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
    const text = read('qudt-all-81303.ttl')
      .replace(
        'quantitykind:CurrentLinkage, quantitykind:DisplacementCurrent,',
        'quantitykind:CurrentLinkge,',
      )
      .replace('qudt:conversionMultiplier 1.0;', 'qudt:conversionMultiplier "1.0";');
    const problems = await problemsOf({
      documents: [new TurtleDocument('file:///units.ttl', 1, text)],
      shapes: [new TurtleDocument('file:///schema.ttl', 1, read('SCHEMA_QUDT_NoOWL-v2.1.ttl'))],
      context: [],
    });
    const best: (string | undefined)[] = [];
    for (const problem of [...problems, ...problems]) {
      const suggestions = await suggestRepairs(problem, { max: 5 }, new AbortController().signal);
      best.push(listing(suggestions).split('\n')[0]);
    }
    expect(best.slice(0, 2)).toEqual([
      'attested: Change "1.0" to 1.0 -- the same text',
      'plausible: Change quantitykind:CurrentLinkge to quantitykind:CurrentLinkage -- no file describes quantitykind:CurrentLinkge; quantitykind:CurrentLinkage is the qudt:QuantityKind with the nearest name',
    ]);
  });
});
