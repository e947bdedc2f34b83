import { describe, expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import type { Triple } from '../rdf/terms.ts';
import { suppliedPrefixes, withoutPrelude } from '../testing/fixture.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { planEdits } from './planEdits.ts';

const uri = 'file:///workspace/data.ttl';

/** Triples in Turtle; `_:x` is the document's blank node of that name. */
interface TurtleDelta {
  readonly add?: string;
  readonly remove?: string;
}

/** Checks the text after the change, both without the supplied prefixes. */
function checkEdit(before: string, delta: TurtleDelta, after: string): void {
  const prelude = /@prefix|PREFIX/.test(before) ? '' : suppliedPrefixes;
  expect(withoutPrelude(edit(prelude + before, delta))).toBe(after);
}

function edit(text: string, { add = '', remove = '' }: TurtleDelta): string {
  const document = new TurtleDocument(uri, 1, text);
  const plan = planEdits(document, { added: triples(add), removed: triples(remove) });
  return plan.kind === 'edits' ? applyEdits(text, plan.edits) : `not expressible: ${plan.reason}`;
}

function triples(turtle: string): readonly Triple[] {
  const document = new TurtleDocument(uri, 1, suppliedPrefixes + turtle);
  expect(document.errors).toEqual([]);
  return [...document.graph.triples()];
}

describe('adding to a block', () => {
  test.each<[string, string, TurtleDelta, string]>([
    [
      'before the dot, comments stay behind it',
      'ex:alice a ex:Person . # keep me',
      { add: 'ex:alice ex:name "" .' },
      'ex:alice a ex:Person ;\n  ex:name "" . # keep me',
    ],
    ['object', 'ex:a ex:p 1 .', { add: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1, 2 .'],
    ['one line', 'ex:a a ex:P ; ex:p 1 .', { add: 'ex:a ex:q 2 .' }, 'ex:a a ex:P ; ex:p 1 ; ex:q 2 .'],
  ])('%s', (_, before, delta, after) => checkEdit(before, delta, after));
});

describe('removing', () => {
  test.each<[string, string, TurtleDelta, string]>([
    ['object', 'ex:a ex:p 1, 2 .', { remove: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1 .'],
    ['part', 'ex:a ex:p 1 ;\n  ex:q 2 .', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 .'],
    ['statement', 'ex:a ex:p 1 .\nex:b ex:p 2 .\n', { remove: 'ex:b ex:p 2 .' }, 'ex:a ex:p 1 .\n'],
  ])('%s', (_, before, delta, after) => checkEdit(before, delta, after));
});

describe('replacing', () => {
  test.each<[string, string, TurtleDelta, string]>([
    ['object', "ex:a ex:p 'x' .", { remove: 'ex:a ex:p "x" .', add: 'ex:a ex:p "y" .' }, "ex:a ex:p 'y' ."],
    ['verb', 'ex:a ex:p 1 .', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:q 1 .' }, 'ex:a ex:q 1 .'],
  ])('%s', (_, before, delta, after) => checkEdit(before, delta, after));
});
