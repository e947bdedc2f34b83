import { expect } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { type RepairProblem, uncertaintyText, type VerifiedRepair } from '../repair/repair.ts';
import { type Suggestions, suggestRepairs } from '../repair/search/suggestRepairs.ts';
import { termPrinter } from '../service/ide/termPrinter.ts';
import { entail } from '../shacl/entail.ts';
import { recordValidation } from '../shacl/incremental/recordedValidation.ts';
import { splitResults } from '../shacl/results/reported.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import type { Regime } from '../shacl/shapesGraph/regimes.ts';
import { parseFixture, withoutPrelude } from './fixture.ts';

/**
 * A unit of files in memory. The first file is edited; `/shapes…` are shapes, `/context…` is context, the rest is data.
 */
export interface RepairUnit {
  readonly documents: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly context: readonly TurtleDocument[];
}

export function readUnit(fixture: string): RepairUnit {
  const files = parseFixture(fixture).files.map(({ path, uri, text }) => ({
    path,
    document: new TurtleDocument(uri, 1, text),
  }));
  for (const { path, document } of files) expect(document.errors, path).toEqual([]);
  const at = (start: string) =>
    files.filter(({ path }) => path.startsWith(start)).map(({ document }) => document);
  const [shapes, context] = [at('/shapes'), at('/context')];
  const documents = files
    .map(({ document }) => document)
    .filter((document) => !shapes.includes(document) && !context.includes(document));
  return { documents, shapes, context };
}

/** The problems of a unit, one for each result. With an inference regime, inferred triples are validated as well. */
export async function problemsOf(unit: RepairUnit, regime?: Regime): Promise<readonly RepairProblem[]> {
  const { recorded, term } = await validated(unit, regime);
  const { documents, context } = unit;
  const { reported } = splitResults(recorded.result.violations, recorded.input);
  return reported.map((violation) => ({ violation, recorded, documents, context, term }));
}

/** A validated unit in which repairs are searched. It may have no results. */
export async function validated(
  { documents, shapes, context }: RepairUnit,
  regime?: Regime,
): Promise<Pick<RepairProblem, 'recorded' | 'term' | 'documents'>> {
  const graphs = (files: readonly TurtleDocument[]) => files.map(({ graph }) => graph);
  const asserted = new UnionGraph(graphs([...documents, ...context]));
  const schema = new UnionGraph(graphs(shapes));
  const shapesGraph = readShapes(schema);
  const classGraph = new UnionGraph(graphs([...documents, ...context, ...shapes]));
  const entailment = regime && (await entail({ asserted, schema, shapes: shapesGraph, classGraph }, regime));
  const input = {
    dataGraph: entailment?.graph ?? asserted,
    ...(entailment && { entailment }),
    reportedGraph: new UnionGraph(graphs(documents)),
    classGraph,
    shapes: shapesGraph,
  };
  const recorded = await recordValidation(input);
  const { prefixes } = documents[0]!;
  const term = termPrinter([prefixes]);
  return { recorded, term, documents };
}

export async function suggestionsFor(fixture: string, max = 10): Promise<Suggestions> {
  const [problem, ...others] = await problemsOf(readUnit(fixture));
  if (problem === undefined) throw new Error('the fixture has no violation');
  if (others.length > 0) throw new Error(`the fixture has ${others.length + 1} violations`);
  return suggestRepairs(problem, { max }, new AbortController().signal);
}

/** A fixture of rooms with a constraint on a property. `property` is the text in the brackets of sh:property. */
export function roomFixture(property: string, data: string): string {
  const rest = data.trimEnd();
  return `#- /data.ttl
${rest}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ ${property} ] .
`;
}

/** Checks the best repair of the only result: its line in the listing, and the text after the repair. */
export async function checkRepair(
  property: string,
  before: string,
  line: string,
  after: string,
): Promise<void> {
  const suggestions = await suggestionsFor(roomFixture(property, before));
  const [first] = suggestions.repairs;
  expect(`${listing(suggestions).split('\n')[0]}\n${first ? textAfter(first) : ''}`).toBe(
    `${line}\n${after}`,
  );
}

/** Checks all offers for the only result, except the one that takes the room out of its target. */
export async function checkListing(
  property: string,
  data: string,
  expected: readonly string[],
): Promise<void> {
  const lines = listing(await suggestionsFor(roomFixture(property, data))).split('\n');
  expect(lines.filter((line) => !line.startsWith('retargeting: '))).toEqual(expected);
}

/** The edited files after a repair, without the supplied prefixes and blank lines. */
export function textAfter({ verdict }: VerifiedRepair): string {
  return verdict.edits
    .map(({ document, edits }) => withoutPrelude(applyEdits(document.text, edits)))
    .join('\n#-\n')
    .replace(/\n{2,}/g, '\n')
    .trimEnd();
}

/** A list of suggestions as users see it: support, title and evidence of each, or why there are no real ones. */
export function listing({ repairs, uncertainty }: Suggestions): string {
  const lines = repairs.map(({ repair, verdict }) => {
    const flags = [
      verdict.needsInput ? 'needs input' : '',
      verdict.degenerate ? 'degenerate' : '',
      verdict.alsoFixes.length > 0 ? `also fixes ${verdict.alsoFixes.length}` : '',
    ].filter(Boolean);
    const evidence = repair.evidence === undefined ? '' : ` -- ${repair.evidence}`;
    return `${repair.support}: ${repair.title}${evidence}${flags.length > 0 ? ` [${flags.join(', ')}]` : ''}`;
  });
  const hasReal = repairs.some(
    ({ repair, verdict }) => !verdict.degenerate && repair.support !== 'retargeting',
  );
  if (uncertainty && !hasReal) lines.push(`reason: ${uncertaintyText(uncertainty)}`);
  return lines.join('\n');
}
