import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { block } from '../../../testing/fixture.ts';
import { graphsFormat } from '../textFormat.ts';
import { TurtleDocument } from '../turtleDocument.ts';
import { defaultFormatOptions } from './formatOptions.ts';
import { editsAfterDot, editsAfterLineBreak } from './typedEdits.ts';

/** @param before has `$0` where the cursor is behind what was typed. */
function check(edits: typeof editsAfterDot, before: string, after: string): void {
  const offset = before.indexOf('$0');
  const text = before.replace('$0', '');
  const document = new TurtleDocument('file:///data.ttl', 1, text);
  expect(applyEdits(text, edits(document, offset, defaultFormatOptions))).toBe(after);
}

describe('after a dot', () => {
  test('the statement that it ends is formatted', () =>
    check(
      editsAfterDot,
      'ex:a  ex:p  1 .\nex:b  ex:p  2 ; ex:q  3 .$0\nex:c  ex:p  3 .\n',
      'ex:a  ex:p  1 .\nex:b ex:p 2 ;\n  ex:q 3 .\nex:c  ex:p  3 .\n',
    ));

  test('in a number or a name nothing changes', () => {
    check(editsAfterDot, 'ex:a  ex:p  1.$0', 'ex:a  ex:p  1.');
    check(editsAfterDot, 'ex:a  ex:p  ex:b.$0', 'ex:a  ex:p  ex:b.');
    check(editsAfterDot, 'ex:a  ex:p  "1 .$0" .', 'ex:a  ex:p  "1 ." .');
  });
});

describe('after a line break', () => {
  test('the statement on the line before is formatted', () =>
    check(editsAfterLineBreak, 'ex:a  ex:p  1.\n$0', 'ex:a ex:p 1 .\n'));

  test('the line is indented by the brackets that are open', () => {
    check(editsAfterLineBreak, 'ex:a ex:p 1 ;\n$0', 'ex:a ex:p 1 ;\n  ');
    check(editsAfterLineBreak, 'ex:a ex:p 1,\n      $0', 'ex:a ex:p 1,\n    ');
    check(
      editsAfterLineBreak,
      block`
        ex:a ex:p 1 ;
          ex:q [
        $0] .
      `,
      block`
        ex:a ex:p 1 ;
          ex:q [
          ] .
      `,
    );
    check(editsAfterLineBreak, 'ex:a ex:p 1 ;\n  ex:q [\n$0', 'ex:a ex:p 1 ;\n  ex:q [\n    ');
  });

  test('in a string nothing changes', () =>
    check(editsAfterLineBreak, 'ex:a ex:p """one\n$0two""" .', 'ex:a ex:p """one\ntwo""" .'));

  test('in a block of TriG nothing changes', () => {
    const source = { uri: 'file:///data.trig', version: 1, text: 'ex:g {\n  ex:a ex:p 1 ;\n    \n}\n' };
    const document = TurtleDocument.as(graphsFormat('TriG', undefined), source);
    const offset = source.text.indexOf('\n}');
    expect(editsAfterLineBreak(document, offset, defaultFormatOptions)).toEqual([]);
  });
});
