import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { OpenText } from '../../../base/textChange.ts';
import { unitStatus } from '../../../testing/unitStatus.ts';
import { Publisher } from './publisher.ts';

test('syntax errors and violations of a file are one list', () => {
  const { publisher, published } = open('/a.ttl');
  publisher.syntax('/a.ttl', 1, [diagnostic(2, 'syntax')]);
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'sh:class')] }));
  expect(published).toEqual(['/a.ttl v1: 2 syntax', '/a.ttl v1: 2 syntax, 1 sh:class']);
});

test('a report replaces the last one of the same document, in all files', () => {
  const { publisher, published } = open('/a.ttl');
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')], '/shapes.ttl': [diagnostic(5, 'y')] }));
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')] }));
  expect(published).toEqual(['/a.ttl v1: 1 x', '/shapes.ttl: 5 y', '/shapes.ttl: ']);
});

test('the same finding in a shared file is shown once, and until the last document that reports it is closed', () => {
  const { publisher, published } = open('/a.ttl', '/b.ttl');
  const shared = { '/shapes.ttl': [diagnostic(5, 'y')] };
  publisher.report(report('/a.ttl', shared));
  publisher.report(report('/b.ttl', shared));
  publisher.closed('/a.ttl');
  expect(published).toEqual(['/shapes.ttl: 5 y']);
  publisher.closed('/b.ttl');
  expect(published.at(-1)).toBe('/shapes.ttl: ');
});

test('hints stay beside new reports, move along with edits, and go with the document', () => {
  const { publisher, published, versions } = open('/a.ttl');
  publisher.hints('/a.ttl', 1, [diagnostic(3, 'unneededPrefix')]);
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')] }));
  publisher.report(report('/a.ttl', {}));
  const start = { line: 0, character: 0 };
  publisher.edited('/a.ttl', [{ range: { start, end: start }, text: '\n' }]);
  versions.set('/a.ttl', 2);
  publisher.hints('/a.ttl', 1, []);
  publisher.syntax('/a.ttl', 2, [diagnostic(9, 'syntax')]);
  publisher.closed('/a.ttl');
  expect(published).toEqual([
    '/a.ttl v1: 3 unneededPrefix',
    '/a.ttl v1: 1 x, 3 unneededPrefix',
    '/a.ttl v1: 3 unneededPrefix',
    '/a.ttl v2: 9 syntax, 4 unneededPrefix',
    '/a.ttl v2: ',
  ]);
});

test('what is wrong with shapes files stays beside new reports, and goes with the document', () => {
  const { publisher, published } = open('/a.ttl');
  publisher.report(report('/a.ttl', { '/shapes.ttl': [diagnostic(5, 'idleTarget')] }));
  publisher.shapes(report('/a.ttl', { '/shapes.ttl': [diagnostic(2, 'shapes')] }));
  publisher.report(report('/a.ttl', {}));
  publisher.closed('/a.ttl');
  expect(published).toEqual([
    '/shapes.ttl: 5 idleTarget',
    '/shapes.ttl: 5 idleTarget, 2 shapes',
    '/shapes.ttl: 2 shapes',
    '/shapes.ttl: ',
  ]);
});

test('shapes files that were found sound are so for newer texts', () => {
  const { publisher, published, versions } = open('/a.ttl');
  publisher.shapes(report('/a.ttl', { '/shapes.ttl': [diagnostic(2, 'shapes')] }));
  versions.set('/a.ttl', 2);
  publisher.shapes(report('/a.ttl', {}));
  publisher.shapes(report('/a.ttl', { '/shapes.ttl': [diagnostic(3, 'shapes')] }));
  expect(published).toEqual(['/shapes.ttl: 2 shapes', '/shapes.ttl: ']);
});

test('what is about an older text is ignored', () => {
  const { publisher, published, versions } = open('/a.ttl');
  versions.set('/a.ttl', 2);
  publisher.syntax('/a.ttl', 1, [diagnostic(2, 'syntax')]);
  expect(publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')] }))).toBe(false);
  expect(published).toEqual([]);
});

test('violations move along with an edit until they are computed anew', () => {
  const { publisher, published, versions } = open('/a.ttl');
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')] }));
  const start = { line: 0, character: 0 };
  publisher.edited('/a.ttl', [{ range: { start, end: start }, text: '\n\n' }]);
  versions.set('/a.ttl', 2);
  publisher.syntax('/a.ttl', 2, []);
  expect(published).toEqual(['/a.ttl v1: 1 x', '/a.ttl v2: 3 x']);
});

test('a document that is held back shows only why', () => {
  const { publisher, published } = open('/a.ttl');
  publisher.report(report('/a.ttl', { '/a.ttl': [diagnostic(1, 'x')] }));
  publisher.hold('/a.ttl', [diagnostic(0, 'notChecked')]);
  expect(published.at(-1)).toBe('/a.ttl v1: 0 notChecked');
});

test('diagnostics are found by the keys of their violations', () => {
  const { publisher } = open('/a.ttl');
  const found = { ...diagnostic(1, 'x'), data: { key: 'k1', version: 1 } };
  publisher.report(report('/a.ttl', { '/a.ttl': [found, diagnostic(2, 'y')] }));
  expect(publisher.find('/a.ttl', ['k1', 'k2'])).toEqual([found]);
});

test('a model is asked about results, not about what has fixes of another kind', () => {
  const { publisher } = open('/a.ttl');
  const codes = ['sh:class', 'link', 'suppression', 'undescribed', 'namespace', 'syntax'];
  const keyed = codes.map((code) => ({ ...diagnostic(1, code), data: { key: code } }));
  publisher.report(report('/a.ttl', { '/a.ttl': keyed }));
  const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  expect(publisher.violationsAt('/a.ttl', all).map(({ code }) => code)).toEqual(['sh:class']);
});

test('a report for an earlier text of a linked file stays inside of its text', () => {
  const { publisher, published, versions } = open('/a.ttl', '/shapes.ttl');
  versions.set('/shapes.ttl', 2);
  publisher.report(report('/a.ttl', { '/shapes.ttl': [diagnostic(500, 'y')] }));
  expect(published).toEqual([`/shapes.ttl v2: ${lines} y`]);
});

test('a target is idle only where no open document has a node for it', () => {
  const { publisher, published } = open('/a.ttl', '/b.ttl', '/shapes.ttl');
  const idle = { '/shapes.ttl': [diagnostic(5, 'idleTarget')] };
  const linked = { shapes: ['/shapes.ttl'] };
  publisher.report(report('/shapes.ttl', {}, linked));
  publisher.report(report('/a.ttl', idle, linked));
  publisher.report(report('/b.ttl', {}, linked));
  expect(published).toEqual(['/shapes.ttl v1: 5 idleTarget', '/shapes.ttl v1: ']);
  publisher.report(report('/b.ttl', idle, linked));
  publisher.report(report('/b.ttl', {}, linked));
  publisher.closed('/b.ttl');
  expect(published.slice(2)).toEqual([
    '/shapes.ttl v1: 5 idleTarget',
    '/shapes.ttl v1: ',
    '/shapes.ttl v1: 5 idleTarget',
  ]);
});

/** In each document. */
const lines = 20;

/** A publisher with open documents of version 1, and what it publishes as `uri version: line code, …`. */
function open(...uris: readonly string[]) {
  const versions = new Map(uris.map((uri) => [uri, 1]));
  const textOf = (uri: string) => {
    const version = versions.get(uri);
    return version === undefined ? undefined : new OpenText(uri, version, 'text\n'.repeat(lines));
  };
  const published: string[] = [];
  const publisher = new Publisher(({ uri, version, diagnostics }) => {
    const list = diagnostics.map(({ range, code }) => `${range.start.line} ${code}`).join(', ');
    published.push(`${uri}${version === undefined ? '' : ` v${version}`}: ${list}`);
  }, textOf);
  return { publisher, published, versions };
}

function report(
  uri: string,
  diagnostics: Record<string, Diagnostic[]>,
  linked: { readonly shapes: readonly string[] } = { shapes: [] },
) {
  const status = unitStatus({ verdict: 'violates', results: 1, ...linked });
  return { uri, version: 1, diagnostics, status, ms: 1 };
}

function diagnostic(line: number, code: string): Diagnostic {
  const range = { start: { line, character: 0 }, end: { line, character: 1 } };
  return { range, code, message: code, source: 'test' };
}
