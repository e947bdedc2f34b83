import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory, edited, type ShapesCase } from '../../testing/arbitraryShapes.ts';
import { hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';
import { runs } from '../../testing/runs.ts';
import type { AnalysisHost } from './analysisHost.ts';

const schema = [
  'ex:p rdfs:subPropertyOf ex:q .',
  'ex:q rdfs:subPropertyOf ex:r .',
  'ex:p owl:inverseOf ex:r .',
  'ex:q a owl:SymmetricProperty .',
  'ex:p rdfs:domain ex:C .',
  'ex:q rdfs:range ex:D .',
  'ex:r rdfs:domain ex:E .',
];

function fixtureOf({ data, context, shapes }: ShapesCase) {
  return parseFixture(
    [
      '#- /data.ttl shapes:/shapes.ttl context:/context.ttl',
      ...data,
      '#- /context.ttl',
      ...context,
      '#- /shapes.ttl',
      ...shapes,
    ].join('\n'),
  );
}

/**
 * The results with their messages, each by itself. Where several places would do, which one is shown depends on the order in which
 * things were written, and so does the place of what is wrong with shapes.
 */
async function shown(host: AnalysisHost): Promise<readonly string[]> {
  const report = await host.validate('file:///workspace/data.ttl', new AbortController().signal);
  const { results, contextResults, notChecked } = report.status;
  const lines = [...report.diagnostics].flatMap(([uri, diagnostics]) =>
    diagnostics
      .filter(({ key }) => key)
      .flatMap(({ code, message, others = [] }) => [{ code, message }, ...others])
      .map(({ code, message }) => `${uri} ${code} ${message.split('\n')[0]}`),
  );
  return [...lines, ...notChecked, `${results} ${contextResults}`].sort(inOrder);
}

test('after any edits of data, context and shapes, what is shown is what a new server shows', () =>
  fc.assert(
    fc.asyncProperty(
      arbitraryHistory(5),
      fc.subarray(schema, { minLength: 1 }),
      fc.array(fc.option(fc.constantFrom(...schema)), { minLength: 5, maxLength: 5 }),
      async ({ start, edits }, initial, additions) => {
        const settings = { inference: 'rdfs+inverse' } as const;
        let now: ShapesCase = { ...start, context: [...start.context, ...initial] };
        const host = hostOf(fixtureOf(now), settings);
        const open = (version: number) => {
          for (const { uri, text } of fixtureOf(now).files) host.openDocument(uri, version, text);
        };
        open(1);
        for (const [i, edit] of edits.entries()) {
          const schemaEdit = {
            file: 'context',
            kind: 'insert',
            at: i,
            statement: additions[i] ?? '',
          } as const;
          now = edited(now, additions[i] ? schemaEdit : edit);
          open(i + 2);
          expect(await shown(host)).toEqual(await shown(hostOf(fixtureOf(now), settings)));
        }
      },
    ),
    { numRuns: runs(60) },
  ));

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
