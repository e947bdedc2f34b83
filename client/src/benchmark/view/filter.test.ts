import { expect, test } from 'vitest';
import { type CaseFilter, filterCases, noFilter } from './filter.ts';
import { suiteOf } from './testSuite.ts';

const suite = suiteOf(
  [
    { shape: ':Paper', component: 'sh:property', value: ':title' },
    { shape: ':Paper › :title', component: 'sh:minCount', value: '1' },
    { shape: ':Review', component: 'sh:class', value: ':Person' },
  ],
  [
    { id: 'case-0001', violated: [1], covered: [0, 1], focusNodes: ['ex:a'], alpha: 1 },
    { id: 'case-0002', violated: [2], covered: [2], focusNodes: ['ex:b'], alpha: 3, isFragile: true },
    { id: 'case-0003', violated: [1], covered: [0, 1], focusNodes: ['ex:c'], alpha: 7 },
  ],
);

test.each<[string, Partial<CaseFilter>, readonly number[]]>([
  ['everything', {}, [1, 2, 3]],
  ['an id', { text: '0002' }, [2]],
  ['a node, in capitals', { text: 'EX:C' }, [3]],
  ['words of the violated constraint', { text: 'mincount 1 :title' }, [1, 3]],
  ['a constraint on the way', { shape: ':Paper', component: 'sh:property' }, [1, 3]],
  ['a shape and a component that no constraint has together', { shape: ':Paper', component: 'sh:class' }, []],
  ['a component', { component: 'sh:class' }, [2]],
  ['a number of results', { alpha: { from: 3, to: 7 } }, [2, 3]],
  ['what engines judge differently', { onlyFragile: true }, [2]],
  ['all at once', { text: 'ex:', component: 'sh:minCount', alpha: { from: 1, to: 1 } }, [1]],
])('%s', (_, filter, expected) => {
  const found = filterCases(suite, { ...noFilter, ...filter });
  expect(found.map(({ id }) => Number(id.slice(5)))).toEqual(expected);
});
