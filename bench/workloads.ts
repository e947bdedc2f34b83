import { existsSync, readFileSync } from 'node:fs';

/** Turtle data with matching shapes. All of it is validated together, as in the measured facts. */
export interface Workload {
  readonly name: string;
  readonly data: string;
  readonly shapes: string;
  /** Further triples of the data graph. */
  readonly context?: string;
}

const qudtFolder = '../shared/data/qudt-v2.1.43-merged';

/** QUDT's classes and shapes. */
export const qudtSchemaFile = `${qudtFolder}/SCHEMA_QUDT_NoOWL-v2.1.ttl`;

/** Units with their quantity kinds, constants and dimensions, 10,013 triples; 1,641 results. */
export function qudt10k(): Workload {
  return { name: 'QUDT 10k', data: qudt('qudt-10013.ttl'), shapes: qudtSchema() };
}

/** All of QUDT, 81,303 triples, which conforms to its shapes. */
export function qudt81k(): Workload {
  return { name: 'QUDT 81k', data: qudtText(), shapes: qudtSchema() };
}

/** Five copies of QUDT in one text. */
export function qudt406k(): Workload {
  return { name: 'QUDT 406k', data: copies(qudtText(), 5), shapes: qudtSchema() };
}

/** QUDT's units in their authors' layout, with statements over many lines, 2 MB. */
export function qudtUnits(): string {
  return qudt('VOCAB_QUDT-UNITS-ALL-v2.1.ttl');
}

/** The units of the package @vocabulary/unit, one triple per line, with our own shapes. */
export function vocabularyUnit(): Workload {
  return {
    name: '@vocabulary/unit',
    data: read('node_modules/@vocabulary/unit/unit.nq').replace(
      / <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm,
      ' .',
    ),
    shapes: read('test-fixtures/unit-shapes.ttl'),
  };
}

/** All of QUDT with our own shapes, which use constructs that QUDT's shapes do not. */
export function qudtOwnShapes(): Workload {
  return {
    name: 'QUDT 81k, own shapes',
    data: qudtText(),
    shapes: read('bench/shapes/qudt.ttl'),
    context: qudtSchema(),
  };
}

/** All of QUDT as Turtle. */
export function qudtText(): string {
  return qudt('qudt-all-81303.ttl');
}

export function qudtSchema(): string {
  return read(qudtSchemaFile);
}

function qudt(name: string): string {
  return read(`${qudtFolder}/${name}`);
}

function read(file: string): string {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  return readFileSync(file, 'utf8');
}

/** Several copies of a text in one, see `renamedCopy`. */
function copies(text: string, count: number): string {
  return Array.from({ length: count }, (_, copy) => renamedCopy(text, copy)).join('\n');
}

/**
 * A copy of QUDT's triples, as Turtle or N-Triples. Each copy has its own nodes in its own namespaces, and all share classes
 * and properties. Links stay inside a copy, so that the graph grows as real ones do.
 */
export function renamedCopy(text: string, copy: number): string {
  return text
    .replaceAll(/http:\/\/qudt\.org\/(2\.1\/)?vocab\//g, `http://qudt.org/copy${copy}/$1vocab/`)
    .replaceAll('_:n3-', `_:copy${copy}-`);
}
