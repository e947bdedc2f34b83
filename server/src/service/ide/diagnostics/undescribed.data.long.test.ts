import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { describeShared } from '../../../testing/shared.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { ResultGroup } from './undescribed.ts';

const never = new AbortController().signal;
const root = 'file:///workspace/';
const qudt = 'qudt-v2.1.43-merged/qudt-all-81303.ttl';
const ontology = '223p/223p.ttl';

/** The others have another cause in common, such as a value that many nodes have. */
const missesFile = ({ respelt, misnamed, repeated }: ResultGroup) => !respelt && !misnamed && !repeated;

describeShared('223P models without QUDT', '.', (data) => {
  const models = ['models', 'compiled'].flatMap((folder) =>
    readdirSync(`${data}/223p/${folder}`).map((name) => `223p/${folder}/${name}`),
  );
  const texts = [...models, ontology, qudt].map(
    (path) => [root + path, readFileSync(`${data}/${path}`, 'utf8')] as const,
  );
  const fileSystem = new InMemoryFileSystem(texts);
  const hostWith = (context: readonly string[]) => {
    const settings = {
      ...defaultSettings,
      links: [
        { data: '223p/m*/*.ttl', shapes: [ontology], context },
        { data: '223p/c*/*.ttl', shapes: [ontology], context },
      ],
    };
    const host = new AnalysisHost({ fileSystem });
    host.configure({ folders: [{ uri: root, settings }], settings, quarantined: new Set() });
    return host;
  };
  const without = hostWith([ontology]);
  const linked = hostWith([ontology, qudt]);

  test.each(models)('%s', async (path) => {
    const uri = root + path;
    const text = new Map(texts).get(uri)!;
    for (const host of [without, linked]) host.openDocument(uri, 1, text);
    const alone = await without.analysis(uri, never);
    const whole = await linked.analysis(uri, never);

    // At most three problems are about something else than the model. Those of groups stand for results.
    const shown = alone.report.diagnostics.get(uri) ?? [];
    const ofResults = new Set(alone.placed.map(({ key }) => key));
    const ofGroups = new Set(alone.groups.map(({ place }) => place.range.start));
    const ofElse = shown.filter(({ key }) => key === undefined || !ofResults.has(key));
    expect(
      ofElse
        .filter(({ range }) => !ofGroups.has(range.start))
        .map(({ message }) => message)
        .slice(3),
    ).toEqual([]);
    const grouped = alone.placed.filter(({ restsOn }) => restsOn !== undefined);
    expect(shown.filter(({ severity }) => severity === 'hint')).toHaveLength(grouped.length);

    // With QUDT the results that miss it are gone, and nothing else is.
    const missing = new Set(alone.groups.filter(missesFile).map(({ namespace }) => namespace));
    const isOfMissing = ({ restsOn }: { readonly restsOn?: string | undefined }) =>
      restsOn !== undefined && missing.has(restsOn);
    expect(whole.groups.filter(missesFile)).toEqual([]);
    expect(whole.placed.map(({ key }) => key).toSorted()).toEqual(
      alone.placed
        .filter((result) => !isOfMissing(result))
        .map(({ key }) => key)
        .toSorted(),
    );

    // All of them count.
    expect(alone.report.status.results).toBe(
      whole.report.status.results + alone.placed.filter(isOfMissing).length,
    );
  });

  test('most results of the building rest on units and quantity kinds', async () => {
    const { groups } = await without.analysis(`${root}223p/models/lbnl-bdg3-1.ttl`, never);
    expect(
      groups.filter(missesFile).map(({ namespace, members }) => `${members.length} ${namespace}`),
    ).toEqual(['500 http://qudt.org/vocab/quantitykind/', '496 http://qudt.org/vocab/unit/']);
  });
});
