import { createHash } from 'node:crypto';
import type { GraphDelta } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { changedInput } from '../shacl/incremental/changedInput.ts';
import { compareResults } from '../shacl/incremental/impact.ts';
import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { Regime } from '../shacl/shapesGraph/regimes.ts';
import { isNewBlankNode, newBlankNode } from '../sparql/termCodec.ts';
import type { SuiteSource } from '../vio/suite/readSuite.ts';
import type { SuitePiece } from '../vio/suite/writeSuite.ts';
import { suitePieces } from '../vio/suite/writeSuite.ts';
import { defaultGenerateOptions, type VioCase } from '../vio/vioCase.ts';
import { readUnit, validated } from './checkRepair.ts';
import { fixtureRoot, suppliedPrefixes } from './fixture.ts';
import { InMemoryFileSystem } from './inMemoryFileSystem.ts';

/** A case as Turtle. Labelled blank nodes are those of /data.ttl; `_:new1` and so on are new. */
export interface HandMadeCase {
  readonly remove?: string;
  readonly insert?: string;
}

const signal = new AbortController().signal;

/** The source of a suite with hand-made cases: data in /data.ttl, shapes in /shapes.ttl. */
export async function handMadeSource(
  fixture: string,
  changes: readonly HandMadeCase[],
  regime?: Regime,
): Promise<SuiteSource> {
  const unit = readUnit(fixture);
  const { recorded, term } = await validated(unit, regime);
  const cases: VioCase[] = [];
  for (const change of changes) cases.push(await caseOf(recorded, deltaOf(change)));
  const constraints = recorded.input.shapes.shapes.flatMap((shape) => shape.constraints);
  const [{ prefixes }, shapes] = [unit.documents[0]!, unit.shapes[0]!];
  return {
    problem: { recorded, prefixes, term },
    suite: {
      cases,
      trivialRepairs: [],
      coverage: constraints.map((constraint) => {
        const covering = cases.flatMap(({ covered }, i) => (covered.includes(constraint) ? [i] : []));
        const uncovered = {
          status: 'uncovered',
          reason: 'NO_VALUES',
          explanation: 'There are no values.',
        } as const;
        const covered = { status: 'covered', reason: undefined, explanation: undefined } as const;
        return { constraint, cases: covering, touching: [], ...(covering.length > 0 ? covered : uncovered) };
      }),
      notChecked: recorded.result.notChecked,
      totals: { treeNodes: 19n, leaves: 10n ** 20n },
    },
    options: { ...defaultGenerateOptions, crossCheck: 'none' },
    origin: {
      name: 'papers',
      version: '0.0.0',
      inputs: [{ role: 'data', name: 'data.ttl', sha256: sha256Of(unit.documents[0]!.text) }],
      ifInvalid: 'refuse',
      preparation: undefined,
      subClassOfFrom: ['data', 'context', 'shapes'],
      graphPrefixes: prefixes,
      manifestPrefixes: shapes.prefixes,
    },
  };
}

/** The files of a suite by path. */
export async function filesOf(
  source: SuiteSource,
  options: { readonly maxTestData?: number } = {},
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let last: SuitePiece | undefined;
  for await (const piece of suitePieces(source, options, signal)) {
    const before = files.get(piece.path);
    if (before !== undefined && last?.path !== piece.path) throw new Error(`${piece.path} comes in parts`);
    files.set(piece.path, (before ?? '') + piece.text);
    last = piece;
  }
  return files;
}

/** A file system with a suite in the folder `suite`. */
export function suiteFolder(files: Iterable<readonly [path: string, text: string]>): {
  readonly folder: string;
  readonly fileSystem: InMemoryFileSystem;
} {
  const folder = `${fixtureRoot}/suite`;
  const entries = [...files].map(([path, text]) => [`${folder}/${path}`, text] as const);
  return { folder, fileSystem: new InMemoryFileSystem(entries) };
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function caseOf(recorded: RecordedValidation, change: GraphDelta): Promise<VioCase> {
  const changed = changedInput(recorded.input, change);
  const { before, after } = await recorded.revalidate(changed, signal);
  const results = compareResults(before, after).introduced;
  const [expected] = results;
  if (expected === undefined) throw new Error('nothing is violated');
  const { constraint, focusNode } = expected;
  const added = change.added.flatMap(({ subject, object }) => [subject, object]);
  return {
    leafId: '0/1',
    path: [{ constraint, focusNodes: [focusNode] }],
    factors: [{ constraint, focusNode, strategy: 'edit', value: undefined }],
    change,
    minted: [...new Set(added)].filter((node) => terms.isBlank(node) && isNewBlankNode(node)),
    covered: [constraint],
    satisfied: [],
    touched: [],
    expected,
    results,
    chosenResult: 0,
    statistics: {
      alpha: results.length,
      focusNodes: new Set(results.map((result) => result.focusNode)).size,
      sourceConstraints: new Set(results.map((result) => result.constraint)).size,
      collateral: 0,
      inverseSize: change.added.length + change.removed.length,
      operations: change.added.length + change.removed.length,
      minRepairSize: undefined,
      recoverable: undefined,
      degenerateRepairExists: undefined,
    },
    sameGraphAs: undefined,
    namedBy: 'offline',
    crossCheck: undefined,
  };
}

function deltaOf({ remove = '', insert = '' }: HandMadeCase): GraphDelta {
  return { removed: triplesOf(remove), added: triplesOf(insert) };
}

function triplesOf(text: string) {
  const { errors, graph } = new TurtleDocument(`${fixtureRoot}/data.ttl`, 1, suppliedPrefixes + text);
  if (errors[0]) throw new Error(errors[0].message);
  const meant = (term: TermId) =>
    terms.isBlank(term) && terms.value(term).includes('Lnew')
      ? newBlankNode(terms.value(term).replace(/^.*L/, ''))
      : term;
  return [...graph.triples()].map(({ subject, predicate, object }) => ({
    subject: meant(subject),
    predicate,
    object: meant(object),
  }));
}
