import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Parser, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { UnionGraph } from '../server/src/rdf/unionGraph.ts';
import { createEvaluator } from '../server/src/shacl/evaluator.ts';
import { recordValidation } from '../server/src/shacl/impact.ts';
import { readShapes } from '../server/src/shacl/shapesGraph.ts';
import { TurtleDocument } from '../server/src/turtle/turtleDocument.ts';

/** A workload: real data with shapes that belong to it. */
interface Workload {
  readonly name: string;
  readonly data: string;
  readonly shapes: string;
}

const qudt = '../shared/data/qudt-v2.1.43-merged';
const schema = `${qudt}/SCHEMA_QUDT_NoOWL-v2.1.ttl`;

const workloads: readonly Workload[] = [
  {
    name: '@vocabulary/unit, own shapes',
    data: vocabularyUnit(),
    shapes: read('test-fixtures/unit-shapes.ttl'),
  },
  ...['qudt-10013.ttl', 'qudt-all-81303.ttl']
    .filter((file) => existsSync(`${qudt}/${file}`))
    .map((file) => ({ name: file, data: read(`${qudt}/${file}`), shapes: read(schema) })),
];

console.log(
  `${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians\n`,
);
console.log(
  '| workload | triples | parse, ours (with graph) | n3 Parser | ratio | validate, ours (recorded) | rdf-validate-shacl | ratio |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const workload of workloads) console.log(await row(workload));

async function row({ name, data, shapes }: Workload): Promise<string> {
  const parsed = await median(5, () => new TurtleDocument('file:///data.ttl', 1, data));
  const indexed = await median(5, () => new TurtleDocument('file:///data.ttl', 1, data).graph);
  const n3 = await median(5, () => new Parser({ baseIRI: 'file:///data.ttl' }).parse(data));

  const document = new TurtleDocument('file:///data.ttl', 1, data);
  const shapesDocument = new TurtleDocument('file:///shapes.ttl', 1, shapes);
  const graph = new UnionGraph([document.graph, shapesDocument.graph]);
  const input = {
    dataGraph: graph,
    reportedGraph: document.graph,
    classGraph: graph,
    shapes: readShapes(shapesDocument.graph),
  };
  const ours = await median(5, () => createEvaluator(input.shapes, graph, graph).validate());
  const recorded = await median(5, () => recordValidation(input));

  // rdf-validate-shacl stops at owl:imports.
  const quads = (text: string) =>
    new Parser({ baseIRI: 'file:///data.ttl' })
      .parse(text)
      .filter(({ predicate }) => !predicate.value.endsWith('#imports'));
  const store = new Store([...quads(data), ...quads(shapes)]);
  const reference = await median(3, async () =>
    new SHACLValidator(new Store(quads(shapes)), { maxNodeChecks: 0 } as object).validate(store),
  );
  const cells = [name, document.graph.size, `${ms(parsed)} (${ms(indexed)})`, ms(n3), ratio(n3, parsed)];
  return `| ${[...cells, `${ms(ours)} (${ms(recorded)})`, ms(reference), ratio(reference, ours)].join(' | ')} |`;
}

/** The median of some runs after one to warm up, in ms. */
async function median(runs: number, work: () => unknown): Promise<number> {
  await work();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    globalThis.gc?.();
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[runs >> 1]!;
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The quads without their graph. */
function vocabularyUnit(): string {
  return read('node_modules/@vocabulary/unit/unit.nq').replace(
    / <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm,
    ' .',
  );
}

function ms(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

function ratio(peer: number, ours: number): string {
  return `${(peer / ours).toFixed(1)}×`;
}
