import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { terms } from '../terms.ts';
import { indexOfStatement } from './statementIndex.ts';
import { rangeIn, type TermNode, type TriplesStatement } from './syntaxTree.ts';
import { TurtleDocument } from './turtleDocument.ts';

const prefix = '@prefix ex: <http://example.org/> .\n';
const read = (text: string) => new TurtleDocument('http://example.org/document', 1, prefix + text);
const ex = (name: string) => terms.iri(`http://example.org/${name}`);

const short = 'ex:a ex:p ex:b , [ ex:p ex:a ; ex:q [] ] , ( ex:a [ ex:r ex:a ] ) , ex:b .';
/** The same in a text that is not gone through each time. */
const long = short.replace(' .', ` # ${'long '.repeat(200)}\n .`);

describe.each([
  ['short', short],
  ['long', long],
])('in a %s statement', (_, text) => {
  const document = read(text);
  const [statement] = document.statements.filter((each) => each.kind === 'triples') as [TriplesStatement];
  const index = indexOfStatement(statement);
  const textOf = (node: TermNode | undefined) => {
    const range = node && rangeIn(statement, node);
    return range && document.text.slice(range.start, range.end);
  };

  test('the triples of a subject come in the order of writing, repeats included', () =>
    expect(index.triplesOf(ex('a')).map(({ objectTerm }) => textOf(objectTerm))).toEqual([
      'ex:b',
      '[ ex:p ex:a ; ex:q [] ]',
      '( ex:a [ ex:r ex:a ] )',
      'ex:b',
    ]));

  test('the triples of brackets are found by the node that these stand for', () => {
    const [bracket] = document.graph.objects(ex('a'), ex('p')).filter((id) => terms.isBlank(id));
    expect(index.brackets(bracket!).map(textOf)).toEqual(['[ ex:p ex:a ; ex:q [] ]']);
    expect(index.triplesOf(bracket!).map(({ objectTerm }) => textOf(objectTerm))).toEqual(['ex:a', '[]']);
    expect(index.brackets(ex('a'))).toEqual([]);
  });

  test('a term is found wherever it is written', () => {
    expect(index.mentions(ex('a')).map(textOf)).toEqual(['ex:a', 'ex:a', 'ex:a', 'ex:a']);
    expect(index.mentions(ex('c'))).toEqual([]);
  });
});

test('each of many triples of a subject is found, whether in one statement or in many', () => {
  const names = Array.from({ length: 100 }, (_, i) => `ex:v${i}`);
  const document = read(
    block`
      ex:a ex:p ${names.join(' , ')} .
      ${names.map((name) => `ex:a ex:q ${name} .`).join('\n')}
      ex:a ex:p ex:v7 .`,
  );
  for (const predicate of ['p', 'q']) {
    for (const name of names) {
      const triple = { subject: ex('a'), predicate: ex(predicate), object: ex(name.slice(3)) };
      const found = document.sources.occurrences(triple);
      expect(found).toHaveLength(predicate === 'p' && name === 'ex:v7' ? 2 : 1);
      for (const { statement, objectTerm, predicate: node, triple: stated } of found) {
        const range = rangeIn(statement, objectTerm!);
        expect(document.text.slice(range.start, range.end)).toBe(name);
        expect(node?.verb.id).toBe(ex(predicate));
        expect(stated).toEqual(triple);
      }
    }
  }
  expect(document.sources.occurrences({ subject: ex('a'), predicate: ex('r'), object: ex('v1') })).toEqual(
    [],
  );
});
