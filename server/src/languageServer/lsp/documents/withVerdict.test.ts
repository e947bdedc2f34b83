import { expect, test } from 'vitest';
import { unitStatus } from '../../../testing/unitStatus.ts';
import type { Validated } from '../../protocol/engine/messages.ts';
import { withVerdict } from './publisher.ts';

const reason = (message: string) => ({ kind: 'notChecked', message }) as const;

test.each<[Validated['status']['verdict'], string[], string[]]>([
  ['conforms', [], ['1 own']],
  ['violates', [], ['1 own']],
  ['unlinked', ['No shapes are linked.'], ['0 unlinked: No shapes are linked.', '1 own']],
  ['nothingToCheck', ['No node is a target.'], ['0 nothingToCheck: No node is a target.', '1 own']],
  [
    'undecided',
    ['SPARQL constraints are not evaluated.', 'Another.'],
    [
      '0 undecided: No results, but not everything was checked. SPARQL constraints are not evaluated. And 1 more reason.',
      '1 own',
    ],
  ],
])('%s', (verdict, reasons, expected) => {
  const { diagnostics } = withVerdict({
    uri: 'file:///a.ttl',
    version: 1,
    diagnostics: {
      'file:///a.ttl': [{ range: range(1), message: 'own' }],
      'file:///s.ttl': [{ range: range(0), message: 'other' }],
    },
    status: status(verdict, reasons),
    ms: 1,
  });
  expect(
    diagnostics['file:///a.ttl']?.map(
      ({ range, code, message }) => `${range.start.line} ${code === undefined ? '' : `${code}: `}${message}`,
    ),
  ).toEqual(expected);
  expect(diagnostics['file:///s.ttl']).toHaveLength(1);
});

test('nothing is missing in a shapes file', () => {
  const ofShapes = { ...status('nothingToCheck', ['No node is a target.']), isShapesFile: true };
  const validated = { uri: 'file:///s.ttl', version: 1, diagnostics: {}, status: ofShapes, ms: 1 };
  expect(withVerdict(validated)).toBe(validated);
});

function range(line: number) {
  return { start: { line, character: 0 }, end: { line, character: 0 } };
}

function status(verdict: Validated['status']['verdict'], reasons: readonly string[]): Validated['status'] {
  return unitStatus({ verdict, reasons: reasons.map(reason) });
}
