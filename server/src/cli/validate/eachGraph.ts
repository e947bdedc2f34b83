import { UserError } from '../../base/userError.ts';
import { terms } from '../../rdf/terms.ts';
import { graphsFormat } from '../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';
import type { ValidateRequest } from './validateOptions.ts';

/**
 * Validates each graph of N-Quads and TriG as data of its own, and tells the results of each under its name: `--graph each`. In JSON,
 * the reports are a list.
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

/** The graphs that state something: undefined for the one without a name, which comes first. */
async function graphsOf(request: ValidateRequest, io: CommandIo): Promise<readonly (string | undefined)[]> {
  const workspace = await Workspace.open(io, {}, request.reading);
  const found = new Set<string | undefined>();
  const names = new Set<string>();
  for await (const document of workspace.texts(request.data)) {
    // What can't be read is told by each run.
    if ('message' in document) continue;
    const { format, uri } = document;
    if (format === undefined || format.name === 'N-Triples')
      throw new UserError(
        `--graph each is for N-Quads and TriG, which ${displayPath(io.cwd, uri)} is not. Leave the file or the option out.`,
      );
    const chosen = graphsFormat(format.name, { unnamed: true, named: [] });
    if (TurtleDocument.as(chosen, document).graph.size > 0) found.add(undefined);
    for (const name of format.name === 'TriG' ? namesInTrig(document) : namesInNQuads(document.text))
      names.add(name);
  }
  const blanks = [...names].filter((name) => name.startsWith('_:')).length;
  if (blanks > 0)
    throw new UserError(
      `--graph each needs graphs with IRIs, and ${blanks === 1 ? 'one has' : `${blanks} have`} a blank node as their name. Give them IRIs, or validate the union of all graphs.`,
    );
  const all = [...found, ...[...names].sort()];
  return all.length > 0 ? all : [undefined];
}

function namesInTrig({ graphNames }: TurtleDocument): readonly string[] {
  return [...graphNames].map((name) => (terms.isBlank(name) ? `_:${terms.value(name)}` : terms.value(name)));
}

/** The fourth terms of lines. */
function namesInNQuads(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of text.split(/\r\n|\n|\r/)) {
    let [depth, number] = [0, 0];
    for (const [token] of line.matchAll(tokens)) {
      if (token.startsWith('#')) break;
      if (token === '<<(') depth++;
      if (token === ')>>') depth--;
      // A triple term ends as one term.
      if (depth > 0 || token === '<<(') continue;
      number++;
      if (number === 4) found.add(token.startsWith('<') ? token.slice(1, -1) : token);
    }
  }
  return found;
}

const tokens = /"(?:[^"\\]|\\.)*"(?:\^\^<[^<>]*>|@[\w-]+)?|<<\(|\)>>|<[^<>]*>|_:[^\s<>"]+|#.*/g;
