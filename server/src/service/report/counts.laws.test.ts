import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { hostOf } from '../../testing/check.ts';
import { fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';
import { seed } from '../../testing/seed.ts';
import { graphOf } from '../../testing/shaclCheck.ts';
import type { FileDiagnostic, UnitStatus } from '../ide/analysis.ts';
import { unitReport } from '../ide/unitReport.ts';

/*
 * How many results a file has, in each place that says so: the status, the Problems view, the report, and each format of the
 * command line. The Problems view has one entry for the results about one value, which names them all.
 */

const { signal } = new AbortController();
const data = `${fixtureRoot}/data.ttl`;

type Counts = UnitStatus['severities'];

test('status, problems, report, text, JSON, SARIF, Turtle, JUnit and Markdown count the same results', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryCase(),
      fc.array(fc.constantFrom('Warning', 'Info', 'Violation')),
      async (unit, levels) => {
        const subjects = unit.shapes
          .map((shape) => shape.split(/\s/, 1)[0]!)
          .filter((name) => /^ex:/.test(name));
        const severities = levels.flatMap((level, i) =>
          subjects[i] === undefined ? [] : `${subjects[i]} sh:severity sh:${level} .`,
        );
        const files = [
          '#- /data.ttl\n# shapes: shapes.ttl\n# context: context.ttl',
          ...unit.data,
          '#- /shapes.ttl',
          ...unit.shapes,
          ...severities,
          '#- /context.ttl',
          ...unit.context,
        ].join('\n');
        const host = hostOf(parseFixture(`${files}\n`));
        const { status, diagnostics } = await host.validate(data, signal);
        const report = unitReport(await host.analysis(data, signal));
        const expected = countsOf(report.results.map(({ severity }) => severity));
        expect(status.severities).toEqual(expected);
        expect(status.results).toBe(report.results.length);

        const keys = [...diagnostics.values()].flat().flatMap(keysOf);
        expect(keys.toSorted()).toEqual(report.results.map(({ key }) => key).toSorted());

        const run = (format: string) =>
          runInMemory(`validate data.ttl --format ${format}`, { files: `${files}\n` });
        const json = JSON.parse((await run('json')).out);
        expect(countsOf(json.results.map(({ severity }: { severity: string }) => levelOf(severity)))).toEqual(
          expected,
        );
        const sarif = JSON.parse((await run('sarif')).out);
        expect(
          countsOf(sarif.runs[0].results.map(({ level }: { level: string }) => ofSarif[level]!)),
        ).toEqual(expected);
        const written = graphOf((await run('turtle')).out);
        const severitiesOf = (result: TermId) =>
          written.objects(result, sh.resultSeverity).map((term) => levelOf(`<${terms.value(term)}>`));
        const stated = written.withPredicate(sh.result).map(({ object }) => object);
        expect(countsOf(stated.flatMap(severitiesOf))).toEqual(expected);
        expect((await run('junit')).out.split('\n')[1]).toContain(` failures="${status.counted}" `);
        const last = (await run('text')).out.trimEnd().split('\n').at(-1)!;
        const total = status.results;
        if (total > 0) {
          const counted = `${total} result${total === 1 ? '' : 's'}`;
          expect(last).toContain(`${counted} in `);
          expect((await run('markdown')).out).toContain(`**${counted}** in `);
          compared++;
        }
      },
    ),
    { numRuns: runs(60), seed },
  );
  // Otherwise nothing was compared.
  expect(compared).toBeGreaterThan(0);
});

const ofSarif: Readonly<Record<string, keyof Counts>> = {
  error: 'violation',
  warning: 'warning',
  note: 'info',
};

function levelOf(severity: string): keyof Counts {
  const name = severity.slice(severity.indexOf('#') + 1, -1);
  return name === 'Warning' ? 'warning' : name === 'Info' ? 'info' : 'violation';
}

function countsOf(levels: readonly (keyof Counts)[]): Counts {
  const counts = { violation: 0, warning: 0, info: 0 };
  for (const level of levels) counts[level]++;
  return counts;
}

/** The results that a diagnostic tells of; none for what is no result. */
function keysOf({ key, code, others = [] }: FileDiagnostic): readonly string[] {
  if (key === undefined || !code.startsWith('sh:')) return [];
  return [key, ...others.map((other) => other.key)];
}
