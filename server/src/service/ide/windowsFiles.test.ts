import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { AnalysisHost } from './analysisHost.ts';

const { signal } = new AbortController();

describe('names that differ only in case are one document', () => {
  const root = 'file:///c%3A/Work';

  test('shapes that are open in the editor are those that a header links', async () => {
    const { host } = open({ [`${root}/Shapes.ttl`]: shapes('sh:minCount 1') });
    host.openDocument(`${root}/data.ttl`, 1, `# shapes: shapes.TTL\n${data}`);
    expect(await results(host, `${root}/data.ttl`)).toBe(1);

    host.openDocument('file:///C:/work/SHAPES.ttl', 1, shapes('sh:minCount 0'));
    expect(host.dependents('file:///C:/work/SHAPES.ttl')).toEqual([`${root}/data.ttl`]);
    expect(await results(host, `${root}/data.ttl`)).toBe(0);
    expect(host.dependencies(`${root}/data.ttl`).files).toContain('file:///c%3A/work/SHAPES.ttl');

    host.closeDocument('file:///C:/work/SHAPES.ttl');
    expect(await results(host, `${root}/data.ttl`)).toBe(1);
  });

  test('a file that is linked twice is one file of the unit', async () => {
    const { host } = open({ [`${root}/Shapes.ttl`]: shapes('sh:minCount 1') });
    host.openDocument(
      `${root}/data.ttl`,
      1,
      `# shapes: Shapes.ttl\n# shapes: .\\SHAPES.ttl\n# shapes: *.TTL\n${data}`,
    );
    const { linked } = (await host.analysis(`${root}/data.ttl`, signal)).graphs;
    expect(linked.unit.shapes).toEqual([`${root}/Shapes.ttl`]);
  });

  test('a change on disk is found by any spelling', async () => {
    const { host, fileSystem } = open({ [`${root}/shapes.ttl`]: shapes('sh:minCount 1') });
    host.openDocument(`${root}/data.ttl`, 1, `# shapes: Shapes.ttl\n${data}`);
    expect(await results(host, `${root}/data.ttl`)).toBe(1);
    fileSystem.files.set(`${root}/shapes.ttl`, shapes('sh:minCount 0'));
    host.filesChanged(['file:///C:/WORK/shapes.ttl']);
    expect(await results(host, `${root}/data.ttl`)).toBe(0);
  });

  test('the drive of a folder and of its files may be written in different ways', async () => {
    const { host } = open({ [`${root}/shapes/s.ttl`]: shapes('sh:minCount 1') });
    const links = [{ data: 'data\\**\\*.ttl', shapes: ['shapes\\*.ttl'], context: [] }];
    configure(host, 'file:///C:/Work', links);
    host.openDocument('file:///c%3a/work/DATA/a.ttl', 1, data);
    expect(await results(host, 'file:///c:/work/DATA/a.ttl')).toBe(1);
  });
});

describe('other computers', () => {
  const share = 'file://server/share/work';

  test('files beside a file are linked on its own computer', async () => {
    const { host, fileSystem } = open({ [`${share}/shapes/s.ttl`]: shapes('sh:minCount 1') });
    host.openDocument(
      `${share}/data/a.ttl`,
      1,
      `# shapes: ..\\shapes\\s.ttl\n# shapes: \\\\SERVER\\share\\work\\shapes\\*.ttl\n${data}`,
    );
    configure(host, share, []);
    expect(await results(host, `${share}/data/a.ttl`)).toBe(1);
    expect(fileSystem.asked.every((uri) => uri.startsWith('file://server/'))).toBe(true);
  });

  test.each([
    '\\\\evil\\share\\s.ttl',
    '//evil/share/s.ttl',
    '\\\\evil\\share\\*.ttl',
    'file://evil/share/s.ttl',
  ])('a link to %s is refused without asking that computer', async (path) => {
    const { host, fileSystem } = open({ 'file://evil/share/s.ttl': shapes('sh:minCount 1') });
    host.openDocument('file:///c%3A/data.ttl', 1, `# shapes: ${path}\n${data}`);
    const report = await host.validate('file:///c%3A/data.ttl', signal);
    expect(report.status.verdict).toBe('undecided');
    const messages = [...report.diagnostics.values()].flat().map(({ message }) => message);
    expect(messages).toContain(
      `'${path}' is on another computer, evil, where links do not lead. To use the file, open it in the editor or name it on the command line.`,
    );
    expect(fileSystem.asked.filter((uri) => uri.includes('evil'))).toEqual([]);
  });

  const evil = '//evil/share';
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'an ontology of the project file',
      {
        'shacl-repair.jsonc': JSON.stringify({
          links: [{ data: 'data.ttl', shapes: ['s.ttl'] }],
          ontologies: { 'http://example.org/o': `${evil}/o.ttl` },
        }),
        'data.ttl': `<> <http://www.w3.org/2002/07/owl#imports> <http://example.org/o> .\n${data}`,
      },
      "'file://evil/share/o.ttl' is on another computer, evil",
    ],
    [
      'the baseline of the project file',
      {
        'shacl-repair.jsonc': JSON.stringify({
          links: [{ data: 'data.ttl', shapes: ['s.ttl'] }],
          baseline: `${evil}/known.json`.replaceAll('/', '\\'),
        }),
        'data.ttl': data,
      },
      `is on another computer, evil`,
    ],
    [
      'a shapes file of the project file',
      {
        'shacl-repair.jsonc': JSON.stringify({ links: [{ data: 'data.ttl', shapes: [`${evil}/s.ttl`] }] }),
        'data.ttl': data,
      },
      `is on another computer, evil`,
    ],
    [
      'owl:imports and sh:shapesGraph',
      {
        'data.ttl': `# shapes: s.ttl
<> <http://www.w3.org/2002/07/owl#imports> <file:${evil}/o.ttl>, <${evil}/o.ttl> ;
  <http://www.w3.org/ns/shacl#shapesGraph> <file:${evil}/s.ttl> .\n${data}`,
      },
      'no file of the workspace declares these 2 ontologies',
    ],
  ])('%s on another computer is not asked for', async (_, texts, told) => {
    const root = 'file:///c%3A/work';
    const files = { 's.ttl': shapes('sh:minCount 1'), ...texts };
    const { host, fileSystem } = open({
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${root}/${name}`, text])),
      'file://evil/share/o.ttl': '<http://example.org/o> a <http://www.w3.org/2002/07/owl#Ontology> .',
      'file://evil/share/s.ttl': shapes('sh:minCount 1'),
      'file://evil/share/known.json': '{}',
    });
    configure(host, root, []);
    host.openDocument(`${root}/data.ttl`, 1, texts['data.ttl']!);
    const { diagnostics } = await host.validate(`${root}/data.ttl`, signal);
    const messages = [...diagnostics.values()].flat().map(({ message }) => message);
    expect(messages.join('\n')).toContain(told);
    expect(fileSystem.asked.filter((uri) => uri.includes('evil'))).toEqual([]);
  });

  test('an ontology of the settings and a context of JSON-LD on another computer are not asked for', async () => {
    const root = 'file:///c%3A/work';
    const { host, fileSystem } = open({ [`${root}/s.ttl`]: shapes('sh:minCount 1') });
    const settings = {
      ...defaultSettings,
      links: [{ data: '*', shapes: ['s.ttl'], context: [] }],
      ontologies: { 'http://example.org/o': `${evil}/o.ttl` },
    };
    host.configure({ folders: [{ uri: root, settings }], settings, quarantined: new Set() });
    const importing = `<> <http://www.w3.org/2002/07/owl#imports> <http://example.org/o> .\n${data}`;
    host.openDocument(`${root}/a.ttl`, 1, importing);
    const { diagnostics } = await host.validate(`${root}/a.ttl`, signal);
    expect([...diagnostics.values()].flat().map(({ message }) => message)).toContainEqual(
      expect.stringContaining('is on another computer, evil'),
    );
    for (const context of [`file:${evil}/c.jsonld`, `${evil}/c.jsonld`, `file://EVIL/share/c.jsonld`]) {
      host.openDocument(`${root}/b.jsonld`, 1, `{ "@context": "${context}", "@type": "Person" }`);
      await host.validate(`${root}/b.jsonld`, signal);
      host.closeDocument(`${root}/b.jsonld`);
    }
    expect(fileSystem.asked.filter((uri) => /evil/i.test(uri))).toEqual([]);
  });

  test('a file of another computer that is open is used', async () => {
    const { host } = open({});
    host.openDocument('file://other/share/s.ttl', 1, shapes('sh:minCount 1'));
    host.openDocument('file:///c%3A/data.ttl', 1, `# shapes: \\\\other\\share\\s.ttl\n${data}`);
    expect(await results(host, 'file:///c%3A/data.ttl')).toBe(1);
  });
});

const data = block`
  @prefix ex: <http://example.org/> .
  ex:ann a ex:Person .
`;

function shapes(constraint: string): string {
  return block`
    @prefix ex: <http://example.org/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
      sh:property [ sh:path ex:name ; ${constraint} ] .
  `;
}

/** Remembers what it was asked for. */
class AskedFileSystem extends InMemoryFileSystem {
  readonly asked: string[] = [];

  override read(uri: string) {
    this.asked.push(uri);
    return super.read(uri);
  }

  override liesUnder(uri: string, folderUri: string) {
    this.asked.push(uri);
    return super.liesUnder(uri, folderUri);
  }

  override list(folderUri: string, glob: string, bounds: Parameters<InMemoryFileSystem['list']>[2]) {
    this.asked.push(`${folderUri}/${glob}`);
    return super.list(folderUri, glob, bounds);
  }
}

function open(files: Readonly<Record<string, string>>) {
  const fileSystem = new AskedFileSystem(Object.entries(files), { ignoresCase: true });
  return { host: new AnalysisHost({ fileSystem }), fileSystem };
}

function configure(host: AnalysisHost, folder: string, links: typeof defaultSettings.links): void {
  const settings = { ...defaultSettings, links };
  host.configure({ folders: [{ uri: folder, settings }], settings, quarantined: new Set() });
}

async function results(host: AnalysisHost, uri: string): Promise<number> {
  return (await host.validate(uri, signal)).status.results;
}
