import { expect, test } from 'vitest';
import { iriSkeleton, isRespelling } from './iri.ts';

test('two IRIs are spellings of the same one where only the scheme, www., # and / differ', () => {
  const iris = ['http://', 'https://', 'HTTP://www.', 'https://www.', 'urn:'].flatMap((start) =>
    [
      'ex.org',
      'ex.org/ns',
      'ex.org/ns#',
      'ex.org#ns/',
      'ex.org/ns/a',
      'ex.org/ns#a',
      'ex.org/ns/#a',
      'ex.org/nsb',
    ]
      .flatMap((rest) => [rest, `${rest}//`, `${rest}1234567890`, `${rest}/12345/67890#`])
      .map((rest) => start + rest),
  );
  const wrong = iris.flatMap((one) =>
    iris
      .filter(
        (other) => isRespelling(one, other) !== (one !== other && iriSkeleton(one) === iriSkeleton(other)),
      )
      .map((other) => `${one} ${other}`),
  );
  expect(wrong).toEqual([]);
  const spellings = iris.filter((other) => isRespelling('http://ex.org/ns#a', other));
  expect(spellings).toContain('https://www.ex.org/ns/a');
  expect(spellings).not.toContain('http://ex.org/nsb');
});
