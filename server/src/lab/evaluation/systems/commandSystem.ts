import { lazy } from '../../../base/lazy.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { turtleText, wholeText } from '../../../repair/llm/prompt/turtleText.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { encodedIri } from '../../../sparql/termCodec.ts';
import type { RepairTask } from '../suite/repairTask.ts';
import type { Attempt, AttemptFailure, RepairSystem } from '../system.ts';

/** Runs a program once: passes a text to its standard input and waits for it to end. Rejects only when aborted. */
export type RunProgram = (input: string, signal: AbortSignal) => Promise<ProgramEnd>;

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string; readonly errors: string }
  /** It took too long, wrote too much, was killed, or could not be started. The message is a sentence. */
  | { readonly kind: 'timeout' | 'flood' | 'killed' | 'notStarted'; readonly message: string };

export interface CommandOptions {
  readonly run: RunProgram;
  readonly shapes: Pick<Graph, 'triples'>;
  /** What ontologies state. */
  readonly context: Pick<Graph, 'triples'> | undefined;
  readonly prefixes: ReadonlyMap<string, string>;
}

/**
 * An external program as a repair system. It is started once per case, reads JSON, and writes `{"update": "…"}`.
 * Anything else is recorded as a failure of the trial.
 */
export function commandSystem(id: string, { run, shapes, context, prefixes }: CommandOptions): RepairSystem {
  const texts = lazy(() => ({
    context: context ? turtle(context, prefixes) : '',
    shapes: turtle(shapes, prefixes),
  }));
  return {
    id,
    strategy: undefined,
    async repair(task, signal) {
      const input = JSON.stringify(commandInput(task, texts(), prefixes));
      const start = performance.now();
      const end = await run(`${input}\n`, signal);
      const ms = performance.now() - start;
      return attemptOf(end, ms);
    },
  };
}

/** The input of a program. Blank nodes are IRIs everywhere, `urn:x-bnode:…`, so that an update can name them. */
export interface CommandInput {
  readonly format: 1;
  /** The invalid graph as Turtle, without its ontologies. */
  readonly graph: string;
  /** The ontologies as Turtle; empty when there are none. Their statements belong to the graph that is validated. */
  readonly context: string;
  /** The shapes as Turtle. */
  readonly shapes: string;
  /** The result to repair, as in `validate --format json`. */
  readonly result: CommandResult;
  /** All results of the case, `result` among them. */
  readonly report: readonly CommandResult[];
  /** The prefixes that the update may use without declaring them. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The number of the attempt, from 1. A program with random answers may use it as its seed. */
  readonly repeat: number;
}

/** Terms are N-Triples strings, paths are SPARQL property paths; missing values are null. */
export interface CommandResult {
  readonly focusNode: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly sourceShape: string;
  readonly component: string;
  readonly severity: string;
  readonly messages: readonly string[];
}

function commandInput(
  { problem, results, repeat }: RepairTask,
  texts: Pick<CommandInput, 'context' | 'shapes'>,
  prefixes: ReadonlyMap<string, string>,
): CommandInput {
  const { reportedGraph } = problem.recorded.input;
  return {
    format: 1,
    graph: turtle(reportedGraph, prefixes),
    ...texts,
    result: resultOf(problem.violation),
    report: results.map(resultOf),
    prefixes: Object.fromEntries(prefixes),
    repeat,
  };
}

function turtle(graph: Pick<Graph, 'triples'>, prefixes: ReadonlyMap<string, string>): string {
  return `${wholeText(turtleText([...graph.triples()], { prefixes, blankNodes: 'skolem' }))}\n`;
}

function resultOf(violation: Violation): CommandResult {
  const { focusNode, path, value, sourceShape, component, severity, recordedMessages } = violation;
  return {
    focusNode: term(focusNode),
    path: path ? printPath(path, termToNTriples) : null,
    value: value === undefined ? null : term(value),
    sourceShape: term(sourceShape),
    component: term(component),
    severity: term(severity),
    messages: recordedMessages.map((message) => terms.value(message)),
  };
}

function term(id: TermId): string {
  const iri = encodedIri(id);
  return iri === undefined ? termToNTriples(id) : `<${iri}>`;
}

function attemptOf(end: ProgramEnd, ms: number): Attempt {
  if (end.kind !== 'exited') return failed({ kind: end.kind, message: end.message });
  const { code, output, errors } = end;
  if (code !== 0) {
    const said = lastLine(errors);
    return failed({ kind: 'exit', message: `It ended with code ${code}${said === '' ? '' : `: ${said}`}.` });
  }
  const update = updateIn(output);
  return {
    rounds: [{ answer: output, update, envelopeStrict: update !== undefined, prefixesInjected: [], ms }],
    ...(update === undefined && {
      failure: { kind: 'garbage', message: 'Its output is not JSON with a text "update".' },
    }),
  };
}

function failed(failure: AttemptFailure): Attempt {
  return { rounds: [], failure };
}

function updateIn(output: string): string | undefined {
  try {
    const { update } = JSON.parse(output) as { readonly update?: unknown };
    return typeof update === 'string' ? update : undefined;
  } catch {
    // It is not JSON, or null.
    return undefined;
  }
}

/** The last line that a program writes to standard error, shortened. */
function lastLine(errors: string): string {
  const lines = errors.trim().split('\n');
  return (lines.at(-1) ?? '').trim().slice(0, 200);
}
