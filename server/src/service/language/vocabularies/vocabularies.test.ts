import { expect, test } from 'vitest';
import { completeVocabularies } from '../../../rdf/completeVocabularies.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { packedVocabularies } from '../../../testing/packedVocabularies.ts';

const vocabularies = await packedVocabularies();

test('each vocabulary has terms, a prefix to write them with, and classes among its own', () => {
  const prefixes = new Set(knownPrefixes.values());
  for (const namespace of vocabularies.namespaces) {
    expect([...vocabularies.termsIn(namespace)].length).toBeGreaterThan(0);
    expect(prefixes).toContain(namespace);
  }
});

test('the vocabularies that are taken to be complete have all terms of the published ones', () => {
  for (const [namespace, names] of completeVocabularies) {
    const missing = [...vocabularies.termsIn(namespace)].filter(({ name }) => !names.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  }
});

test('domains are members of unions, and classes lead to those above', () => {
  expect(vocabularies.term('http://purl.org/dc/terms/title')?.kind).toBe('property');
  expect(vocabularies.term('https://schema.org/name')?.domains).toEqual(['http://schema.org/Thing']);
  expect(vocabularies.term('http://xmlns.com/foaf/0.1/nothing')).toBeUndefined();
  expect(vocabularies.withBroader(['https://schema.org/Person'])).toContain('http://schema.org/Thing');
});

test('prefixes that everyone uses come before those that some use, which are thousands', () => {
  const { prefixes } = vocabularies;
  expect([...prefixes].slice(0, knownPrefixes.size)).toEqual([...knownPrefixes]);
  expect(prefixes.size).toBeGreaterThan(3000);
  // prefix.cc has an older one.
  expect(prefixes.get('og')).toBe('http://ogp.me/ns#');
  expect(prefixes.get('madsrdf')).toBe('http://www.loc.gov/mads/rdf/v1#');
  expect(prefixes.get('ex')).toBeUndefined();
});
