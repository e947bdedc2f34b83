import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdfs } from '../../rdf/vocab.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { guardedUpdate } from './guard.ts';
import { StoreFragment } from './storeFragment.ts';
import { StoreLabels } from './storeLabels.ts';

/* What IRI() and STRDT() in somebody else's rule make: read as a part of an update, the first would empty the store. */

const a = terms.iri('http://example.org/a');
const p = terms.iri('http://example.org/p');
const text = 'http://example.org/x> ex:p 1 } ; DROP ALL ; INSERT DATA { <http://example.org/y';
const unwritable = [terms.iri(text), terms.literal('1', terms.iri(text))];

test.each(unwritable)('it is neither asked about nor written', async (term) => {
  const store = new StoreInMemory('');
  const fragment = new StoreFragment(store);
  const ends = terms.isIri(term)
    ? [
        { subject: term, predicate: p },
        { predicate: term, subject: a },
      ]
    : [];
  expect(fragment.unknown([...ends, { object: term, predicate: p }])).toEqual([]);
  expect(fragment.unknown([{ subject: a, predicate: p }])).toHaveLength(1);
  expect(new StoreLabels(store, [rdfs.label]).unasked([term, a])).toEqual([a]);

  const known = new TurtleDocument(store.url, 0, '').graph;
  const delta = { added: [{ subject: a, predicate: p, object: term }], removed: [] };
  expect(guardedUpdate(known, delta, [{ subject: a, predicate: p }, ...ends])).toEqual({
    kind: 'refused',
    reason: 'It rests on terms that SPARQL 1.1 has no way to write.',
  });
});
