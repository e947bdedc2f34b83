import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { describeShared } from '../../../testing/shared.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { AnalysisHost } from '../analysisHost.ts';
import { menuTitles, mostOfTitle } from './menuTitles.ts';

const never = new AbortController().signal;
const root = 'file:///workspace/';
const s223 = { shapes: ['223p/223p.ttl'], context: ['223p/223p.ttl'] };
const brick = {
  shapes: ['brick-buildingmotif/mediumOffice_constraints.ttl', 'brick-buildingmotif/Brick.ttl'],
  context: ['brick-buildingmotif/Brick.ttl'],
};
const models = [
  ['223p/models/guideline36-2021-A-9.ttl', s223],
  ['223p/models/lbnl-example-radiant.ttl', s223],
  ['brick-buildingmotif/smallOffice_brick.ttl', brick],
  ['brick-buildingmotif/mediumOffice_brick.ttl', brick],
] as const;

describeShared('menus of models', '.', (data) => {
  const paths = new Set(models.flatMap(([path, { shapes, context }]) => [path, ...shapes, ...context]));
  const texts = [...paths].map((path) => [root + path, readFileSync(`${data}/${path}`, 'utf8')] as const);
  test.each(models)(
    '%s',
    async (path, links) => {
      const host = new AnalysisHost({ fileSystem: new InMemoryFileSystem(texts) });
      const settings = { ...defaultSettings, links: [{ data: path, ...links }] };
      host.configure({ folders: [{ uri: root, settings }], settings, quarantined: new Set() });
      const uri = root + path;
      host.openDocument(uri, 1, new Map(texts).get(uri)!);
      const { placed } = await host.analysis(uri, never);
      const places = new Map(
        placed.flatMap(({ place }) =>
          place?.document.uri === uri ? [[place.range.start, place.range]] : [],
        ),
      );
      const all = [...places.values()].sort((a, b) => a.start - b.start);
      const step = Math.max(1, Math.floor(all.length / 40));
      const menus: (readonly CodeActionInfo[])[] = [];
      for (const [i, range] of all.entries()) {
        if (i % step > 0) continue;
        menus.push(await host.codeActions(uri, { start: range.start, end: range.start }, never));
      }
      expect(menus.flat().filter(({ evidence }) => evidence !== undefined).length).toBeGreaterThan(20);
      const shown = menus.map((actions) => menuTitles(actions.map(({ title }) => title)));
      expect(shown.flat().filter(({ length }) => length > mostOfTitle)).toEqual([]);
      expect(shown.filter((titles) => new Set(titles).size < titles.length)).toEqual([]);
    },
    600_000,
  );
});
