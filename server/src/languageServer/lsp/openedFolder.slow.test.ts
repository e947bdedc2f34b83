import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { roomCommands, rooms, snapshot } from '../../testing/installed.ts';
import { TestClient } from '../../testing/testClient.ts';
import { readTrace, type Trace, tracedCommand, whyNotTraced } from './tracedProgram.testing.ts';

/*
 * Somebody opens a folder that a stranger has made, looks around in it and closes it again. The system is asked what the
 * server and its engine did meanwhile.
 */

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-opened-')));
  write('opened', files);
  write('rooms', rooms);
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(into: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(folder, into, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const uri = (name: string) => pathToFileURL(path.join(folder, 'opened', name)).href;
const textOf = (name: keyof typeof files) => files[name];

test.skipIf(whyNotTraced() !== undefined).each([
  ['Restricted Mode', true],
  ['a trusted folder', false],
])(
  'in %s, nothing but engines is started, nothing is asked of a network, and nothing is written',
  async (name, restricted) => {
    const before = snapshot(path.join(folder, 'opened'));
    const traceFile = path.join(folder, name.replaceAll(' ', '-'));
    const { started, network, written } = await lookAround(traceFile, restricted);
    expect(network).toEqual([]);
    expect(written).toEqual([]);
    // A second engine is started ahead, as documents are opened beside others.
    expect(new Set(programsOf(started))).toEqual(new Set(['server.js', 'engine.js']));
    expect(snapshot(path.join(folder, 'opened'))).toEqual(before);
  },
);

test.skipIf(whyNotTraced() !== undefined)('writes and requests are seen where a user asks for them', () => {
  const seen = (...args: readonly string[]) => {
    const traceFile = path.join(folder, 'control');
    const { command, args: rest } = traced(traceFile, ['cli.js', ...args]);
    spawnSync(command, rest, { cwd: path.join(folder, 'rooms') });
    return readTrace(traceFile);
  };
  expect(seen(...roomCommands.apply).written.join('\n')).toContain('broken.ttl');
  const asking = seen('validate', '--endpoint', 'http://127.0.0.1:39009/sparql', '--shapes', 'shapes.ttl');
  expect(asking.network.join('\n')).toContain('sin_port=htons(39009)');
});

function traced(traceFile: string, [program, ...args]: readonly [string, ...string[]]) {
  const [command, ...rest] = tracedCommand(traceFile, [process.execPath, path.join(dist, program), ...args]);
  return { command: command!, args: rest, cwd: path.join(folder, 'opened') };
}

async function lookAround(traceFile: string, restricted: boolean): Promise<Trace> {
  const client = await TestClient.start(
    traced(traceFile, ['server.js', '--stdio']),
    uri('.'),
    {},
    { restricted },
  );
  for (const name of ['data.ttl', 'shapes.ttl', 'plain.ttl'] as const) {
    await client.open(uri(name), textOf(name));
    await client.validated(uri(name), 60_000);
  }
  const textDocument = { uri: uri('data.ttl') };
  const position = { line: 12, character: 8 };
  for (const method of [
    'hover',
    'definition',
    'references',
    'completion',
    'documentLink',
    'codeLens',
    'documentSymbol',
  ])
    await client.request(`textDocument/${method}`, {
      textDocument,
      position,
      context: { includeDeclaration: true },
    });
  for (const diagnostic of client.diagnostics(uri('data.ttl')))
    await client.codeActions(uri('data.ttl'), diagnostic);
  await client.report(uri('data.ttl'));
  await client.request('workspace/symbol', { query: 'a' });
  await client.stop();
  return readTrace(traceFile);
}

/** The names of the programs that Node was started with, but for the tracing itself. */
function programsOf(started: readonly string[]): readonly string[] {
  return started.map((call) => /"[^"]*\/dist\/([^"]+)"/.exec(call)?.[1] ?? call);
}

const files = {
  'data.ttl': block`
    # shapes: shapes.ttl
    # shapes: http://shapes.example/shapes.ttl
    # shapes: file:///etc/passwd
    # shapes: \\\\server.example\\share\\shapes.ttl
    # shapes: //server.example/share/shapes.ttl
    # context: <http://127.0.0.1:39009/sparql>
    @prefix ex: <http://example.org/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <> owl:imports <http://imports.example/ontology>, <file:///etc/hostname>, <file://server.example/share/more.ttl> .
    ex:a a ex:Person ; ex:age "12" .
    ex:b a ex:Person ; ex:age 12 ;
      rdfs:label "[click](command:workbench.action.terminal.new) ![x](http://picture.example/a.png)" ;
      rdfs:seeAlso <http://other.example/b> .
  `,
  'shapes.ttl': block`
    @prefix ex: <http://example.org/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    <> owl:imports <https://imports.example/shapes> ; sh:shapesGraph <http://imports.example/graph> ;
      sh:entailment sh:Rules .
    ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
      sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
      sh:sparql [ sh:select "SELECT $this { SERVICE <http://127.0.0.1:39009/sparql> { $this ?p ?o } }" ] ;
      sh:js [ sh:jsFunctionName "f" ; sh:jsLibrary [ sh:jsLibraryURL "http://script.example/s.js" ] ] .
  `,
  'plain.ttl': '@prefix ex: <http://example.org/> .\nex:c a ex:Person ; ex:age "12" .\n',
  'shacl-repair.jsonc': block`
    { "context": ["ontology.ttl", { "store": "http://127.0.0.1:39009/sparql" }],
      "ontologies": ["http://imports.example/x.ttl", "\\\\\\\\server.example\\\\share\\\\x.ttl"] }
  `,
  '.vscode/settings.json': block`
    { "shaclRepair.model.provider": "openai", "shaclRepair.model.baseUrl": "http://127.0.0.1:39009/v1",
      "shaclRepair.evaluation.programs": { "p": ["touch", "written"] } }
  `,
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\tfsmonitor = touch written\n\thooksPath = hooks\n\tpager = touch written\n',
  'hooks/post-checkout': '#!/bin/sh\ntouch written\n',
  '.npmrc': 'registry=http://127.0.0.1:39009/\n',
  'package.json': '{ "type": "module", "scripts": { "postinstall": "touch written" } }\n',
  'node.config.json': '{ "nodeOptions": { "import": ["./evil.mjs"] } }\n',
  '.env': 'NODE_OPTIONS=--import=./evil.mjs\n',
  'evil.mjs': 'import { writeFileSync } from "node:fs";\nwriteFileSync("written", "");\n',
} as const;
