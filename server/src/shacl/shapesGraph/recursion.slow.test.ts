import { describe, test } from 'vitest';
import { check } from '../../testing/shaclCheck.ts';

describe('depth does not matter', () => {
  const depth = 10_000;
  const numbers = Array.from({ length: depth }, (_, i) => i);

  test('of shapes in shapes', () =>
    check(
      `ex:S0 sh:targetNode ex:good, ex:bad . ${numbers.map((i) => `ex:S${i} sh:node ex:S${i + 1} .`).join(' ')} ex:S${depth} sh:class ex:C .`,
      'ex:good a ex:C .',
      ['ex:bad ex:bad node'],
    ));

  test('of property shapes in property shapes', () =>
    check(
      `ex:S0 sh:targetNode ex:a . ${numbers.map((i) => `ex:S${i} sh:path ex:p ; sh:property ex:S${i + 1} .`).join(' ')} ex:S${depth} sh:path ex:p ; sh:nodeKind sh:Literal .`,
      'ex:a ex:p ex:a .',
      ['ex:a ex:p ex:a nodeKind'],
    ));

  test('of data under a recursive shape', () =>
    check(
      'ex:S sh:targetNode ex:n0 ; sh:property [ sh:path ex:p ; sh:node ex:S ] , [ sh:path ex:q ; sh:maxCount 0 ] .',
      `${numbers.map((i) => `ex:n${i} ex:p ex:n${i + 1} .`).join(' ')} ex:n${depth} ex:q 1 .`,
      ['ex:n0 ex:p ex:n1 node'],
    ));

  test('of paths', () =>
    check(
      'ex:S sh:targetNode ex:n0 ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:nodeKind sh:IRI ] .',
      `${numbers.map((i) => `ex:n${i} ex:p ex:n${i + 1} .`).join(' ')} ex:n${depth} ex:p 1 .`,
      ['ex:n0 ex:p+ "1" nodeKind'],
    ));
});
