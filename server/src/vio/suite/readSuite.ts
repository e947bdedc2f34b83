import { yieldToEventLoop } from '../../base/abort.ts';
import { describeMismatch, type JsonShape, parsedAs } from '../../base/jsonShape.ts';
import { parseJson } from '../../base/parseJson.ts';
import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { entail } from '../../shacl/entail.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { decodeIri } from '../../sparql/termCodec.ts';
import type { FileSystem } from '../../workspace/project/fileSystem.ts';
import type { LinkRole } from '../../workspace/project/linkReason.ts';
import { resolvePath } from '../../workspace/project/uris.ts';
import type { VioProblem } from '../problem.ts';
import type { GenerateOptions, VioSuite } from '../vioCase.ts';
import {
  type CaseJson,
  caseShape,
  contextFile,
  coverageShape,
  type InputJson,
  type StoreJson,
  type SuiteCoverageJson,
  type SuiteFiles,
  type SuiteJson,
  suiteShape,
} from './format.ts';
import { SuiteNames, skolemPrefix } from './suiteNames.ts';

/** A suite folder that was read and is ready to be validated. */
export interface LoadedSuite {
  readonly description: SuiteJson;
  readonly coverage: SuiteCoverageJson;
  readonly graph: TurtleDocument;
  /** What only the ontologies state; undefined where there are none, and in format 1, whose graph has it. */
  readonly context: SuiteContext | undefined;
  readonly manifest: TurtleDocument;
  /** The valid graph and the shapes. */
  readonly input: ValidationInput;
  /** The names of the terms of the graph and of the shapes in the files of the suite. */
  readonly names: { readonly graph: SuiteNames; readonly manifest: SuiteNames };
  readonly cases: readonly LoadedCase[];
  /** The texts of the files that `description.files` has hashes of. */
  readonly texts: SuiteFiles<string>;
}

/** context.ttl of a suite. Its blank nodes are those of graph.ttl where both name them. */
export interface SuiteContext {
  readonly uri: string;
  readonly graph: Graph;
}

export interface LoadedCase {
  /** The line in cases.jsonl, from 1. */
  readonly line: number;
  readonly json: CaseJson;
  /** The change that turns the valid graph into the invalid one. */
  readonly change: GraphDelta;
}

/** A problem of a suite folder. */
export interface SuiteProblem {
  /** The path relative to the suite folder. */
  readonly file: string;
  /** The line, from 1; undefined when the problem concerns the whole file. */
  readonly line: number | undefined;
  readonly message: string;
}

export type SuiteReading =
  | { readonly kind: 'suite'; readonly suite: LoadedSuite }
  | { readonly kind: 'unreadable'; readonly problems: readonly SuiteProblem[] };

/**
 * Reads a suite folder and checks its form only. verifySuite.ts checks whether its content is correct.
 *
 * @throws the signal's reason when aborted.
 */
export async function readSuite(
  folderUri: string,
  fileSystem: FileSystem,
  signal: AbortSignal,
): Promise<SuiteReading> {
  const reader = new SuiteReader(folderUri, fileSystem);
  const suite = await reader.read(signal);
  return suite ? { kind: 'suite', suite } : { kind: 'unreadable', problems: reader.problems };
}

/** Reads only suite.json, which describes the suite; undefined when the text is not valid. */
export function readDescription(json: string): SuiteJson | undefined {
  return parsedAs(suiteShape, json);
}

/** Reading stops after this many problems. A file can have millions. */
const maxProblems = 100;

class SuiteReader {
  readonly problems: SuiteProblem[] = [];
  readonly #folderUri: string;
  readonly #fileSystem: FileSystem;

  constructor(folderUri: string, fileSystem: FileSystem) {
    this.#folderUri = folderUri;
    this.#fileSystem = fileSystem;
  }

  async read(signal: AbortSignal): Promise<LoadedSuite | undefined> {
    const descriptionText = await this.#text('suite.json');
    // Without suite.json, the other problems are not informative.
    if (descriptionText === undefined) return undefined;
    const suiteJson = this.#json('suite.json', descriptionText, suiteShape);
    const texts = {
      'graph.ttl': (await this.#text('graph.ttl')) ?? '',
      ...(suiteJson?.files[contextFile] !== undefined && {
        [contextFile]: (await this.#text(contextFile)) ?? '',
      }),
      'manifest.ttl': (await this.#text('manifest.ttl')) ?? '',
      'cases.jsonl': (await this.#text('cases.jsonl')) ?? '',
      'coverage.json': (await this.#text('coverage.json')) ?? '',
    };
    if (this.problems.length > 0) return undefined;
    const coverageJson = this.#json('coverage.json', texts['coverage.json'], coverageShape);
    const graph = this.#turtle('graph.ttl', texts['graph.ttl']);
    const manifest = this.#turtle('manifest.ttl', texts['manifest.ttl']);
    const { context, names: graphNames } = this.#context(texts[contextFile], SuiteNames.in(graph));
    const cases = await this.#cases(texts['cases.jsonl'], new ChangeReader(graph.uri, graphNames), signal);
    if (this.problems.length > 0 || !suiteJson || !coverageJson) return undefined;
    const graphs = { data: graph.graph, context: context?.graph, manifest: manifest.graph };
    return {
      description: suiteJson,
      coverage: coverageJson,
      graph,
      context,
      manifest,
      input: await inputOf(graphs, suiteJson),
      names: { graph: graphNames, manifest: SuiteNames.in(manifest) },
      cases,
      texts,
    };
  }

  async #text(file: string): Promise<string | undefined> {
    const read = await this.#fileSystem.read(resolvePath(this.#folderUri, file));
    if (read.kind === 'text') return read.text;
    const why = read.reason === 'missing' ? 'it does not exist' : read.detail;
    const remedy = file === 'suite.json' ? 'Give the folder of a suite, as generate writes it.' : undefined;
    this.#report(file, undefined, `The file can't be read: ${why}.`, remedy);
    return undefined;
  }

  #json<Json>(file: string, json: string, shape: JsonShape<Json>): Json | undefined {
    const { value, message, line } = parsed(json, shape);
    if (message === undefined) return value;
    this.#report(file, line, message);
    return undefined;
  }

  #turtle(file: string, turtle: string): TurtleDocument {
    const document = new TurtleDocument(resolvePath(this.#folderUri, file), 0, turtle);
    for (const { message, range } of document.errors) {
      this.#report(file, document.lines.positionAt(range.start).line + 1, message);
    }
    return document;
  }

  #context(
    text: string | undefined,
    names: SuiteNames,
  ): { readonly context: SuiteContext | undefined; readonly names: SuiteNames } {
    if (text === undefined) return { context: undefined, names };
    const document = this.#turtle(contextFile, text);
    const { graph, names: both } = names.withFile(document);
    return { context: { uri: document.uri, graph }, names: both };
  }

  async #cases(lines: string, reader: ChangeReader, signal: AbortSignal): Promise<readonly LoadedCase[]> {
    const cases: LoadedCase[] = [];
    for (const [i, json] of lines.split('\n').entries()) {
      await yieldToEventLoop(signal);
      if (this.problems.length >= maxProblems) break;
      if (json.trim() === '') continue;
      const line = i + 1;
      const { value, message } = parsed(json, caseShape);
      if (message !== undefined) {
        this.#report('cases.jsonl', line, message);
        continue;
      }
      const read = reader.change(value);
      if (read.kind === 'change') cases.push({ line, json: value, change: read.change });
      else this.#report('cases.jsonl', line, `${value.id}: ${read.message}`);
    }
    return cases;
  }

  /** The remedy is the same for all problems, so the first one says it. */
  #report(
    file: string,
    line: number | undefined,
    message: string,
    remedy = 'Generate the suite again, or take a whole copy of it.',
  ): void {
    this.problems.push({
      file,
      line,
      message: this.problems.length === 0 ? `${message} ${remedy}` : message,
    });
  }
}

/** Reads the triples of cases, which refer to blank nodes of graph.ttl. */
class ChangeReader {
  readonly #uri: string;
  readonly #names: SuiteNames;

  constructor(uri: string, names: SuiteNames) {
    this.#uri = uri;
    this.#names = names;
  }

  change(
    json: Pick<CaseJson, 'delete' | 'insert'>,
  ):
    | { readonly kind: 'change'; readonly change: GraphDelta }
    | { readonly kind: 'unreadable'; readonly message: string } {
    try {
      return {
        kind: 'change',
        change: {
          removed: json.delete.map((line, i) => this.#triple(line, `delete[${i}]`)),
          added: json.insert.map((line, i) => this.#triple(line, `insert[${i}]`)),
        },
      };
    } catch (error) {
      if (error instanceof UnreadableTriple) return { kind: 'unreadable', message: error.message };
      throw error;
    }
  }

  #triple(line: string, place: string): Triple {
    const { errors, graph } = new TurtleDocument(this.#uri, 0, line);
    const [triple, ...more] = graph.triples();
    if (errors[0]) throw new UnreadableTriple(`${place} can't be read: ${errors[0].message}`);
    if (!triple || more.length > 0) throw new UnreadableTriple(`${place} is not one triple.`);
    const { subject, predicate, object } = triple;
    return { subject: this.#meant(subject, place), predicate, object: this.#meant(object, place) };
  }

  #meant(term: TermId, place: string): TermId {
    const iri = terms.isIri(term) ? terms.value(term) : '';
    if (!iri.startsWith(skolemPrefix)) return iri === '' ? term : decodeIri(iri);
    const label = iri.slice(skolemPrefix.length);
    // One of the invalid graph, which updates have to name like all others.
    if (/^n\d+$/.test(label)) return decodeIri(iri);
    const node = this.#names.node(label);
    if (node !== undefined) return node;
    throw new UnreadableTriple(`${place} names ${iri}, and graph.ttl has no blank node _:${label}.`);
  }
}

class UnreadableTriple extends Error {}

interface SuiteGraphs {
  readonly data: Graph;
  readonly context: Graph | undefined;
  readonly manifest: Graph;
}

async function inputOf(
  { data, context, manifest }: SuiteGraphs,
  { format, options: { inference, subClassOfFrom } }: SuiteJson,
): Promise<ValidationInput> {
  const isFrom = (role: LinkRole) => subClassOfFrom.includes(role);
  // The graph of format 1 is data and context.
  const isFromData = isFrom('data') || (format === 1 && isFrom('context'));
  const shapes = readShapes(manifest);
  const schema = isFrom('shapes') ? manifest : noTriples;
  const classGraph = new UnionGraph([
    ...(isFromData ? [data] : []),
    ...(isFrom('context') && context ? [context] : []),
    ...(isFrom('shapes') ? [manifest] : []),
  ]);
  const asserted = context ? new UnionGraph([data, context]) : data;
  const entailment = await entail({ asserted, schema, shapes, classGraph }, inference);
  return {
    dataGraph: entailment?.graph ?? asserted,
    ...(entailment && { entailment }),
    reportedGraph: data,
    classGraph,
    shapes,
  };
}

const noTriples: Graph = new IndexedGraph([]);

/** The graph of a suite with other shapes than its own. */
export function inputUnder(
  { graph, context, description }: LoadedSuite,
  shapes: Graph,
): Promise<ValidationInput> {
  return inputOf({ data: graph.graph, context: context?.graph, manifest: shapes }, description);
}

/** A JSON value that fits a shape, or the reason why it does not, with the line when that is known. */
function parsed<T>(
  json: string,
  shape: JsonShape<T>,
):
  | { readonly value: T; readonly message: undefined; readonly line?: undefined }
  | { readonly value: undefined; readonly message: string; readonly line?: number | undefined } {
  const read = parseJson(json);
  if (read.kind === 'error') {
    return { value: undefined, message: `This ${read.problem}.`, line: read.line };
  }
  const misfit = describeMismatch(shape, read.value);
  return misfit === undefined
    ? { value: read.value as T, message: undefined }
    : { value: undefined, message: `${misfit}: this is not as generate writes it.` };
}

/** All inputs of a suite folder. The same source gives the same bytes. */
export interface SuiteSource {
  readonly problem: VioProblem;
  readonly suite: VioSuite;
  readonly options: GenerateOptions;
  readonly origin: SuiteOrigin;
}

/** Where the graph and the shapes of a suite come from. */
export interface SuiteOrigin {
  readonly name: string;
  /** The name of the graph among those of the data set; undefined where it is the only one. */
  readonly graph?: string | undefined;
  /** The version of this program. */
  readonly version: string;
  readonly inputs: readonly InputJson[];
  /** Where the data were drawn from; undefined when they are a file. */
  readonly store?: StoreJson | undefined;
  readonly ifInvalid: SuiteJson['options']['ifInvalid'];
  /** The change that made the graph valid. */
  readonly preparation: GraphDelta | undefined;
  /** Where rdfs:subClassOf is looked up. */
  readonly subClassOfFrom: readonly LinkRole[];
  /** The prefixes of graph.ttl and manifest.ttl. */
  readonly graphPrefixes: ReadonlyMap<string, string>;
  readonly manifestPrefixes: ReadonlyMap<string, string>;
}
