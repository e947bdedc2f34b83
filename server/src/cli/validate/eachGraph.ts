import { UserError } from '../../base/userError.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { triplesByGraph, UnnamedGraphError } from '../../rdf/turtle/turtleOf.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';
import type { ValidateRequest } from './validateOptions.ts';

/**
 * Validates each graph of N-Quads and TriG as its own data, and reports the results of each under its name: `--graph each`.
 * In JSON, the reports are a list.
 *
 * @param validated validates what a request asks for, prints to the second outputs and returns the exit code.
 * @returns the gravest exit code.
 */
export async function validateEachGraph(
  request: ValidateRequest,
  io: CommandIo,
  to: CommandIo,
  validated: (request: ValidateRequest, io: CommandIo, to: CommandIo) => Promise<ExitCode>,
): Promise<ExitCode> {
  const graphs = await graphsOf(request, io);
  const { style } = printerFor(to.stdout, to);
  const codes: ExitCode[] = [];
  const reports: string[] = [];
  for (const name of graphs) {
    const reading = {
      ...request.reading,
      graphs: name === undefined ? { unnamed: true, named: [] } : { unnamed: false, named: [name] },
    };
    const title = name === undefined ? 'Default graph' : `Graph <${name}>`;
    if (request.format === 'text')
      to.stdout.write(`${codes.length > 0 ? '\n' : ''}${style.bold(printable(title))}\n`);
    let printed = '';
    const take = (text: string) => {
      printed += text;
    };
    const stdout = { ...to.stdout, write: take, writeExact: take, drained: () => Promise.resolve() };
    const output = request.format === 'json' ? { ...to, stdout } : to;
    codes.push(await validated({ ...request, reading }, io, output));
    reports.push(`{ "graph": ${JSON.stringify(name ?? null)}, "report": ${printed.trim()} }`);
  }
  if (request.format === 'json') to.stdout.writeExact(`[${reports.join(',\n')}]\n`);
  return gravest.find((code) => codes.includes(code)) ?? 3;
}

const gravest = [2, 1, 3, 0] as const satisfies readonly ExitCode[];

/** The graphs with statements; undefined stands for the default graph, which comes first. */
async function graphsOf(request: ValidateRequest, io: CommandIo): Promise<readonly (string | undefined)[]> {
  const workspace = await Workspace.open(io, {}, request.reading);
  const found = new Set<string | undefined>();
  for await (const document of workspace.texts(request.data)) {
    // Each run reports what can't be read.
    if ('message' in document) continue;
    const { format, uri } = document;
    const file = displayPath(io.cwd, uri);
    if (format === undefined || format.name === 'N-Triples')
      throw new UserError(
        `--graph each is for N-Quads and TriG, which ${file} is not. Leave the file or the option out.`,
      );
    for (const graph of graphsIn(document)) {
      if (graph !== undefined && terms.isBlank(graph)) throw new UserError(unnamed(file));
      found.add(graph === undefined ? undefined : terms.value(graph));
    }
  }
  const named = [...found].flatMap((name) => name ?? []).toSorted();
  return found.has(undefined) || named.length === 0 ? [undefined, ...named] : named;

  function graphsIn(document: TurtleDocument): Iterable<TermId | undefined> {
    try {
      return triplesByGraph(document).keys();
    } catch (error) {
      if (error instanceof UnnamedGraphError) throw new UserError(unnamed(displayPath(io.cwd, document.uri)));
      throw error;
    }
  }
}

const unnamed = (file: string) =>
  `--graph each needs graphs with IRIs, and one in ${file} has a blank node as its name. Give it an IRI, or validate the union of all graphs.`;
