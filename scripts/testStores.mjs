// npm run test:stores [-- --store NAME …] [FILE …]: starts triple stores on this machine, Virtuoso, Oxigraph, Apache Jena and
// Comunica, or those that are named, runs the tests that ask them, and ends them. Virtuoso and Jena come from Debian's
// packages and run without privileges.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import oxigraph from 'oxigraph';
import { installJena, installVirtuoso } from '../client/test/install.mjs';

const starts = {
  virtuoso: startVirtuoso,
  oxigraph: startOxigraph,
  jena: startJena,
  comunica: startComunica,
};
const { values, positionals: files } = parseArgs({
  options: { store: { type: 'string', multiple: true, default: Object.keys(starts) } },
  allowPositionals: true,
});
const unknown = values.store.filter((name) => !(name in starts));
if (unknown.length > 0) {
  console.error(`No such store: ${unknown.join(', ')}. There are: ${Object.keys(starts).join(', ')}.`);
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'stores-'));
const running = [];
const qudt = '../shared/data/qudt-v2.1.43-merged/qudt-all-81303.ttl';
const qudtGraph = 'http://example.org/qudt';
const qudtLines = path.join(folder, 'qudt.nt');
if (existsSync(qudt)) writeFileSync(qudtLines, asNTriples(readFileSync(qudt, 'utf8')));
let status = 1;
try {
  const stores = {};
  for (const name of values.store) stores[name] = await starts[name]();
  ({ status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.stores.config.ts', ...files],
    { stdio: 'inherit', env: { ...process.env, TEST_STORES: JSON.stringify(stores) } },
  ));
} finally {
  for (const each of running) each.kill('SIGKILL');
  await setTimeout(200);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status ?? 1);

/** The address of a new Virtuoso that lets everybody update. */
async function startVirtuoso() {
  const { server, isql } = installVirtuoso();
  const [sqlPort, port] = [await freePort(), await freePort()];
  const database = path.join(folder, 'virtuoso');
  mkdirSync(database);
  const file = (name) => path.join(database, name);
  const config = [
    '[Database]',
    `DatabaseFile = ${file('virtuoso.db')}`,
    `ErrorLogFile = ${file('virtuoso.log')}`,
    `LockFile = ${file('virtuoso.lck')}`,
    `TransactionFile = ${file('virtuoso.trx')}`,
    `xa_persistent_file = ${file('virtuoso.pxa')}`,
    '[TempDatabase]',
    `DatabaseFile = ${file('temporary.db')}`,
    `TransactionFile = ${file('temporary.trx')}`,
    '[Parameters]',
    `ServerPort = 127.0.0.1:${sqlPort}`,
    `DirsAllowed = ${folder}`,
    'NumberOfBuffers = 20000',
    'MaxDirtyBuffers = 15000',
    '[HTTPServer]',
    `ServerPort = 127.0.0.1:${port}`,
    // As it comes: longer answers are cut.
    '[SPARQL]',
    'ResultSetMaxRows = 10000',
  ];
  writeFileSync(file('virtuoso.ini'), `${config.join('\n')}\n`);
  running.push(
    spawn(server, ['+configfile', file('virtuoso.ini'), '+foreground'], { cwd: database, stdio: 'ignore' }),
  );
  const address = `http://127.0.0.1:${port}/sparql`;
  await answers(address);
  const statements = ['GRANT SPARQL_UPDATE TO "SPARQL";'];
  if (existsSync(qudtLines))
    statements.push(`DB.DBA.TTLP_MT(file_to_string_output('${qudtLines}'), '', '${qudtGraph}', 512);`);
  for (const statement of statements) {
    const { status: ended, stdout } = spawnSync(
      isql,
      [`127.0.0.1:${sqlPort}`, 'dba', 'dba', `exec=${statement}`],
      { encoding: 'utf8' },
    );
    if (ended !== 0 || stdout.includes('*** Error')) throw new Error(`${statement}\n${stdout}`);
  }
  return address;
}

async function startOxigraph() {
  const data = existsSync(qudtLines) ? [qudtLines, qudtGraph] : [];
  const port = await freePort();
  running.push(
    spawn(process.execPath, ['scripts/serveOxigraph.mjs', String(port), ...data], { stdio: 'inherit' }),
  );
  const address = `http://127.0.0.1:${port}/sparql`;
  await answers(address);
  return address;
}

async function startJena() {
  const { java, classPath } = installJena(folder);
  const data = existsSync(qudtLines) ? [qudtLines, qudtGraph] : [];
  const port = await freePort();
  const command = ['-Xmx1g', '-cp', classPath, 'scripts/ServeJena.java', String(port), ...data];
  running.push(spawn(java, command, { stdio: 'inherit' }));
  const address = `http://127.0.0.1:${port}/sparql`;
  await answers(address);
  return address;
}

async function startComunica() {
  const port = await freePort();
  running.push(spawn(process.execPath, ['scripts/serveComunica.mjs', String(port)], { stdio: 'inherit' }));
  const address = `http://127.0.0.1:${port}/sparql`;
  await answers(address);
  return address;
}

async function answers(address) {
  for (let tries = 0; tries < 1500; tries++) {
    try {
      const { ok } = await fetch(`${address}?query=${encodeURIComponent('ASK {}')}`);
      if (ok) return;
    } catch {
      // Not yet.
    }
    await setTimeout(200);
  }
  throw new Error(`The store at ${address} did not start within five minutes.`);
}

/** Turtle as N-Triples: Virtuoso refuses some legal Turtle. */
function asNTriples(turtle) {
  const store = new oxigraph.Store();
  store.load(turtle, { format: 'text/turtle' });
  return store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
}

/** A port that nobody listens at. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
