import { parsedAs } from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import { terms } from '../../rdf/terms.ts';
import { pageOf, shortened } from '../../service/agents/answers.ts';
import { readingTools, shapesText } from '../../service/agents/readingTools.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import type { Target } from '../../shacl/model/shape.ts';
import { caseShape } from '../../vio/suite/format.ts';
import { readDescription } from '../../vio/suite/readSuite.ts';
import { withoutSuites, workspaceGlob } from '../../workspace/project/workspaceFiles.ts';
import type { CommandIo } from '../io.ts';
import { diffPath } from '../output/paths.ts';
import type { CommandCall } from './benchmarkTools.ts';

/**
 * Resources that clients can read by address, such as `shacl-repair://report/data.ttl`, in pages: `?start=20` is the
 * second.
 */
interface AgentResource {
  readonly title: string;
  readonly description: string;
  /** @throws UserError for a resource that does not exist or may not be read. */
  read(path: string, start: number, call: CommandCall): Promise<object & { readonly next: number | null }>;
}

const resources = {
  report: {
    title: 'Validation report',
    description: 'The verdict about a data file, what was not checked, and its results, 20 at a time.',
    async read(path, start, call) {
      const report = await readingTools.validate.run({ files: [path], start, limit: pageLength }, call);
      return { ...report, next: report.results.next };
    },
  },
  shapes: {
    title: 'Shapes of a data file',
    description: 'The shapes that judge a data file, 20 at a time: their targets, and what they ask for.',
    async read(path, start, call) {
      const { run } = await call.files.check([path]);
      const all = run.analyses.flatMap((unit) =>
        unit.graphs.input.shapes.roots.map((shape) => ({ unit, shape })),
      );
      const shapes = pageOf(
        all,
        ({ unit, shape }) => ({
          shape: shortened(unit.print(shape.id)),
          targets: shape.targets.slice(0, pageLength).map((target) => shortened(targetText(target, unit))),
          turtle: shortened(shapesText(unit, [shape.id]), 800),
        }),
        { start, limit: pageLength },
      );
      return { shapes, next: shapes.next };
    },
  },
  suite: {
    title: 'Benchmark suite',
    description: 'The inputs of a suite in a folder, its numbers, and its cases, 20 at a time.',
    async read(path, start, { files }) {
      const description = readDescription(await files.textOf(`${path}/suite.json`));
      if (description === undefined) throw new UserError(`${path}/suite.json does not describe a suite.`);
      const { name, seed, options, totals, alpha } = description;
      const lines = (await files.textOf(`${path}/cases.jsonl`)).split('\n').filter((line) => line !== '');
      const cases = pageOf(lines, shortCase, { start, limit: pageLength });
      const inputs = description.inputs.slice(0, pageLength).map((input) => shortened(input.name));
      return { name, seed, mode: options.mode, inputs, totals, alpha, cases, next: cases.next };
    },
  },
} as const satisfies Readonly<Record<string, AgentResource>>;

const pageLength = 20;
const scheme = 'shacl-repair:';

/** The kinds of resources, each with the template of its addresses. */
export const resourceTemplates = Object.entries(resources).map(([name, { title, description }]) => ({
  name,
  title,
  description,
  uriTemplate: `${scheme}//${name}/{+path}`,
  mimeType: 'application/json',
}));

/**
 * What is at an address.
 * @throws UserError for what may not be read, or is not there.
 */
export async function readResource(address: string, call: CommandCall) {
  const [, kind = '', path = '', start = '0'] =
    /^shacl-repair:\/\/(\w+)\/([^?#]+)(?:\?start=(\d{1,7}))?$/.exec(address) ?? [];
  if (!Object.hasOwn(resources, kind) || !isEncoded(path))
    throw new UserError(`${shortened(address)} is not the address of a report, of shapes or of a suite.`);
  const found = await resources[kind as keyof typeof resources].read(
    decodeURIComponent(path),
    Number(start),
    call,
  );
  const { next } = found;
  return { ...found, next: next === null ? null : `${scheme}//${kind}/${path}?start=${next}` };
}

function isEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** The reports of the files below some folders, their shapes, and the suites, one page of them. */
export async function listResources(
  folders: readonly string[],
  cursor: string | undefined,
  { fileSystem, cwd }: CommandIo,
) {
  const start = cursor === undefined ? 0 : /^\d{1,7}$/.test(cursor) ? Number(cursor) : undefined;
  if (start === undefined) throw new UserError(`${shortened(cursor!)} is not a cursor of this list.`);
  const found = new Set<string>();
  for (const root of folders)
    for (const uri of (await fileSystem.list(root, workspaceGlob, { files: maxListed, root })).uris)
      found.add(uri);
  const uris = [...found].sort();
  const suites = uris.filter((uri) => uri.endsWith('/suite.json')).map((uri) => uri.slice(0, -11));
  const all = [
    ...suites.map((uri) => listed('suite', uri)),
    ...withoutSuites(uris).flatMap((uri) => [listed('report', uri), listed('shapes', uri)]),
  ];
  const { items, next } = pageOf(all, (each) => each, { start, limit: 100 });
  return { resources: [...items], ...(next !== null && { nextCursor: String(next) }) };

  function listed(kind: keyof typeof resources, uri: string) {
    const path = diffPath(cwd, uri);
    return {
      uri: `${scheme}//${kind}/${path.split('/').map(encodeURIComponent).join('/')}`,
      name: `${kind}: ${path}`,
      title: `${resources[kind].title}: ${path}`,
      mimeType: 'application/json',
    };
  }
}

/** How many files of a folder are listed; others can be read by their addresses. */
const maxListed = 2000;

/**
 * A summary of a line of cases.jsonl.
 * @throws UserError for a line that is not a case.
 */
function shortCase(line: string) {
  const found = parsedAs(caseShape, line);
  if (found === undefined) throw new UserError('A line of cases.jsonl is not a case.');
  const { id, operator, expected, delete: removed, insert, alpha } = found;
  return {
    id: shortened(id),
    ...(operator !== undefined && { mistake: shortened(operator) }),
    component: shortened(expected.component),
    focusNode: shortened(expected.focus),
    removed: removed.length,
    inserted: insert.length,
    alpha,
  };
}

function targetText(target: Target, { print }: UnitAnalysis): string {
  switch (target.kind) {
    case 'node':
      return `sh:targetNode ${print(target.node)}`;
    case 'class':
      return `sh:targetClass ${print(target.class)}`;
    case 'subjectsOf':
      return `sh:targetSubjectsOf ${print(target.predicate)}`;
    case 'objectsOf':
      return `sh:targetObjectsOf ${print(target.predicate)}`;
    case 'where':
      return `sh:targetWhere ${print(target.shapeRef)}`;
    case 'stated':
      return `sh:shape ${print(target.shape)}, in the data`;
    case 'sparql':
      return `${print(target.parameter)} ${terms.value(target.query.text)}`;
  }
}
