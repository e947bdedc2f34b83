import { sha256 } from '../../../base/sha256.ts';
import { type Graph, IndexedGraph } from '../../../rdf/graph.ts';
import { namespaceOf } from '../../../rdf/iri.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { shortForm, type TermPrinter } from '../../../shacl/model/words.ts';
import { throwIfOver } from '../../../shacl/watch.ts';
import { resultJson } from '../../../vio/suite/caseJson.ts';
import type { ResultJson } from '../../../vio/suite/format.ts';
import {
  type LoadedCase,
  type LoadedSuite,
  readSuite,
  type SuiteReading,
} from '../../../vio/suite/readSuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { relativePath, resolvePath } from '../../../workspace/project/uris.ts';
import { type EvaluatedGraph, type RepairTask, type ScoredCase, taskOf } from './repairTask.ts';

export interface EvaluatedSuiteOptions extends Omit<RecordingOptions, 'term'> {
  /** Prints terms in messages and titles. */
  readonly term?: TermPrinter;
}

/** A suite with a validated graph, whose cases can be given to systems. */
export class EvaluatedSuite {
  readonly suite: LoadedSuite;
  readonly graph: EvaluatedGraph;
  /**
   * The prefixes that updates may use without declaring them: those of the graph and the shapes, and well-known ones.
   */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Preparing a task takes a validation and a copy of the text, and several systems attempt the same case. */
  readonly #tasks = new Map<string, Promise<RepairTask>>();

  /**
   * Validates the graph.
   *
   * @throws the signal's reason when aborted.
   */
  static async of(
    suite: LoadedSuite,
    { term = shortForm, ...validation }: EvaluatedSuiteOptions,
    signal: AbortSignal,
  ): Promise<EvaluatedSuite> {
    const input = { ...suite.input, reportedGraph: ownStatements(suite) };
    const recorded = await recordValidation(input, { ...validation, term }, signal);
    throwIfOver(validation);
    return new EvaluatedSuite(suite, recorded, term);
  }

  private constructor(suite: LoadedSuite, recorded: RecordedValidation, term: TermPrinter) {
    this.suite = suite;
    const context = suite.context ? [suite.context] : [];
    this.graph = { document: suite.graph, context, recorded, term };
    this.prefixes = prefixesOfSuite(suite);
  }

  /**
   * The task that systems get for a case.
   *
   * @throws Error when the case does not violate anything, or cannot be written into the graph's text.
   */
  task(each: LoadedCase, signal: AbortSignal): Promise<RepairTask> {
    const { id, report, chosenResult } = each.json;
    const known = this.#tasks.get(id);
    if (known) return known;
    const wanted = report[chosenResult];
    const names = this.suite.names.graph.forChange(each.change);
    const isChosen = (result: Violation) =>
      wanted !== undefined && isSame(wanted, resultJson(result, names, this.suite.names.manifest));
    const task = taskOf(this.graph, { id, change: each.change }, isChosen, signal);
    this.#tasks.set(id, task);
    task.catch(() => this.#tasks.delete(id));
    for (const oldest of this.#tasks.keys()) {
      if (this.#tasks.size <= keptTasks) break;
      this.#tasks.delete(oldest);
    }
    return task;
  }

  /** The context in which answers to a case are scored. */
  scored({ json, change }: LoadedCase, task: RepairTask): ScoredCase {
    const { graph, prefixes } = this;
    return { graph, task, change, minRepairSize: json.stats.minRepairSize ?? undefined, prefixes };
  }
}

/** The prefixes that updates of a suite's data may use without declaring them. */
export function prefixesOfSuite({ manifest, graph }: LoadedSuite): ReadonlyMap<string, string> {
  return new Map([...knownPrefixes, ...manifest.prefixes, ...graph.prefixes]);
}

/** How many tasks are kept. A changed graph can be a text of megabytes. */
const keptTasks = 4;

/** True for the same result, even if its message has changed. */
function isSame(a: ResultJson, b: ResultJson): boolean {
  return (
    a.focus === b.focus &&
    a.sourceShape === b.sourceShape &&
    a.component === b.component &&
    a.path === b.path &&
    a.value === b.value
  );
}

/**
 * The statements of a suite's graph that are not an ontology's, because data are not repaired by changing an ontology. In
 * suites of format 1 the graph holds both, and only namespaces in which the data describe nothing can be identified.
 */
function ownStatements({ description, graph: { graph } }: LoadedSuite): Graph {
  const namespaces = new Set(description.ontologyNamespaces);
  if (namespaces.size === 0) return graph;
  const foreign = new Set<TermId>();
  for (const { subject } of graph.triples())
    if (terms.isIri(subject) && namespaces.has(namespaceOf(terms.value(subject)))) foreign.add(subject);
  // Blank nodes belong to the description that leads to them.
  for (const node of foreign)
    for (const { object } of graph.outgoing(node)) if (terms.isBlank(object)) foreign.add(object);
  return new IndexedGraph([...graph.triples()].filter(({ subject }) => !foreign.has(subject)));
}

/**
 * Reads a suite independently of its location: the names of its blank nodes in prompts do not depend on the folder,
 * so that answers recorded on one machine can be replayed on another.
 *
 * @throws the signal's reason when aborted.
 */
export async function openSuite(
  folderUri: string,
  fileSystem: FileSystem,
  signal: AbortSignal,
): Promise<SuiteReading> {
  const description = await fileSystem.read(resolvePath(folderUri, 'suite.json'));
  const text = description.kind === 'text' ? description.text : '';
  const nowhere = `suite:/${(sha256(text)).slice(0, 16)}`;
  return readSuite(nowhere, movedFrom(folderUri, nowhere, fileSystem), signal);
}

function movedFrom(folderUri: string, to: string, fileSystem: FileSystem): FileSystem {
  return {
    ignoresCase: fileSystem.ignoresCase,
    read: (uri) => fileSystem.read(resolvePath(folderUri, relativePath(to, uri)!)),
    list: (_, glob, bounds) => fileSystem.list(folderUri, glob, bounds),
    liesUnder: async () => true,
    isForeign: async () => false,
    isReadOnly: async () => true,
    repositoryOf: async () => undefined,
  };
}
