import { expect, test } from 'vitest';
import type { Report } from '../../../../server/src/protocol/editor/protocol.ts';
import { resultOf } from './testResult.ts';
import { checkedText, verdict } from './verdict.ts';

const results = [resultOf({}), resultOf({ severity: 'warning' }), resultOf({ severity: 'warning' })];
const note = { message: 'Something', place: undefined };
const error = { ...note, severity: 'error' } as const;

test.each<[string, Report, string]>([
  ['results', report('violations', { results }), 'violation: a.ttl: 1 violation, 2 warnings'],
  ['warnings only', report('violations', { results: results.slice(1) }), 'warning: a.ttl: 2 warnings'],
  [
    'more results than are listed',
    report('violations', { results }, { results: 12_345 }),
    'violation: a.ttl: 12,345 results',
  ],
  ['no results', report('conforms'), 'conforms: a.ttl conforms to its shapes'],
  // None of these may pass for conforming.
  ['no shapes', report('noShapes'), 'warning: No shapes are linked to a.ttl, so nothing was checked'],
  [
    'no targets',
    report('conforms', { checked: { triples: 9, shapes: 2, focusNodes: 0 } }),
    'warning: Nothing in a.ttl is a target of its shapes, so nothing was checked',
  ],
  [
    'constraints left out',
    report('conforms', { notChecked: [note] }),
    'warning: a.ttl conforms to what was checked of its shapes',
  ],
  [
    'syntax errors',
    report('conforms', { problems: [error] }),
    'warning: No results in what could be read of a.ttl',
  ],
  ['given up', report('notValidated'), 'warning: a.ttl was not checked'],
])('%s', (_, given, expected) => {
  const { mark, text } = verdict(given, 'a.ttl');
  expect(`${mark}: ${text}`).toBe(expected);
});

test('an error in an ontology is no reason to doubt', () => {
  const warned = report('conforms', { problems: [{ ...note, severity: 'warning' }] });
  expect(verdict(warned, 'a.ttl').mark).toBe('conforms');
});

test('how much was checked', () => {
  expect(checkedText(report('conforms'), (uri) => uri.replace('file:///', ''))).toBe(
    '3 focus nodes in 1,234 triples checked against 1 shape with targets of s.ttl, with the built-in engine.',
  );
});

function report(
  kind: Report['status']['kind'],
  parts: Partial<Report> = {},
  status: Partial<Report['status']> = {},
): Report {
  return {
    uri: 'file:///a.ttl',
    version: 1,
    status: {
      kind,
      results: parts.results?.length ?? 0,
      contextResults: 0,
      notChecked: [],
      shapes: ['file:///s.ttl'],
      context: [],
      engine: 'builtin',
      ...status,
    },
    results: [],
    checked: { triples: 1234, shapes: 1, focusNodes: 3 },
    notChecked: [],
    problems: [],
    ...parts,
  };
}
