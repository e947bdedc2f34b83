import { yieldToEventLoop } from '../../base/abort.ts';
import { piecewiseSha256, sha256 } from '../../base/sha256.ts';
import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printBlocks, printPrologue } from '../../rdf/turtle/printBlocks.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { namespaces, rdfs } from '../../rdf/vocab.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { reportNode } from '../../shacl/results/reportTurtle.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { ConstraintKeys } from '../expansion/factor.ts';
import type { VioProblem } from '../problem.ts';
import { type Realism, SyntheticTerms } from '../realism/syntheticTerms.ts';
import type { CoverageStatus, VioCase, VioSuite } from '../vioCase.ts';
import { type CaseContext, caseId, caseJson } from './caseJson.ts';
import {
  contextFile,
  type HashedFile,
  hashedFiles,
  type SuiteCoverageJson,
  type SuiteJson,
} from './format.ts';
import { readme } from './readme.ts';
import type { SuiteSource } from './readSuite.ts';
import { contextGraph, statedGraph, suiteJson } from './suiteJson.ts';
import { SuiteNames } from './suiteNames.ts';

/** A part of a file of a suite. Consecutive pieces with the same path make up the file. */
export interface SuitePiece {
  /** The path relative to the suite folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

interface WriteOptions {
  /** The largest size of all data files of tests/ together, in UTF-16 code units. */
  readonly maxTestData?: number;
}

/**
 * The files of a suite folder, piece by piece, so that the whole suite is never in memory. suite.json comes last: a
 * folder that has it is complete.
 *
 * @throws the signal's reason when aborted.
 */
export async function* suitePieces(
  source: SuiteSource,
  options: WriteOptions,
  signal: AbortSignal,
): AsyncGenerator<SuitePiece, void, void> {
  let [path, text] = ['', ''];
  for await (const piece of smallPieces(source, options, signal)) {
    if (path !== '' && (piece.path !== path || text.length > pieceSize)) {
      yield { path, text };
      text = '';
      await yieldToEventLoop(signal);
    }
    path = piece.path;
    text += piece.text;
  }
  yield { path, text };
}

/** A larger file is split into pieces of about this size, in UTF-16 code units. */
const pieceSize = 1 << 20;

async function* smallPieces(
  source: SuiteSource,
  { maxTestData = 50_000_000 }: WriteOptions,
  signal: AbortSignal,
): AsyncGenerator<SuitePiece, void, void> {
  const { problem, suite, options, origin } = source;
  const { shapes } = problem.recorded.input;
  const names = {
    graph: SuiteNames.of(statedGraph(problem), 'b'),
    manifest: SuiteNames.of(shapes.graph, 's'),
  };
  const keys = new ConstraintKeys(shapes);
  const keyOf: CaseContext['keyOf'] = (constraint) => keys.key(constraint);
  const hashes = new Hashes();

  const graphTurtle = new SuiteTurtle(
    problem.recorded.input.reportedGraph,
    names.graph,
    origin.graphPrefixes,
  );
  yield* hashes.of('graph.ttl', [graphTurtle.text]);
  const context = contextGraph(problem);
  if (context.size > 0) {
    const contextTurtle = new SuiteTurtle(context, names.graph, origin.graphPrefixes);
    yield* hashes.of(contextFile, [contextTurtle.text]);
  }
  const manifestTurtle = new SuiteTurtle(shapes.graph, names.manifest, origin.manifestPrefixes);
  yield* hashes.of('manifest.ttl', [manifestTurtle.text]);

  const caseContext: CaseContext = {
    name: origin.name,
    seed: options.seed,
    graphSha256: hashes.get('graph.ttl'),
    manifestSha256: hashes.get('manifest.ttl'),
    graphNames: names.graph,
    manifestNames: names.manifest,
    keyOf,
    hashOf: sha256,
  };
  const lines = suite.cases.map(
    (each, place) => () => `${JSON.stringify(caseJson(each, place, caseContext))}\n`,
  );
  yield* hashes.of('cases.jsonl', evaluated(lines));
  const coverage = coverageJson(suite, realismOf(problem, suite), keyOf, names.manifest);
  yield* hashes.of('coverage.json', [jsonText(coverage)]);

  const tests = yield* testPieces(source, names, maxTestData, signal);
  const description = suiteJson(source, { files: hashes.all(), tests }, names);
  yield { path: 'README.md', text: readme(description, coverage, suite) };
  yield { path: 'suite.json', text: jsonText(description) };
}

/** The files of tests/: as many cases as fit. */
async function* testPieces(
  { problem, suite, origin }: SuiteSource,
  names: { readonly graph: SuiteNames; readonly manifest: SuiteNames },
  maxTestData: number,
  signal: AbortSignal,
): AsyncGenerator<SuitePiece, SuiteJson['tests'], void> {
  const { input } = problem.recorded;
  const turtle = new SuiteTurtle(testGraph(input), names.graph, origin.graphPrefixes);
  const ids: string[] = [];
  const entries: string[] = [];
  let size = 0;
  for (const [place, vioCase] of suite.cases.entries()) {
    signal.throwIfAborted();
    const id = caseId(place);
    const graph = names.graph.forChange(vioCase.change);
    const text = turtle.changed(testChange(input, vioCase.change), graph);
    size += text.length;
    if (size > maxTestData) break;
    yield { path: `tests/${id}.ttl`, text };
    const results = await allResults(problem, vioCase, signal);
    entries.push(testEntry(id, vioCase.leafId, results, { ...names, graph }));
    ids.push(id);
  }
  yield { path: 'tests/manifest.ttl', text: testManifest(ids) };
  for (const text of entries) yield { path: 'tests/manifest.ttl', text };
  return { cases: ids.length, leftOut: suite.cases.length - ids.length };
}

/** The results of a case together with those of the unchanged graph. */
async function allResults(
  { recorded }: VioProblem,
  { change, results }: VioCase,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  if (recorded.result.violations.length === 0) return results;
  const changed = changedInput(recorded.input, change);
  return (await recorded.revalidate(changed, signal)).recorded().result.violations;
}

function realismOf(problem: VioProblem, { cases }: VioSuite): Realism {
  const synthetic = new SyntheticTerms(statedGraph(problem), problem.recorded.input.shapes.graph);
  return synthetic.of(cases.map(({ change }) => change));
}

/** Records the hashes of the files that pass through it. */
class Hashes {
  readonly #digests = new Map<HashedFile, string>();

  *of(path: HashedFile, texts: Iterable<string>): Iterable<SuitePiece> {
    const hash = piecewiseSha256();
    // An empty file exists, too.
    yield { path, text: '' };
    for (const text of texts) {
      hash.update(text);
      yield { path, text };
    }
    this.#digests.set(path, hash.digest());
  }

  get(path: HashedFile): string {
    return this.#digests.get(path)!;
  }

  all(): SuiteJson['files'] {
    const entries = hashedFiles.map((path) => [path, this.#digests.get(path)] as const);
    const written = entries.filter(([, digest]) => digest !== undefined);
    return Object.fromEntries(written) as unknown as SuiteJson['files'];
  }
}

function* evaluated(texts: Iterable<() => string>): Iterable<string> {
  for (const text of texts) yield text();
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The content of coverage.json: each constraint with the cases that exercise it, or the reason why there are none. */
function coverageJson(
  { coverage, mistakes }: Pick<VioSuite, 'coverage' | 'mistakes'>,
  realism: Realism,
  keyOf: (constraint: Constraint) => string,
  manifestNames: SuiteNames,
): SuiteCoverageJson {
  const withStatus = (status: CoverageStatus) => coverage.filter((each) => each.status === status);
  const [covered, satisfied, touched] = [
    withStatus('covered'),
    withStatus('satisfied'),
    withStatus('touched'),
  ];
  const unexercised = coverage.filter(({ cases }) => cases.length === 0);
  return {
    constraints: coverage.map(({ constraint, status, cases, touching, reason, explanation }) => ({
      constraintKey: keyOf(constraint),
      shape: manifestNames.term(constraint.shape),
      component: termToNTriples(constraint.component),
      status,
      ...(reason !== undefined && { reason }),
      ...(explanation !== undefined && { explanation }),
      cases: (status === 'touched' ? touching : cases).map(caseId),
    })),
    totals: {
      constraints: coverage.length,
      covered: covered.length,
      ...(satisfied.length > 0 && { satisfied: satisfied.length }),
      uncovered: unexercised.length,
      ...(touched.length > 0 && { touched: touched.length }),
      byReason: countedBy(unexercised.map(({ reason }) => reason ?? 'BUDGET')),
    },
    realism,
    ...(mistakes && { mistakes: [...mistakes].map(([operator, counts]) => ({ operator, ...counts })) }),
  };
}

/** The number of occurrences of each name, sorted by name. */
function countedBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * A graph as a Turtle file of a suite: each subject once, in document order, with named blank nodes. It keeps the
 * written text, so that writing the graph again with a few changes costs little more than copying the text.
 */
class SuiteTurtle {
  readonly #graph: Graph;
  readonly #prefixes: ReadonlyMap<string, string>;
  /** By subject. */
  readonly #blocks = new Map<TermId, string>();

  constructor(graph: Graph, names: SuiteNames, prefixes: ReadonlyMap<string, string>) {
    this.#graph = graph;
    this.#prefixes = prefixes;
    for (const { subject, text } of this.#print(graph, names)) this.#blocks.set(subject, text);
  }

  get text(): string {
    return this.#joined(this.#blocks);
  }

  /**
   * The file of the changed graph. New subjects come last. @param names names that include the new nodes of the change.
   */
  changed(delta: GraphDelta, names: SuiteNames): string {
    const changed = new OverlayGraph(this.#graph, delta);
    const blocks = new Map(this.#blocks);
    for (const { subject } of [...delta.removed, ...delta.added]) {
      const [block] = this.#print(new IndexedGraph(changed.outgoing(subject)), names);
      if (block) blocks.set(subject, block.text);
      else blocks.delete(subject);
    }
    return this.#joined(blocks);
  }

  #print(graph: Graph, names: SuiteNames) {
    const grouped = graph instanceof IndexedGraph ? graph : new IndexedGraph(graph.triples());
    return printBlocks(grouped.triples(), { prefixes: this.#prefixes, label: (node) => names.label(node) });
  }

  #joined(blocks: ReadonlyMap<TermId, string>): string {
    return [printPrologue({ prefixes: this.#prefixes }), ...blocks.values()].join('\n');
  }
}

/** The names by which a test refers to the nodes of its data and of the shapes. */
interface TestNames {
  /** The names for the graph of the case. */
  readonly graph: SuiteNames;
  readonly manifest: SuiteNames;
}

/**
 * The graph for other engines. They know neither inferred triples nor subclasses that only the shapes state, so the
 * graph includes both.
 */
function testGraph({ dataGraph, classGraph }: ValidationInput): Graph {
  const added = classGraph.withPredicate(rdfs.subClassOf).filter((triple) => !hasTriple(dataGraph, triple));
  return added.length === 0 ? dataGraph : new OverlayGraph(dataGraph, { added, removed: [] });
}

/** The effect of a change of the data on that graph. */
function testChange(input: ValidationInput, change: GraphDelta): GraphDelta {
  const { delta, input: after } = changedInput(input, change);
  const staysStated = (triple: Triple) =>
    triple.predicate === rdfs.subClassOf && hasTriple(after.classGraph, triple);
  return { added: delta.added, removed: delta.removed.filter((triple) => !staysStated(triple)) };
}

/** The manifest entry of a test. @param results all results of the changed graph. */
function testEntry(id: string, leafId: string, results: readonly Violation[], names: TestNames): string {
  const report = reportNode(results, {
    indent: '  ',
    node: (term) => printed(term, names.graph),
    shape: (term) => printed(term, names.manifest),
    inWords: false,
  });
  return `
<#${id}> a sht:Validate ;
  rdfs:label ${printTerm(terms.literal(`${id} ${leafId}`), { prefixes: noPrefixes })} ;
  mf:action [
    sht:dataGraph <${id}.ttl> ;
    sht:shapesGraph <../manifest.ttl> ;
  ] ;
  mf:result ${report} ;
  mf:status sht:approved .
`;
}

/** The beginning of a manifest of these tests. */
function testManifest(ids: readonly string[]): string {
  const entries = ids.length === 0 ? ' rdf:nil' : ` (\n${ids.map((id) => `    <#${id}>\n`).join('')}  )`;
  const declarations = Object.entries(prefixes).map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`);
  return `${declarations.join('')}\n<> a mf:Manifest ;\n  mf:entries${entries} .\n`;
}

const prefixes = {
  rdf: namespaces.rdf,
  rdfs: namespaces.rdfs,
  sh: namespaces.sh,
  mf: 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#',
  sht: 'http://www.w3.org/ns/shacl-test#',
};

const noPrefixes = new Map<string, string>();

function printed(term: TermId, names: SuiteNames): string {
  return printTerm(term, { prefixes: noPrefixes, label: (node) => names.label(node) });
}
