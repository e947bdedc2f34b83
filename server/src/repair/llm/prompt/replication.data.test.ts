import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { problemsOf, readUnit } from '../../../testing/checkRepair.ts';
import { airHandler, reviewers } from '../../../testing/reviewers.ts';
import { describeShared } from '../../../testing/shared.ts';
import { promptFor } from './prompt.ts';
import type { Strategy } from './strategy.ts';

/** The five sections of the paper's template, by how its figure names them. */
interface Sections {
  readonly primer: string;
  readonly violation: string;
  readonly shapes: string;
  readonly data: string;
  readonly instructions: string;
}

async function sectionsOf(fixture: string, strategy: Strategy): Promise<Sections> {
  const [problem] = await problemsOf(readUnit(fixture));
  const { text } = promptFor(problem!, { template: 'replication', strategy });
  const form =
    /^(?<primer>.*)\n\n(?<violation>Focus Node: [\s\S]*)\n\nSHACL shapes graph:\n(?<shapes>[\s\S]*)\n\nRDF knowledge graph:\n(?<data>[\s\S]*)\n\n(?<instructions>Use .*)$/;
  const { groups } = form.exec(text) ?? {};
  if (!groups) throw new Error(`these are not the five sections of the paper:\n${text}`);
  return groups as unknown as Sections;
}

const prefixes = `@prefix : <http://example.org/ns#> . @prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix brick: <https://brickschema.org/schema/Brick#> .
`;

function graphOf(turtle: string) {
  const { graph, errors } = new TurtleDocument('file:///figure.ttl', 1, prefixes + turtle);
  expect(errors).toEqual([]);
  return graph;
}

const sameGraph = (a: string, b: string) => isomorphic(graphOf(a).triples(), graphOf(b).triples());

describeShared('the prompts of the paper', '../seeds/000_d23a12fdf9f2ed2f.txt', (file) => {
  // Its listings are indented with wide spaces.
  const paper = readFileSync(file, 'utf8').replace(/\p{Zs}/gu, ' ');
  /** What stands between two texts of the paper. */
  const between = (start: string, end: string) => {
    const from = paper.indexOf(start) + start.length;
    expect(from).toBeGreaterThan(start.length);
    return paper.slice(from, paper.indexOf(end, from)).trim();
  };

  test('the primer and the instructions have its words', async () => {
    const { primer, instructions } = await sectionsOf(airHandler, 'SF');
    expect(primer).toBe(between('\nPrimer ', '\n'));
    // The braces of its first example are lost in print: those of the others are there.
    expect(instructions.replace('INSERT DATA {…}"', 'INSERT DATA …"')).toBe(between('\nInstructions ', '\n'));
  });

  test('the violation context of its figure', async () => {
    const { violation } = await sectionsOf(airHandler, 'SF');
    const [, focus, shape, reason] = /^(.*)\nViolated source SHACL shape:\n([\s\S]*)\n(Reason: .*)$/.exec(
      violation,
    )!;
    expect(focus).toBe(between('\nViolation Context ', '\n'));
    expect(sameGraph(shape!, between('Violated source SHACL shape:\n', '\nReason:'))).toBe(true);
    expect(shape).toMatch(/^\[\] /);
    expect(reason).toBe(between('co2_zone> ].\n', '\n'));
  });

  test('the labels of both contexts are its labels', () => {
    expect(between('\nSHACL Manifest Context ', ' <urn')).toBe('SHACL shapes graph:');
    expect(between('\nKnowledge Graph Context ', ' <urn')).toBe('RDF knowledge graph:');
  });

  // The figures call a class ComitteeMember in the data and CommitteeMember in the shapes.
  const figure = (text: string) => text.replaceAll('ComitteeMember', 'CommitteeMember');

  test('S of the running example is that of its figure', async () => {
    const { shapes } = await sectionsOf(reviewers, 'SF');
    const start = paper.lastIndexOf(':ReviewedByShape a sh:PropertyShape;');
    const shown = paper.slice(start, paper.indexOf('(a) Fig.', start));
    expect(sameGraph(shapes, figure(shown))).toBe(true);
  });

  test('F(S) of the running example is that of its figure', async () => {
    const { data } = await sectionsOf(reviewers, 'SF');
    const start = paper.lastIndexOf('ex:PaperABC a ex:Paper;');
    const shown = paper.slice(start, paper.indexOf('\\end{lstlisting}', start));
    expect(sameGraph(data, figure(shown))).toBe(true);
  });
});
