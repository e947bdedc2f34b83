import { describe, expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { withMatchingNumber } from './takenValues.ts';

const iri = (name: string) => terms.iri(`http://example.org/${name}`);

/** Which of some values have the numbers of a node as the values of others have theirs. */
function numbered(node: string, values: readonly string[], others: Readonly<Record<string, string>>) {
  const pairs = Object.entries(others).map(([sibling, value]) => ({
    sibling: iri(sibling),
    value: iri(value),
  }));
  return withMatchingNumber(iri(node), values.map(iri), { pairs }).map((value) =>
    terms.value(value).slice(19),
  );
}

describe('values that are numbered like their nodes', () => {
  test.each<[string, string, string[], Record<string, string>, string[]]>([
    [
      'have the same stem',
      'pump-5',
      ['motor-5', 'fan-5'],
      { 'pump-1': 'motor-1', 'pump-2': 'motor-2' },
      ['motor-5'],
    ],
    ['with or without zeros in front', 'p-05', ['m-5'], { 'p-01': 'm-1', 'p-2': 'm-02' }, ['m-5']],
    [
      "are not another one's with the same last number",
      'ds5',
      ['ds3-file5', 'ds5-file1'],
      { ds1: 'ds1-file1', ds2: 'ds2-file2' },
      [],
    ],
    ['are of the same folder', 'a/5', ['b/5', 'c/5'], { 'a/1': 'b/1', 'a/2': 'b/2' }, ['b/5']],
    ['are of the same floor', 'v-3-7', ['z-2-7', 'z-3-7'], { 'v-2-6': 'z-2-6', 'v-3-6': 'z-3-6' }, ['z-3-7']],
    ['need more than one example', 'p5', ['m5'], { p1: 'm1', p2: 'n2' }, []],
  ])('%s', (_, node, values, others, expected) => {
    expect(numbered(node, values, others)).toEqual(expected);
  });
});
