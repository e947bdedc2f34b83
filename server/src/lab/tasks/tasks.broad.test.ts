import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { terms } from '../../rdf/terms.ts';
import { parse } from '../../repair/llm/answer/turtleReadings.ts';
import { block } from '../../testing/fixture.ts';
import { tasks } from './index.ts';
import { connectionIn, connectionTask, evaluateConnection } from './questions/connectionTask.ts';
import { factsTask, machineOf, sheetText, sheetTurtle } from './questions/factsTask.ts';
import {
  crowdOf,
  drawnCrowd,
  evaluateFriendCount,
  friendCountTask,
  personIri,
  publishedCrowd,
} from './questions/friendCountTask.ts';
import { officeCast, officeTurtle } from './questions/officeGraph.ts';
import { evaluateSample, peopleIn, sampleTask } from './questions/sampleTask.ts';
import { editDistance, evaluateCorrectedFile, faultyFile } from './questions/smallFilesTask.ts';
import { faultKinds } from './questions/syntaxFaults.ts';
import { normalisedTriples } from './scores/graphScores.ts';
import type { TaskScores } from './task.ts';

const { signal } = new AbortController();

/** Scores as they are told: rounded to three digits. */
function scoresOf({ scores }: { readonly scores: TaskScores }): TaskScores {
  return Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [
      name,
      score === null ? null : Math.round(score * 1000) / 1000,
    ]),
  );
}

test('every task asks the same for the same choice, and of other names for another seed', () => {
  for (const task of tasks) {
    const prompt = (seed: number) =>
      task.pose({ size: task.sizes[0], seed, repeat: 1, wording: 'own', syntax: 'turtle' }).prompt;
    expect(prompt(3)).toBe(prompt(3));
    if (task !== sampleTask) expect(prompt(3)).not.toBe(prompt(4));
  }
});

test('the wording of the paper leaves in what makes the tasks hard', () => {
  const prompts = Object.fromEntries(
    tasks.map(({ id, sizes, pose }) => [
      id,
      pose({ size: sizes[0], seed: 0, repeat: 1, wording: 'paper', syntax: 'turtle' }).prompt,
    ]),
  );
  expect(prompts.T1).toContain('the shortest non trivial connection from Lea to Tom. Please summarize');
  expect(prompts.T2).toContain('PREFIX owl: <http://www.w3.org/2002/owl#>');
  // The class is misspelt, and nothing tells to leave nobody out.
  expect(prompts.T3).toBe(
    'Create a knowledge graph in turtle format that consists of 10 different objects of type foaf:person . Each should have at least 2 and at most 9 connections to other persons via foaf:knows . Give no extra text.',
  );
  // Which terms of these vocabularies are meant is not said.
  expect(prompts.T5).not.toMatch(/schema\.org\/|qudt\.org|xmlns|MilliM/);
});

test.each([
  [1000, 6, 1],
  [2000, 16, 3],
  [8000, 76, 3],
])('the published crowd of %s bytes has %s people, and %s links more', (size, people, extra) => {
  const crowd = publishedCrowd(size);
  expect([crowd.people, crowd.special, crowd.links.length]).toEqual([people, 4, 2 * people + extra]);
  const more = crowd.links.slice(2 * people).map(String);
  expect(more).toEqual(extra === 1 ? ['1,4'] : ['7,4', '8,4', '9,4']);
});

describe('T1, a connection', () => {
  const lab = 'https://example.org/lab/';
  const iris = (...names: readonly string[]) => names.map((name) => lab + name);
  const expected = iris('lea', 'opticsGroup', 'institute', 'libraryUnit', 'tom');
  const turtle = officeTurtle(officeCast(0));
  const scores = (answer: string) => scoresOf(evaluateConnection(answer, { turtle, expected }));

  test('is the one shortest way without types', () => {
    expect(connectionIn(turtle, `${lab}lea`, `${lab}tom`)).toEqual(expected);
    for (let seed = 1; seed < 30; seed++) {
      const cast = officeCast(seed);
      const [from, to] = cast.people.map(({ name }) => lab + name);
      expect(connectionIn(officeTurtle(cast), from!, to!)).toHaveLength(5);
    }
  });

  test('right, and nothing else', () => {
    expect(scores(expected.join('\n'))).toMatchObject({
      'strict.f1': 1,
      'lenient.f1': 1,
      'recovered.f1': 1,
      listF1: 1,
      listTrimF1: 1,
      lineBrevity: 1,
      orderedPath: 1,
      validPath: 1,
    });
  });

  test('with the two roles added', () => {
    const answer = iris(
      'lea',
      'groupLeader',
      'opticsGroup',
      'institute',
      'libraryUnit',
      'librarian',
      'tom',
    ).join('\n');
    expect(scores(answer)).toMatchObject({
      listPrecision: 0.714,
      listRecall: 1,
      listF1: 0.833,
      textShortF1: 1,
      orderedPath: 0,
      // A detour by the roles, but a way.
      validPath: 1,
    });
  });

  test('four lines of five', () => {
    const answer = expected.slice(0, 4).join('\n');
    expect(scores(answer)).toMatchObject({ listPrecision: 1, listRecall: 0.8, listF1: 0.889 });
  });

  test('a list with bullets among prose', () => {
    const listed = [...iris('lea', 'groupLeader', 'opticsGroup', 'institute', 'librarian'), expected[4]];
    const answer = [
      ...listed.map((iri) => `* ${iri}`),
      ...Array.from({ length: 10 }, () => 'Some words.'),
    ].join('\n');
    expect(scores(answer)).toMatchObject({
      'strict.f1': 0,
      listPrecision: 0.25,
      listRecall: 0.8,
      listF1: 0.381,
      lineBrevity: 0.375,
    });
  });

  test('a trailing blank costs the list, not the trimmed one', () => {
    const answer = expected.map((iri) => `${iri} `).join('\n');
    expect(scores(answer)).toMatchObject({ listF1: 0, listTrimF1: 1, textHttpF1: 1, 'strict.f1': 0.2 });
  });

  test('in angle brackets, backwards, in a sentence, empty', () => {
    expect(scores(expected.map((iri) => `<${iri}>`).join('\n'))).toMatchObject({
      'strict.f1': 0,
      listTrimF1: 0,
      'lenient.f1': 1,
      orderedPath: 1,
    });
    expect(scores(expected.toReversed().join('\n'))).toMatchObject({
      listF1: 1,
      orderedPath: 0,
      validPath: 0,
    });
    expect(scores('From lea over the opticsGroup and the institute.')).toMatchObject({
      'lenient.f1': 0,
      textShortRecall: 0.6,
      textHttpPrecision: null,
    });
    expect(scores('')).toMatchObject({ 'strict.f1': 0, 'lenient.f1': 0, 'recovered.f1': 0, lineBrevity: 0 });
  });

  test('what is wrong is said without saying what is right', async () => {
    const { evaluate } = connectionTask.pose({
      size: undefined,
      seed: 0,
      repeat: 1,
      wording: 'own',
      syntax: 'turtle',
    });
    const feedback = async (answer: string) => (await evaluate(answer, signal)).feedback;
    expect(await feedback(expected.join('\n'))).toBeUndefined();
    expect(await feedback('no')).toBe('Your answer has no IRI in it.');
    expect(await feedback(`The way:\n${expected.join('\n')}`)).toBe(
      '1 of the 6 lines of your answer are not an IRI and nothing else.',
    );
    expect(await feedback(iris('lea', 'tom').join('\n'))).toContain('are not connected');
  });
});

describe('T2L, small files', () => {
  test('have every kind of slip within as many repeats', () => {
    for (const seed of [0, 5]) {
      const kinds = faultKinds.map((_, i) => faultyFile(seed, i + 1).fault.kind);
      expect(new Set(kinds).size).toBeGreaterThan(faultKinds.length - 3);
    }
  });

  test('fail to parse, and are byte for byte as before without the slip', () => {
    for (let repeat = 1; repeat <= 2 * faultKinds.length; repeat++) {
      const { correct, fault } = faultyFile(0, repeat);
      expect(parse(correct).errors).toEqual([]);
      expect(parse(fault.text).errors).not.toEqual([]);
      expect(applyEdits(fault.text, [fault.inverse])).toBe(correct);
    }
  });

  const slip = {
    ...faultyFile(0, 1),
    correct: block`
      <a:s> <a:p> 1 .
      <a:t> <a:p> 2 .
    `,
  };
  const fault = {
    kind: 'dot dropped',
    text: '<a:s> <a:p> 1 \n<a:t> <a:p> 2 .\n',
    span: { start: 14, end: 14 },
    inverse: { range: { start: 14, end: 14 }, newText: '.' },
  } as const;
  const scores = (answer: string) => scoresOf(evaluateCorrectedFile(answer, { ...slip, fault }));
  const fenced = (text: string) => `\`\`\`turtle\n${text}\`\`\``;

  test('mended by one character', () => {
    expect(scores(fenced(slip.correct))).toMatchObject({
      'strict.combined': 1,
      'lenient.combined': 1,
      'strict.isomorphic': 1,
      editRatio: 1,
      collateral: 0,
    });
  });

  test('mended at the cost of others', () => {
    expect(scores(fenced('<a:s> <a:p> 1 .\n'))).toMatchObject({
      'strict.combined': 0.733,
      collateral: 1,
      editRatio: 15,
    });
    expect(scores(fenced('<a:x> <a:y> <a:z> .'))).toMatchObject({ 'strict.combined': 0.2 });
  });

  test('without the fence, or with more than it', () => {
    expect(scores(slip.correct)).toMatchObject({ 'strict.combined': 0, 'lenient.combined': 1 });
    expect(scores(`Fixed:\n${fenced(slip.correct)}`)).toMatchObject({
      'strict.combined': 0,
      'lenient.combined': 1,
    });
  });

  test('as they were are worth nothing but what can be recovered', () => {
    expect(scores(fenced(fault.text))).toMatchObject({
      'strict.combined': 0,
      'lenient.combined': 0,
      'recovered.combined': 0.8,
      editRatio: 0,
      collateral: null,
    });
    expect(scores('')).toMatchObject({ 'recovered.combined': 0 });
  });

  test('are as far apart as there are characters to delete and insert', () => {
    expect(editDistance('abcdef', 'abXdef')).toBe(2);
    expect(editDistance('kitten', 'sitting')).toBe(5);
    expect([editDistance('', ''), editDistance('', 'ab'), editDistance('aa', 'a')]).toEqual([0, 2, 1]);
  });
});

describe('T3, a made-up graph', () => {
  const prefix = block`
    @prefix : <https://example.org/> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
  `;
  /** A ring in which everybody knows the next two. */
  const people = (count: number, type = 'a foaf:Person ;') =>
    prefix +
    Array.from(
      { length: count },
      (_, i) => `:p${i} ${type} foaf:knows :p${(i + 1) % count}, :p${(i + 2) % count} .\n`,
    ).join('');
  const scores = async (answer: string, count: number) =>
    scoresOf(await evaluateSample(answer, count, signal));

  test.each([
    ['as many as asked for', people(10), 10, 0, 1, 1],
    ['without a type', people(10, ''), 10, -1, 0, 0],
    ['too many', people(22), 20, 0.1, 1, 1],
    ['far too many', people(111), 50, 1.22, 1, 1],
    ['nothing', '', 10, -1, 0, 0],
  ])('%s', async (_, answer, count, error, min, max) => {
    expect(await scores(answer, count)).toMatchObject({
      personsRelativeError: error,
      absoluteError: Math.abs(error),
      minFriendsOk: min,
      maxFriendsOk: max,
      'recovered.parses': 1,
    });
  });

  test('friends are others, and count once', async () => {
    const answer = `${prefix}:a a foaf:Person ; foaf:knows :a, :b, :b . :b a foaf:Person ; foaf:knows :a, :c .`;
    const { scores, info, feedback } = await evaluateSample(answer, 2, signal);
    expect([scores.minFriendsOk, scores.maxFriendsOk]).toEqual([0, 0]);
    expect(info).toMatchObject({ persons: 2, danglingObjects: 1, untypedPersons: 0, ellipsis: false });
    expect(feedback).toContain('Your Turtle does not keep to the rules:');
  });

  test('tells what models do instead', async () => {
    const answer = `${prefix}:a a foaf:person . :b foaf:knows :a .\n# ... and so on`;
    const { info, feedback } = await evaluateSample(answer, 10, signal);
    expect(info).toMatchObject({ wrongClassCase: 1, untypedPersons: 1, ellipsis: true });
    expect(feedback).toBe('Your graph has 0 instances of foaf:Person. It should have 10.');
  });

  test('what does not parse is nothing unless it is recovered', async () => {
    const answer = people(10).replace('foaf:knows :p1, :p2 .', 'foaf:knows :p1, :p2');
    const { scores, feedback } = await evaluateSample(answer, 10, signal);
    expect(scores).toMatchObject({ 'strict.closeness': 0, 'lenient.closeness': 0, 'recovered.closeness': 1 });
    expect(feedback).toContain('Your answer is not valid Turtle:\n\n- Line 4: ');
  });

  test('asks for ten to eighty people', () => {
    expect(sampleTask.sizes.map(peopleIn)).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
  });
});

describe('T4, the most known person', () => {
  const crowd = crowdOf(6, 4, 3);
  const scores = (answer: string) => scoresOf(evaluateFriendCount(answer, crowd));

  test('of six people is known by one more', () => {
    expect(crowd.links.map(([from, to]) => `${from}>${to}`).join(' ')).toBe(
      '1>2 1>3 2>3 2>4 3>4 3>5 4>5 4>6 5>6 5>1 6>1 6>2 1>4',
    );
  });

  test('in angle brackets is right, and a little too long', () => {
    expect(personIri(4)).toHaveLength(41);
    expect(scores(`<${personIri(4)}>`)).toMatchObject({ 'strict.f1': 0, f1: 1, brevity: 0.977 });
    expect(scores(personIri(4))).toMatchObject({ 'strict.f1': 1, f1: 1, brevity: 1, noSpecialFriends: 1 });
  });

  test('and another one, who knows most', () => {
    expect(scores(`${personIri(4)} or ${personIri(1)}`)).toMatchObject({
      precision: 0.5,
      recall: 1,
      f1: 0.667,
    });
    expect(scores(personIri(5))).toMatchObject({ f1: 0, noSpecialFriends: 0 });
    expect(scores('person-00000004')).toMatchObject({ 'lenient.f1': 0, 'recovered.f1': 1 });
    expect(scores('')).toMatchObject({ f1: 0, precision: null, brevity: 0 });
  });

  test('is one, whatever is drawn', () => {
    const specials = new Set<number>();
    for (const size of friendCountTask.sizes) {
      for (let repeat = 1; repeat <= 20; repeat++) {
        const { people, special, links } = drawnCrowd(size, 0, repeat);
        const known = Array.from({ length: people }, (_, i) => links.filter(([, to]) => to === i + 1).length);
        expect(new Set(links.map(String)).size).toBe(links.length);
        expect(links.every(([from, to]) => from !== to)).toBe(true);
        expect(known.filter((count) => count >= known[special - 1]!)).toHaveLength(1);
        expect(known.filter((count) => count !== 2)).toEqual([people === 6 ? 3 : 5]);
        specials.add(special);
      }
    }
    expect(specials.size).toBeGreaterThan(20);
  });

  test('stands in a graph of the size that is asked for', () => {
    const sizes = friendCountTask.sizes.map((size) => {
      const { prompt } = friendCountTask.pose({ size, seed: 0, repeat: 1, wording: 'own', syntax: 'turtle' });
      const turtle = prompt.slice(prompt.indexOf('@prefix'));
      return [parse(turtle).graph.size, turtle.length] as const;
    });
    expect(sizes.map(([triples]) => triples)).toEqual([19, 51, 81, 111, 141, 171, 201, 231]);
    for (const [i, [, length]] of sizes.entries()) expect(length).toBeLessThan(1000 * (i + 1));
  });
});

describe('T5, facts', () => {
  const reference = sheetTurtle(machineOf(0));
  const posed = factsTask.pose({
    size: undefined,
    seed: 0,
    repeat: 1,
    wording: 'own',
    syntax: 'turtle',
  });
  const evaluate = (answer: string) => posed.evaluate(answer, signal);

  test('are 33 triples, 29 without the names of blank nodes, for every seed', () => {
    for (let seed = 0; seed < 20; seed++) {
      const machine = machineOf(seed);
      const { graph, errors } = parse(sheetTurtle(machine));
      expect([errors, graph.size, normalisedTriples(graph.triples()).size]).toEqual([[], 33, 29]);
      const text = sheetText(machine);
      for (const { object } of graph.withPredicate(terms.iri('https://example.org/workshop/printMaterial'))) {
        expect(text).toContain(terms.value(object).replace(/^.*\//, ''));
      }
    }
  });

  test('all of them keep to the rules', async () => {
    const { scores, feedback } = await evaluate(reference);
    expect(scores).toMatchObject({
      'strict.f1': 1,
      'strict.isomorphic': 1,
      printMatF1: 1,
      dimUnitF1: 1,
      violations: 0,
    });
    expect(feedback).toBeUndefined();
  });

  test('a part of which nothing was found has no precision', async () => {
    const answer = reference.replace(/:printMaterial .*\n/, '');
    expect((await evaluate(answer)).scores).toMatchObject({
      printMatPrecision: null,
      printMatRecall: 0,
      printMatF1: 0,
      supportMatF1: 1,
    });
  });

  test('units and numbers may be written in other ways', async () => {
    const answer = reference.replaceAll('unit:MilliM', 'unit:MilliMETER').replace('"1310"', '"1310.0"');
    const { scores } = await evaluate(answer);
    expect(scores['lenient.tolerantF1']).toBe(1);
    expect(scores['lenient.f1']).toBeLessThan(1);
  });

  test('widths and heights may be exchanged', async () => {
    const answer = reference.replace('1310', 'x').replace('1240', '1310').replace('"x"', '"1240"');
    expect((await evaluate(answer)).scores).toMatchObject({ 'lenient.f1': 1, 'lenient.isomorphic': 0 });
  });

  test('names with a slash are pointed out', async () => {
    const answer = reference.replace('m:PLA', ':materials/PLA').replace('m:ASA', 'w:materials/ASA');
    const { info, feedback } = await evaluate(answer);
    expect(info.slashedNames).toEqual(['w:materials/ASA']);
    expect(feedback).toContain('not valid Turtle');
  });

  test('the sheet has all that is asked for', () => {
    expect(
      factsTask.pose({ size: undefined, seed: 0, repeat: 1, wording: 'own', syntax: 'turtle' }).prompt,
    ).toMatchSnapshot();
  });
});
