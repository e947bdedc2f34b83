import { expect, test } from 'vitest';
import type { Report } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { countSeverities } from './severity.ts';
import { resultOf } from './testResult.ts';
import { checkedText, verdict } from './verdict.ts';

const results = [resultOf({}), resultOf({ severity: 'warning' }), resultOf({ severity: 'warning' })];

test.each<[string, Report, string]>([
  ['results', report('violates', { results }), 'violation: a.ttl: 1 violation, 2 warnings'],
  ['warnings only', report('violates', { results: results.slice(1) }), 'warning: a.ttl: 2 warnings'],
  [
    'more results than are listed',
    report('violates', { results }, { results: 12_345 }),
    'violation: a.ttl: 12,345 results',
  ],
  ['no results', report('conforms'), 'conforms: a.ttl conforms to its shapes'],
  // None of these may pass for conforming.
  ['no shapes', report('unlinked'), 'warning: No shapes are linked to a.ttl, so nothing was checked'],
  [
    'no targets',
    report('nothingToCheck'),
    'warning: Nothing in a.ttl is a target of its shapes, so nothing was checked',
  ],
  [
    'a shapes file',
    report('nothingToCheck', {}, { isShapesFile: true }),
    'info: a.ttl has shapes, and no nodes that they select',
  ],
  ['undecided', report('undecided'), 'warning: No results in a.ttl, but not everything was checked'],
  ['given up', report('undecided', {}, { validated: false }), 'warning: a.ttl was not checked'],
])('%s', (_, given, expected) => {
  const { mark, text } = verdict(given, 'a.ttl');
  expect(`${mark}: ${text}`).toBe(expected);
});

test('how much was checked', () => {
  expect(checkedText(report('conforms'), (uri) => uri.replace('file:///', ''))).toBe(
    '3 focus nodes in 1,234 triples checked against 1 shape with targets of s.ttl, with the built-in engine.',
  );
});

function report(
  verdict: Report['status']['verdict'],
  parts: Partial<Report> = {},
  status: Partial<Report['status']> = {},
): Report {
  return {
    uri: 'file:///a.ttl',
    version: 1,
    status: {
      verdict,
      reasons: [],
      validated: true,
      results: parts.results?.length ?? 0,
      counted: parts.results?.length ?? 0,
      severities: countSeverities(parts.results ?? []),
      isAllowed: false,
      contextResults: 0,
      notChecked: [],
      shapes: ['file:///s.ttl'],
      context: [],
      links: [],
      engine: 'builtin',
      ...status,
    },
    results: [],
    checked: { triples: 1234, shapes: 1, focusNodes: 3, incomplete: 0 },
    suppressed: [],
    notChecked: [],
    problems: [],
    ...parts,
  };
}
