import { describe, expect, test } from 'vitest';
import { namespaces } from '../../../rdf/vocab.ts';
import { block } from '../../../testing/fixture.ts';
import { extractAnswer } from './extractAnswer.ts';
import { readAnswer } from './readAnswer.ts';

const prefixes = new Map([
  ['ex', 'http://example.org/ns#'],
  ['', 'http://example.org/shapes#'],
]);

/** Both readings of an answer in a line each: the steps, then the update. */
async function readings(text: string): Promise<readonly [string, string]> {
  const { strict, lenient } = extractAnswer(text, ['why', 'answer']);
  const read = await readAnswer(text, { keys: ['why', 'answer'], prefixes });
  return [
    strict.kind === 'answer' ? 'strict' : 'no',
    read.kind === 'update'
      ? [
          lenient.kind === 'answer' ? lenient.steps.join(' ') : '',
          ...read.prefixesInjected.map((p) => `${p}:`),
        ]
          .filter(Boolean)
          .join(' ')
      : read.kind === 'option'
        ? `option ${read.option}`
        : `${read.cause}: ${read.reason}`,
  ];
}

const insert = 'INSERT DATA { <urn:a> <urn:p> 1 }';
const json = `{"answer":"${insert}"}`;

/** What is read leniently, named by what was overlooked. */
const readable: readonly [string, string, string, string][] = [
  ['as asked for', json, 'strict', ''],
  ['with white space', ` \n${json}\n`, 'strict', ''],
  ['with a reason', `{"why":"w","answer":"${insert}"}`, 'strict', ''],
  ['with another key', `{"answer":"${insert}","confidence":0.9}`, 'no', ''],
  ['escaped line breaks', '{"answer":"INSERT DATA {\\n <urn:a> <urn:p> 1 }"}', 'strict', ''],
  ['escaped quotes', '{"answer":"INSERT DATA { <urn:a> <urn:p> \\"x\\" }"}', 'strict', ''],
  ['escaped unicode', '{"answer":"INSERT DATA { <urn:a> <urn:p> \\"\\u00e4\\" }"}', 'strict', ''],
  ['single quotes in SPARQL', `{"answer":"INSERT DATA { <urn:a> <urn:p> 'x' }"}`, 'strict', ''],
  ['braces in a literal', '{"answer":"INSERT DATA { <urn:a> <urn:p> \\"}{\\" }"}', 'strict', ''],
  ['a byte order mark', `\ufeff${json}`, 'no', 'bom'],
  ['a zero-width space', `\u200b${json}\u200b`, 'no', 'bom'],
  ['a fence', `\`\`\`json\n${json}\n\`\`\``, 'no', 'fence'],
  ['a fence without language', `\`\`\`\n${json}\n\`\`\``, 'no', 'fence'],
  ['a fence on one line', `\`\`\`json ${json} \`\`\``, 'no', 'fence'],
  ['a fence of tildes', `~~~json\n${json}\n~~~`, 'no', 'fence'],
  ['a long fence', `\`\`\`\`json\n${json}\n\`\`\`\``, 'no', 'fence'],
  ['an open fence', `\`\`\`json\n${json}`, 'no', 'fence'],
  ['a fence after words', `Here you go:\n\n\`\`\`json\n${json}\n\`\`\`\nHope it helps!`, 'no', 'fence'],
  ['a lead-in', `Sure! Here is the repair: ${json}`, 'no', 'leadIn'],
  ['a lead-in like an update', `Insert the triple, with one more: ${json}`, 'no', 'leadIn'],
  ['a lead-in with braces', `The set {a, b} lacks one. ${json}`, 'no', 'leadIn'],
  ['words behind', `${json}\n\nThis adds the triple.`, 'no', ''],
  ['words behind with braces', `${json}\n\nIt adds {a}.`, 'no', ''],
  ['thoughts', `<think>Maybe {"answer":"no"}?</think>\n${json}`, 'no', 'thinking'],
  ['thoughts without a start', `So I take 1.\n</think>\n\n${json}`, 'no', 'thinking'],
  ['thoughts by another name', `<reasoning>hm</reasoning>${json}`, 'no', 'thinking'],
  ['thoughts behind', `${json}\n<thinking>done`, 'no', 'thinking'],
  ['thoughts and a fence', `<think>x</think>\`\`\`json\n${json}\n\`\`\``, 'no', 'thinking fence'],
  ['single quotes', `{'answer': '${insert}'}`, 'no', 'quotes'],
  ['single quotes around double ones', `{'answer': 'INSERT DATA { <urn:a> <urn:p> "x" }'}`, 'no', 'quotes'],
  [
    'single quotes around single ones',
    `{'answer': 'INSERT DATA { <urn:a> <urn:p> 'x' }'}`,
    'no',
    'innerQuotes',
  ],
  ['typographic quotes', `{\u201canswer\u201d: \u201c${insert}\u201d}`, 'no', 'quotes'],
  ['backticks', `{"answer": \`${insert}\`}`, 'no', 'quotes'],
  ['three quotes', `{"answer": """${insert}"""}`, 'no', 'quotes'],
  ['a trailing comma', `{"answer":"${insert}",}`, 'no', 'trailingComma'],
  ['a raw line break', '{"answer":"INSERT DATA {\n <urn:a> <urn:p> 1\n}"}', 'no', 'controlCharacters'],
  ['a raw tab', '{"answer":"INSERT DATA {\t<urn:a> <urn:p> 1 }"}', 'no', 'controlCharacters'],
  ['a bare key', `{answer: "${insert}"}`, 'no', 'bareKey'],
  ['an unknown escape', '{"answer":"INSERT DATA \\{ <urn:a> <urn:p> 1 \\}"}', 'no', 'escape'],
  ['an escaped single quote', `{"answer":"INSERT DATA { <urn:a> <urn:p> \\'x\\' }"}`, 'no', 'escape'],
  ['a comment', `{"answer":"${insert}" // adds it\n}`, 'no', 'comment'],
  ['no closing brace', `{"answer":"${insert}"`, 'no', 'unclosed'],
  ['bare inner quotes', '{"answer":"INSERT DATA { <urn:a> <urn:p> "x" }"}', 'no', 'innerQuotes'],
  [
    'bare inner quotes before a reason',
    '{"answer":"INSERT DATA { <urn:a> <urn:p> "x" }", "why":"w"}',
    'no',
    'innerQuotes',
  ],
  ['a key in capitals', `{"Answer":"${insert}"}`, 'no', 'keyCase'],
  ['a key with spaces', `{" ANSWER ":"${insert}"}`, 'no', 'keyCase'],
  ['another key alone', `{"sparql":"${insert}"}`, 'no', 'otherKey'],
  ['another key beside text', `{"query":"${insert}","note":"n"}`, 'no', 'otherKey'],
  ['an object inside', `{"answer":{"query":"${insert}"}}`, 'no', 'nested otherKey'],
  ['a wrapper', `{"result":{"answer":"${insert}"}}`, 'no', 'nested'],
  ['a list', `[${json}]`, 'no', 'nested'],
  ['a list inside', `{"answer":["${insert}"]}`, 'no', 'nested'],
  ['several updates', `{"answer":["${insert}","${insert};"]}`, 'no', 'nested joined'],
  ['JSON in a string', JSON.stringify(json), 'no', 'nested'],
  ['JSON in the answer', JSON.stringify({ answer: json }), 'strict', 'nested'],
  ['JSON in JSON in JSON', JSON.stringify({ answer: JSON.stringify({ answer: json }) }), 'strict', 'nested'],
  [
    'a fence in the answer',
    JSON.stringify({ answer: `\`\`\`sparql\n${insert}\n\`\`\`` }),
    'strict',
    'nested fence bareUpdate',
  ],
  ['bare SPARQL', insert, 'no', 'bareUpdate'],
  ['bare SPARQL in small letters', insert.toLowerCase(), 'no', 'bareUpdate'],
  ['bare SPARQL after a comment', `# adds it\n${insert}`, 'no', 'bareUpdate'],
  ['bare SPARQL in a fence', `Use this:\n\`\`\`sparql\n${insert}\n\`\`\``, 'no', 'fence bareUpdate'],
  ['bare SPARQL after words', `Here is the update:\n\n${insert}\n\nIt adds 1.`, 'no', 'leadIn bareUpdate'],
  [
    'several blocks',
    `\`\`\`json\n${json}\n\`\`\`\nor\n\`\`\`json\n{"answer":"DROP ALL"}\n\`\`\``,
    'no',
    'fence',
  ],
  [
    'data before the answer',
    block`
      \`\`\`turtle
      <urn:a> a <urn:b> .
      \`\`\`
      \`\`\`json
      ${json}
      \`\`\``,
    'no',
    'fence',
  ],
  ['entities', '{"answer":"INSERT DATA { &lt;urn:a&gt; &lt;urn:p&gt; 1 }"}', 'strict', 'entities'],
  ['CRLF', `\`\`\`json\r\n${json}\r\n\`\`\`\r\n`, 'no', 'fence'],
  ['a prefix of the data', '{"answer":"INSERT DATA { ex:a ex:p 1 }"}', 'strict', 'ex:'],
  ['the empty prefix', '{"answer":"INSERT DATA { :a ex:p 1 }"}', 'strict', ': ex:'],
  [
    'well-known prefixes',
    '{"answer":"INSERT DATA { ex:a skos:note 1 ; foaf:name 2 }"}',
    'strict',
    'ex: skos: foaf:',
  ],
  ['a declared prefix', '{"answer":"PREFIX q: <urn:q:> INSERT DATA { q:a q:p ex:b }"}', 'strict', 'ex:'],
  ['two operations', `{"answer":"${insert} ; DELETE DATA { <urn:a> <urn:p> 2 }"}`, 'strict', ''],
  ['an option', '{"answer":"Option 2"}', 'strict', 'option 2'],
  ['an option in words', 'Option 2.', 'no', 'option 2'],
];

describe('an answer is read', () => {
  test.each(readable)('%s', async (_, text, strict, lenient) => {
    expect(await readings(text)).toEqual([strict, lenient]);
  });

  test('as the same update, however it is wrapped', async () => {
    for (const [name, text, , steps] of readable) {
      const { lenient } = extractAnswer(text, ['why', 'answer']);
      expect(lenient.kind, name).toBe('answer');
      if (
        !/quotes|Quotes|joined|controlCharacters|escape|:|option/.test(steps) &&
        !/escaped|literal|two|SPARQL/.test(name)
      ) {
        expect(lenient.kind === 'answer' && lenient.answer, name).toBe(insert);
      }
    }
  });

  test('with its reason', () => {
    const { strict, lenient } = extractAnswer('{"why":" it is so ","answer":"INSERT DATA {}"}', [
      'why',
      'answer',
    ]);
    expect([strict, lenient]).toMatchObject([{ why: 'it is so' }, { why: 'it is so' }]);
    expect(extractAnswer('{"why":"w","answer":"x"}', ['answer']).strict.kind).toBe('nothing');
  });
});

describe('an answer is not read', () => {
  const none = 'envelope: The answer has neither JSON with "answer" nor an update.';
  test.each<[string, string, string]>([
    ['nothing', '', 'envelope: The answer is empty.'],
    ['white space', ' \n\t', 'envelope: The answer is empty.'],
    ['an apology', 'I am sorry, I cannot help with that.', none],
    ['a question', 'Which reviewer do you mean?', none],
    [
      'only thoughts',
      '<think>Let me see. {"answer":"x"}',
      'envelope: The answer ends before the model has done thinking.',
    ],
    ['an empty answer', '{"answer":""}', 'envelope: The answer has an empty "answer".'],
    ['no answer', '{"answer":null}', 'envelope: The answer has an empty "answer".'],
    ['a number', '{"answer":42}', 'envelope: The answer is JSON without a text "answer".'],
    ['another object', '{"error":"no"}', 'envelope: The answer is JSON without a text "answer".'],
    ['an empty list', '[]', 'envelope: The answer is a list without an update.'],
    [
      'cut off inside the update',
      '{"answer":"INSERT DATA { <urn:a> <urn:p',
      'envelope: The answer is cut off.',
    ],
    ['cut off before it', '{"why":"because it', 'envelope: The answer is cut off.'],
    [
      'an update that is cut off',
      'INSERT DATA { <urn:a> <urn:p> 1',
      'syntax: This is not a SPARQL Update: the text ends too early.',
    ],
    [
      'a closing brace too many',
      '{"answer":"INSERT DATA { <urn:a> <urn:p> 1 }}"}',
      'syntax: This is not a SPARQL Update: line 1, column 34, at "}".',
    ],
    [
      'an unknown prefix',
      '{"answer":"INSERT DATA { ex:a nope:p 1 }"}',
      'syntax: The prefix nope: is not declared. Those in scope are ex:, :.',
    ],
    [
      'a question to the data',
      '{"answer":"SELECT * { ?s ?p ?o }"}',
      'otherKind: This is a SELECT query, not an update.',
    ],
    [
      'words in the answer',
      '{"answer":"Add the class to Alice."}',
      'syntax: This is not a SPARQL Update: line 1, column 5, at "the class to Alice.".',
    ],
    [
      'a blank node to delete',
      '{"answer":"DELETE DATA { _:b <urn:p> 1 }"}',
      'syntax: This is not a SPARQL Update: Detected illegal blank node in BGP.',
    ],
    [
      'a relative IRI',
      '{"answer":"INSERT DATA { <a> <urn:p> 1 }"}',
      'syntax: This is not a SPARQL Update: Cannot resolve relative IRI a because no base IRI was set.',
    ],
    [
      'too many triples',
      JSON.stringify({
        answer: `INSERT DATA { ${Array.from({ length: 1001 }, (_, i) => `<urn:a> <urn:p> ${i} .`).join(' ')} }`,
      }),
      'notAllowed: The update names 1001 triples, and a repair may change 1000 at most.',
    ],
    ['10 MB', `{"answer":"${'x'.repeat(1e7)}"}`, 'envelope: The answer is longer than 200000 characters.'],
    [
      'deep wrapping',
      `${'{"answer":'.repeat(10)}"x"${'}'.repeat(10)}`,
      'syntax: This is not a SPARQL Update: line 1, column 1, at "x".',
    ],
    ['deep brackets', '['.repeat(10_000), none],
  ])('%s', async (_, text, reason) => {
    expect((await readings(text))[1]).toBe(reason);
  });

  test('without taking time that grows with its square', async () => {
    const long = 190_000;
    for (const part of [
      '<think>',
      '{',
      '{"answer":"',
      '"',
      '```',
      "{'answer':'",
      '{a:',
      '\\',
      '/*',
      '<',
      'INSERT\n',
      '# \n',
      ' ',
    ]) {
      const text = part.repeat(Math.floor(long / part.length));
      expect((await readAnswer(text, { keys: ['answer'], prefixes })).kind, part).toBe('unreadable');
    }
  });
});

test('what is injected stays out of what the model declared', async () => {
  const text = `PREFIX ex: <urn:own:> INSERT DATA { ex:a a sh:NodeShape }`;
  const read = await readAnswer(text, { keys: ['answer'], prefixes });
  expect(read).toMatchObject({ kind: 'update', prefixesInjected: ['sh'] });
  expect(namespaces.sh).toBe('http://www.w3.org/ns/shacl#');
});
