import { describe, expect, test } from 'vitest';
import { constraintKey } from '../../shacl/evaluator.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import { shortForm } from '../../shacl/model/words.ts';
import { graphOf, unitOf } from '../../testing/shaclCheck.ts';
import { vioProblem } from '../../testing/vios.ts';
import type { CrossCheck } from '../vioCase.ts';
import { referenceCrossCheck } from './crossCheck.ts';
import { introducedBy } from './goldenChanges.testing.ts';

const { signal } = new AbortController();

interface Change {
  readonly shapes: string;
  readonly data: string;
  readonly add: string;
}

/** The verdict of rdf-validate-shacl on a change, when it is given at most `told` results of the built-in engine. */
async function opinion({ shapes, data, add }: Change, told = Number.POSITIVE_INFINITY): Promise<string> {
  const problem = await vioProblem(shapes, data);
  const change = { added: [...graphOf(add).triples()], removed: [] };
  const results = await introducedBy(problem, change);
  const { check } = await referenceCrossCheck(problem, signal);
  return inWords(await check(change, results.slice(0, told), signal));
}

function inWords(check: CrossCheck): string {
  switch (check.kind) {
    case 'agrees':
      return check.kind;
    case 'differs':
      return `${check.kind}: ${check.difference}`;
    case 'notCompared':
      return `${check.kind}: ${check.reason}`;
  }
}

const oneValue =
  'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:maxCount 1 .';

describe('a change is judged by what it brings', () => {
  test.each<[string, Change, string]>([
    ['one result', { shapes: oneValue, data: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2 .' }, 'agrees'],
    [
      'one more result than there was before',
      {
        shapes: `${oneValue} ex:T a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .`,
        data: 'ex:a ex:p 1 .',
        add: 'ex:a ex:p 2 .',
      },
      'agrees',
    ],
    [
      'a result of what it is known to get wrong once the data hold such a literal',
      {
        shapes: `${oneValue} ex:P sh:pattern "^[0-9]$" .`,
        data: 'ex:a ex:p 1 .',
        add: 'ex:a ex:p "😀" .',
      },
      'notCompared: rdf-validate-shacl does not check sh:pattern of P: its regular expressions do not know Unicode categories and characters beyond U+FFFF.',
    ],
    [
      'a result beside what it is known to get wrong',
      {
        shapes: `${oneValue} ex:P sh:minLength 1 .`,
        data: 'ex:a ex:p 1 .',
        add: 'ex:a ex:p "😀" .',
      },
      'agrees',
    ],
    [
      'what rests on something that it does not check',
      {
        shapes: `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:not [ sh:path ex:p ; sh:minLength 3 ; sh:minCount 1 ] .`,
        data: 'ex:a ex:q 1 . ex:b ex:p "😀" .',
        add: 'ex:a ex:p "abc" .',
      },
      'notCompared: rdf-validate-shacl does not check sh:minLength of [ … ]: it counts characters beyond U+FFFF twice.',
    ],
  ])('%s', async (_, change, expected) => {
    expect(await opinion(change)).toBe(expected);
  });

  test('a result that only one engine finds is told', async () => {
    const change = { shapes: oneValue, data: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2 .' };
    expect(await opinion(change, 0)).toBe(
      'differs: rdf-validate-shacl finds sh:maxCount of P violated by a.',
    );
  });
});

test('what took too long is not asked of an engine that nobody could stop', async () => {
  const shapes = `${oneValue} ex:P sh:pattern "^x$" .`;
  const input = unitOf({ shapes, data: 'ex:a ex:p "y" .' });
  const pattern = input.shapes.shapes
    .flatMap(({ constraints }) => constraints)
    .find(({ kind }) => kind === 'pattern')!;
  const recorded = await recordValidation(input, { quarantined: new Set([constraintKey(pattern)]) });
  const problem = { recorded, prefixes: new Map<string, string>(), term: shortForm };
  const { baseline, notChecked } = await referenceCrossCheck(problem, signal);
  expect(baseline).toEqual({ kind: 'agrees' });
  expect(notChecked.map(({ reason }) => reason)).toContain(
    'rdf-validate-shacl does not check sh:pattern of P: it took too long already.',
  );
});
