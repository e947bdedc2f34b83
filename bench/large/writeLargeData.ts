import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Parser, Writer } from 'n3';
import { qudtSchema, qudtText, renamedCopy } from '../workloads.ts';

export type LargeFormat = 'nt' | 'ttl';

/** A file of QUDT in renamed copies. */
export interface LargeData {
  readonly file: string;
  /** How many copies there are, numbered from 0. */
  readonly copies: number;
  /** How many different triples there are. What the copies share counts once. */
  readonly triples: number;
}

/** Where large files are kept, for all clones of the repository. */
export const largeFolder = path.join(
  process.env.SHACL_REPAIR_CACHE ?? path.join(homedir(), '.cache/shacl-repair'),
  'large',
);

/** Writes QUDT in renamed copies, as many as come closest to a number of triples. A file that is already there is kept. */
export function writeLargeData(triples: number, format: LargeFormat): LargeData {
  return write(triples, format, '', '');
}

/** The same with QUDT's classes and shapes, for engines that look for classes in the data graph alone. */
export function writeLargeDataWithSchema(triples: number, format: LargeFormat): LargeData {
  return write(triples, format, qudtSchema(), '-and-schema');
}

/** The same arguments give the same bytes. One copy is in memory at a time. */
function write(triples: number, format: LargeFormat, schema: string, suffix: string): LargeData {
  const turtle = qudtText();
  const lines = asNTriples(turtle, '');
  const own = lines.filter((line) => renamedCopy(line, 0) !== line);
  const others = lines.filter((line) => renamedCopy(line, 0) === line);
  const shared = [...new Set([...others, ...asNTriples(schema, 'schema-')])];
  const copies = Math.max(1, Math.round((triples - others.length) / own.length));
  const file = path.join(largeFolder, `qudt-${copies}-copies${suffix}.${format}`);
  if (!existsSync(file)) {
    const [head, text] = format === 'ttl' ? [schema, turtle] : [shared.join(''), own.join('')];
    writeWhole(file, head, (copy) => renamedCopy(text, copy), copies);
  }
  return { file, copies, triples: shared.length + copies * own.length };
}

/** Nobody sees half a file: it gets its name when it is complete. */
function writeWhole(file: string, head: string, copyOf: (copy: number) => string, copies: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.partial-${process.pid}`;
  const descriptor = openSync(partial, 'w');
  try {
    writeText(descriptor, head);
    for (let copy = 0; copy < copies; copy++) writeText(descriptor, copyOf(copy));
    renameSync(partial, file);
  } finally {
    closeSync(descriptor);
    rmSync(partial, { force: true });
  }
}

function writeText(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/**
 * The triples of a text as lines of N-Triples, in the order in which they are written.
 *
 * @param prefix of the names of blank nodes.
 */
function asNTriples(turtle: string, prefix: string): readonly string[] {
  const quads = new Parser({ blankNodePrefix: prefix }).parse(turtle);
  const writer = new Writer({ format: 'N-Triples' });
  const lines = quads.map((quad) => writer.quadToString(quad.subject, quad.predicate, quad.object));
  return [...new Set(lines)];
}
