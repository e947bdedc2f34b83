import { describe, expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { readTurtle } from './turtleReadings.ts';

const prefix = '@prefix ex: <https://example.org/> .\n';
const good = `${prefix}ex:a a ex:B .\nex:c ex:d 1 , 2 .`;

/** Triples by each reading, `-` where it takes none of a text with errors, and the statements that are lost. */
function outcome(answer: string): string {
  const { strict, lenient, recovered } = readTurtle(answer);
  const triples = [strict, lenient].map(({ parses, graph }) => (parses ? graph.size : '-'));
  return `${triples.join(' ')} ${recovered.graph.size}, ${recovered.lostStatements} lost`;
}

// strict, lenient, recovered.
const corpus: readonly (readonly [name: string, answer: string, expected: string])[] = [
  ['Turtle and nothing else', good, '3 3 3, 0 lost'],
  ['the empty answer', '', '0 0 0, 0 lost'],
  ['white space', ' \n\n', '0 0 0, 0 lost'],
  ['a claim that there are no errors', 'There are no errors in this Turtle file.', '- - 0, 1 lost'],
  ['a lead-in sentence', `Here is the corrected Turtle:\n\n${good}`, '- 3 3, 0 lost'],
  ['a lead-in that looks like a name', `Note: this is it.\n${good}`, '- 3 3, 0 lost'],
  ['a leading space', ` ${good}`, '3 3 3, 0 lost'],
  ['a byte order mark', `\ufeff${good}`, '3 3 3, 0 lost'],
  ['a fence', `\`\`\`turtle\n${good}\n\`\`\``, '- 3 3, 0 lost'],
  ['a fence with a media type', `\`\`\`text/turtle\n${good}\n\`\`\``, '- 3 3, 0 lost'],
  ['a fence of tildes', `~~~\n${good}\n~~~`, '- 3 3, 0 lost'],
  ['a fence that is not closed', `\`\`\`ttl\n${good}`, '- 3 3, 0 lost'],
  ['a fence that is only closed', `${good}\n\`\`\`\nThis is valid.`, '- 3 3, 0 lost'],
  ['a fence and a note', `\`\`\`\n${good}\n\`\`\`\nI added a dot. Hope this helps.`, '- 3 3, 0 lost'],
  [
    'two fences, the longer one broken',
    block`
      \`\`\`
      ${good} ex:e
      \`\`\`
      better:
      \`\`\`
      ${good}
      \`\`\``,
    '- 3 3, 0 lost',
  ],
  ['a closing remark', `${good}\nI hope this helps.`, '- 3 3, 0 lost'],
  ['a closing remark that looks like a name', `${good}\nNote: I added a dot.`, '- 3 3, 0 lost'],
  ['thoughts', `<think>ex:a a ex:Wrong .</think>\n${good}`, '- 3 3, 0 lost'],
  ['prefixes of SPARQL', good.replace('@prefix', 'PREFIX').replace('> .', '>'), '3 3 3, 0 lost'],
  ['a dot after PREFIX', good.replace('@prefix', 'PREFIX'), '- - 3, 0 lost'],
  ['a comment instead of the rest', `${good}\n# ... and so on for the others`, '3 3 3, 0 lost'],
  ['dots instead of the rest', `${good}\n...`, '- 3 3, 0 lost'],
  ['a missing dot', good.replace('ex:B .', 'ex:B'), '- - 3, 0 lost'],
  ['a missing semicolon', `${prefix}ex:a a ex:B ex:p 1 .\nex:c ex:d 2 .`, '- - 1, 1 lost'],
  ['prefixes only, again and again', prefix.repeat(30), '0 0 0, 0 lost'],
  ['gibberish', 'PREFIX PREFIX PREFIX : : :', '- - 0, 1 lost'],
  ['an answer that is cut off', `${good}\nex:e ex:f "half of`, '- - 3, 1 lost'],
  ['a slash in a name', `${prefix}ex:a ex:b ex:c/d .`, '- - 0, 1 lost'],
  ['angle brackets', '<https://example.org/a>', '- - 0, 1 lost'],
  ['bullets', '* https://example.org/a\n* https://example.org/b', '- - 0, 1 lost'],
  ['a sentence instead of an IRI', 'Lea is known by most people.', '- - 0, 1 lost'],
];

describe('an answer is read', () => {
  test.each(corpus)('%s', (_, answer, expected) => {
    expect(outcome(answer)).toBe(expected);
  });

  test('what is wrong is said with its line', () => {
    expect(readTurtle(`Sure:\n${good.replace('ex:B .', 'ex:B')}`).errors).toEqual([
      "Line 3: Expected ';', ',' or '.' after the object, found 'ex:c'.",
    ]);
  });
});
