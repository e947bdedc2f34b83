import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data/a.ttl
  ex:a a ex:Person .
  #- /data/b.ttl
  ex:b a ex:Person .
  #- /pump.ttl
  ex:p a ex:Pump ; ex:of ex:a .
  #- /notes.ttl
  ex:n ex:p 1 .
  #- /shapes/person.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  #- /shapes/pump.ttl
  ex:P a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:of ; sh:maxCount 1 ] .`;

describe('init', () => {
  test('links each data file to the shapes whose targets select nodes of it', async () => {
    const { out, code, written } = await runInMemory('init', { files });
    expect(out).toMatchInlineSnapshot(`
      "shapes/person.ttl: for 2 files
      shapes/pump.ttl: for pump.ttl
      No shapes were found for notes.ttl.
      shacl-repair.jsonc is written. Look at it, then run: shacl-repair validate .
      "
    `);
    expect(code).toBe(0);
    const project = written['/shacl-repair.jsonc']!;
    expect(project).toMatchInlineSnapshot(`
      "{
        // Which shapes and ontologies belong to which data. Found by the targets of the shapes.
        "links": [
          {
            "data": ["data/*.ttl"],
            "shapes": ["shapes/person.ttl"]
          },
          {
            "data": ["pump.ttl"],
            "shapes": ["shapes/pump.ttl"]
          }
        ]
      }
      "
    `);
    const { out: results } = await runInMemory('validate . -f json', {
      files,
      texts: { '/shacl-repair.jsonc': project },
    });
    expect(JSON.parse(results).results).toHaveLength(2);
  });

  test('--dry-run prints the file that would be written', async () => {
    const { out, written } = await runInMemory('init --dry-run', { files });
    expect(out).toBe((await runInMemory('init', { files })).written['/shacl-repair.jsonc']);
    expect(written).toEqual({});
  });

  test('takes over the settings that no longer count beside it', async () => {
    const settings = {
      'shaclRepair.links': [{ data: 'notes.ttl', shapes: 'shapes/pump.ttl' }],
      'shaclRepair.ontologies': { 'http://e.org/o': 'o.ttl' },
      'shaclRepair.validation.inference': 'rdfs',
    };
    const texts = { '/.vscode/settings.json': JSON.stringify(settings) };
    const { out, written } = await runInMemory('init', { files, texts });
    expect(out).toContain('The links of .vscode/settings.json are in it too');
    const project = written['/shacl-repair.jsonc']!;
    expect(project).toContain('"inference": "rdfs"');
    expect(project).toContain('"http://e.org/o": "o.ttl"');
    const { out: links } = await runInMemory('config -f json', {
      files,
      texts: { '/shacl-repair.jsonc': project },
    });
    expect(links).toContain('notes.ttl');
  });

  test('overwrites nothing, and writes nothing where it finds nothing', async () => {
    const there = await runInMemory('init', { files, texts: { '/shacl-repair.jsonc': '{}' } });
    expect([there.code, there.err, there.written]).toEqual([
      2,
      expect.stringContaining('shacl-repair.jsonc is there already.'),
      {},
    ]);
    const none = await runInMemory('init', { files: '#- /a.ttl\nex:a a ex:Person .' });
    expect([none.code, none.written]).toEqual([1, {}]);
  });
});

describe('config', () => {
  test('a file that does not exist has no settings', async () => {
    const { code, err } = await runInMemory('config data/b.ttl', { files: '' });
    expect(err).toMatch(/^shacl-repair config: there is no file or folder 'data\/b\.ttl', so no settings /i);
    expect(code).toBe(2);
  });

  const texts = {
    '/shacl-repair.jsonc':
      '{ "links": [{ "data": "data/*.ttl", "shapes": "shapes/*.ttl" }], "failOn": "warning" }',
    '/.vscode/settings.json':
      '{ "shaclRepair.validation.inference": "rdfs", "shaclRepair.repair.maxSuggestions": 3 }',
  };

  test('prints where each setting comes from, and no secret', async () => {
    const env = { OPENAI_API_KEY: 'sk-secret', SHACL_REPAIR_ALLOW_STORE: 'https://e.org' };
    const { out, code } = await runInMemory('config --show data/a.ttl', { files, texts, env });
    expect(out).toMatchInlineSnapshot(`
      "failOn                     "warning"  (shacl-repair.jsonc)
      allow                      []  (default)
      severity                   {}  (default)
      baseline                   none  (default)
      links                      [{"data":["data/*.ttl"],"shapes":["shapes/*.ttl"],"context":[]}]  (shacl-repair.jsonc)
      ontologies                 {}  (default)
      validation.engine          "builtin"  (default)
      validation.subClassOfFrom  ["data","context","shapes"]  (default)
      inference                  "none"  (default; .vscode/settings.json is ignored beside shacl-repair.jsonc)
      rdf                        "1.2"  (default)
      shacl                      "1.2"  (default)
      repair.maxSuggestions      3  (.vscode/settings.json)
      format.indent              "  "  (default)
      format.predicates          "indented"  (default)
      format.alignObjects        false  (default)
      format.objects             "keepLines"  (default)
      format.semicolons          "lineEnd"  (default)
      format.dot                 "lineEnd"  (default)
      format.keepOnOneLine       "brackets"  (default)
      format.sortPrefixes        false  (default)
      format.alignPrefixes       false  (default)
      validation.changesOnDisk   false  (default)
      model.strategy             {"strategy":"SF+","choose":false}  (default)
      model.candidates           1  (default)
      model.maxRounds            3  (default)
      model.temperature          0  (default)
      model.timeout              120000  (default)
      model.concurrency          4  (default)
      model.requestsPerMinute    none  (default)
      model.maxCost              none  (default)
      OPENAI_API_KEY             "(set)"  (environment)
      SHACL_REPAIR_ALLOW_STORE   "https://e.org"  (environment)
      "
    `);
    expect(code).toBe(0);
  });

  test('without a project file, the settings of the workspace count', async () => {
    const { '/.vscode/settings.json': settings } = texts;
    const { out } = await runInMemory('config -f json', {
      files,
      texts: { '/.vscode/settings.json': settings },
    });
    const rows: readonly { name: string }[] = JSON.parse(out);
    expect(rows.find(({ name }) => name === 'inference')).toEqual({
      name: 'inference',
      value: 'rdfs',
      source: '.vscode/settings.json',
    });
  });
});
