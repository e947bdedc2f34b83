import type { HostileInput } from './hostileInput.ts';
import { lines, opened } from './opened.ts';

const connected = '[ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ex:q ) ] ]';
const star = '[ sh:zeroOrMorePath ex:p ]';

const ring = (size: number) => lines(size, (i) => `ex:n${i} ex:p ex:n${(i + 1) % size} .`);
const chain = (size: number) => lines(size, (i) => `ex:n${i} ex:p ex:n${i + 1} .`);
/** A grid in which each node links to its right and its lower neighbour. */
const grid = (size: number) => {
  const width = Math.round(Math.sqrt(size));
  return lines(size, (i) => `ex:n${i} ex:p ex:n${i + width} ${(i + 1) % width ? `, ex:n${i + 1}` : ''} .`);
};
const clique = (size: number) =>
  lines(size, (i) => `ex:n${i} ex:p ${Array.from({ length: size }, (_, j) => `ex:n${j}`).join(',')} .`);

const shape = (path: string, constraints: string) =>
  `ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ${path} ; ${constraints} ] .`;

const squared = (size: number) => size * size;

/** When only the number of values matters, the work is the number of nodes. */
const counts: readonly HostileInput[] = [
  ['in two directions, on a chain', connected, chain],
  ['on a ring', star, ring],
  ['on a chain', star, chain],
  ['on a grid', star, grid],
  ['of closures, on a ring', '[ sh:zeroOrMorePath [ sh:oneOrMorePath ex:p ] ]', ring],
  ['of one closure after another, on a chain', `( ${star} [ sh:zeroOrMorePath ex:q ] )`, chain],
].map(([what, path, data]) => ({
  what: `nodes with too many values of a closure ${what}`,
  n: 1000,
  prepare: (size: number) => opened((data as typeof ring)(size), shape(path as string, 'sh:maxCount 1')),
}));

/** Value nodes are judged from every focus node, so the work is the number of pairs. */
const pairs: readonly HostileInput[] = [
  ['that sh:class refuses, on a ring', ring, star, 'sh:class ex:C', 50],
  ['that sh:class refuses, on a chain', chain, star, 'sh:class ex:C', 50],
  ['that sh:class refuses, on a complete graph', clique, star, 'sh:class ex:C', 50],
  ['that sh:node refuses', ring, connected, 'sh:node [ sh:property [ sh:path ex:r ; sh:minCount 1 ] ]', 50],
  ['that one closure after another leads to', ring, `( ${star} ${star} )`, 'sh:class ex:C', 50],
  ['that a closure of closures leads to', ring, `[ sh:oneOrMorePath ${star} ]`, 'sh:class ex:C', 50],
  ['that sh:equals compares', ring, star, 'sh:equals ex:q', 50],
  ['that sh:disjoint compares', ring, star, 'sh:disjoint ex:p', 400],
  [
    'that a qualified shape counts',
    ring,
    star,
    'sh:qualifiedValueShape [ sh:nodeKind sh:IRI ] ; sh:qualifiedMaxCount 1',
    200,
  ],
  [
    'that are judged along a closure in turn',
    ring,
    star,
    `sh:maxCount 1 ; sh:node [ sh:property [ sh:path ${star} ; sh:nodeKind sh:IRI ] ]`,
    200,
  ],
].map(([what, data, path, constraints, n]) => ({
  what: `pairs of focus and value node ${what}`,
  n: n as number,
  work: squared,
  prepare: (size: number) =>
    opened((data as typeof ring)(size), shape(path as string, constraints as string)),
}));

export const closurePaths: readonly HostileInput[] = [...counts, ...pairs];
