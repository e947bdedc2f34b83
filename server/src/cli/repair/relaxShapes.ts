import { counted } from '../../base/counted.ts';
import { unifiedDiff } from '../../base/diff.ts';
import { UserError } from '../../base/userError.ts';
import { EditedText } from '../../rdf/edits/editedText.ts';
import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import {
  repairShape,
  resultsByConstraint,
  type ShapeRepair,
  type ShapeRepairs,
} from '../../repair/shapes/repairShape.ts';
import { changeableShapes } from '../../service/ide/repairs/relaxActions.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { StableKeys } from '../../service/report/resultRecord.ts';
import { type AnalysedRun, hasErrors, validationRunOf } from '../../service/report/validationRun.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { locateConstraint } from '../../shacl/results/locate.ts';
import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import { ShapesComparison } from '../../vio/suite/compareShapes.ts';
import { type LoadedSuite, readSuite } from '../../vio/suite/readSuite.ts';
import { unaborted, type Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { diffPath, uriOf } from '../output/paths.ts';
import { type Printer, paragraphs, placeText, printerFor, printJson } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { withTexts } from './applyBest.ts';
import { keysOf } from './repairText.ts';

/** What `repair --relax` is asked for. */
export interface RelaxRequest {
  /** Only the constraint of the result with this key. */
  readonly only: string | undefined;
  readonly applies: boolean;
  readonly writes: boolean;
  readonly least: 'certain' | 'likely';
  readonly format: 'text' | 'json' | 'diff';
  /** The folder of a suite, as given. */
  readonly suite: string | undefined;
}

/** The changes of a shape for the results of one of its constraints. */
interface Relaxed extends ShapeRepairs {
  readonly unit: UnitAnalysis;
  readonly results: readonly Violation[];
}

/** `shacl-repair repair --relax`: lists or applies changes of the shapes instead of the data. */
export async function relaxShapes(
  run: AnalysedRun,
  request: RelaxRequest,
  workspace: Workspace,
  io: CommandIo,
): Promise<ExitCode> {
  const suite = request.suite === undefined ? undefined : await givenSuite(request.suite, io);
  if (request.applies && hasErrors(run)) {
    io.stderr.write('Nothing is applied while there are errors in the input.\n');
    return 2;
  }
  const done = request.applies ? await applied(run, request, workspace) : undefined;
  for (const [uri, text] of done?.texts ?? [])
    if (request.writes) await io.writeFile(uri, text.original, text.text);
  const left = done?.after ?? run.analyses;
  const relaxed: Relaxed[] = [];
  for (const unit of left) for await (const each of relaxedBy(unit, request.only)) relaxed.push(each);
  const diff = [...(done?.texts ?? [])]
    .map(([uri, { original, edits }]) => unifiedDiff(diffPath(io.cwd, uri), original, edits))
    .join('');
  const output = printerFor(io.stdout, io);
  switch (request.format) {
    case 'diff':
      io.stdout.writeExact(diff);
      break;
    case 'json': {
      const keyOf = keysOf(await validationRunOf(left));
      const { cwd } = io;
      await printJson(io, {
        ...(done && { applied: done.titles, diff }),
        constraints: await Promise.all(relaxed.map((each) => relaxedJson(each, suite, { cwd, keyOf }))),
      });
      break;
    }
    case 'text':
      if (!request.writes) io.stdout.writeExact(diff);
      io.stdout.write(
        paragraphs([
          done?.titles ?? [],
          ...(await Promise.all(relaxed.map((each) => relaxedText(each, suite, output)))),
          [summary(relaxed, left)],
        ]),
      );
  }
  if (hasErrors(run)) return 2;
  return left.some(({ result }) => result.violations.length > 0) ? 1 : 0;
}

/** For each constraint with results, what can be done to its shape. */
async function* relaxedBy(unit: UnitAnalysis, only?: string): AsyncGenerator<Relaxed> {
  const { graphs, print } = unit;
  // What else a store has that the shape judges is not known here.
  if (graphs.linked.stores.length > 0) return;
  const recorded = await unit.recording.get(unaborted);
  const keys = new StableKeys(graphs.input);
  for (const results of resultsByConstraint(recorded.result.violations).values()) {
    if (only !== undefined && !results.some((each) => keys.key(each) === withoutNumber(only))) continue;
    const repairs = await repairShape(
      recorded,
      results,
      changeableShapes(graphs.shapes),
      { term: print },
      unaborted,
    );
    if (repairs) yield { unit, results, ...repairs };
  }
}

interface AppliedChanges {
  readonly titles: readonly string[];
  readonly texts: ReadonlyMap<string, EditedText>;
  readonly after: readonly UnitAnalysis[];
}

/** Applies the changes that are certain enough in memory, one after the other, unless they add results to another unit. */
async function applied(
  run: AnalysedRun,
  { only, least }: RelaxRequest,
  workspace: Workspace,
): Promise<AppliedChanges> {
  const texts = new Map<string, EditedText>();
  const titles: string[] = [];
  const refused = new Set<string>();
  let units = run.analyses;
  const next = async () => {
    for (const unit of units)
      for await (const relaxed of relaxedBy(unit, only)) {
        const change = sureChange(relaxed, least);
        if (change === undefined || refused.has(change.title)) continue;
        const { document, edits } = change.edits;
        const text = (texts.get(document.uri) ?? new EditedText(document.text)).edited(edits);
        const changed = await analysed(units, new Map([[document.uri, text]]), workspace);
        const isHarmless = units.every(
          (each, i) =>
            each === unit ||
            compareResults(each.result.violations, changed[i]!.result.violations).introduced.length === 0,
        );
        if (isHarmless) return { title: change.title, uri: document.uri, text, changed };
        refused.add(change.title);
      }
    return undefined;
  };
  for (let change = await next(); change !== undefined; change = await next()) {
    titles.push(change.title);
    texts.set(change.uri, change.text);
    units = change.changed;
  }
  return { titles, texts, after: units };
}

function analysed(
  units: readonly UnitAnalysis[],
  texts: ReadonlyMap<string, EditedText>,
  workspace: Workspace,
): Promise<readonly UnitAnalysis[]> {
  return Promise.all(
    units.map(async (unit) =>
      [...texts.keys()].some((uri) => unit.graphs.linked.documents.has(uri))
        ? workspace.analyse(await withTexts(unit.graphs.linked, texts), 'builtin')
        : unit,
    ),
  );
}

/** Correcting a misspelt name is certain; relaxing the shape is likely where the evidence is against it. */
function sureChange({ likelier, repairs }: Relaxed, least: RelaxRequest['least']): ShapeRepair | undefined {
  const [first] = repairs;
  if (likelier !== 'shape') return undefined;
  return first?.kind === 'name' || (least === 'likely' && first?.kind === 'relax') ? first : undefined;
}

async function relaxedText(
  relaxed: Relaxed,
  suite: LoadedSuite | undefined,
  printer: Printer,
): Promise<readonly string[]> {
  const { unit, results, likelier, evidence, repairs } = relaxed;
  const { style } = printer;
  const { print } = unit;
  const { constraint } = results[0]!;
  const place = locateConstraint(constraint, unit.graphs.shapes);
  const where = place ? `${placeText(printer, place.document, place.range.start)}: ` : '';
  const likely = likelier === undefined ? '' : `the ${likelier} is likelier wrong: `;
  const changes = repairs.map(async ({ title, ends, reveals, delta }) => {
    const more = reveals === 0 ? '' : `, ${counted(reveals, 'new result')}`;
    const missed = suite && (await missedCases(unit, delta, suite));
    return [
      `  ${printable(title)}`,
      `    ends ${counted(ends.length, 'result')}${more}: ${printable(namesOf(ends, print))}`,
      ...(missed
        ? [
            `    ${missed.length === 0 ? 'catches all cases of the suite' : `no longer catches ${counted(missed.length, 'case')} of the suite: ${missed.slice(0, mostNamed).join(', ')}${missed.length > mostNamed ? ', …' : ''}`}`,
          ]
        : []),
    ];
  });
  return [
    `${where}${style.bold(`${counted(results.length, 'result')} of ${printable(print(constraint.parameter))}`)}; ${likely}${printable(evidence)}`,
    ...(await Promise.all(changes)).flat(),
  ];
}

async function relaxedJson(
  { unit, results, likelier, evidence, repairs }: Relaxed,
  suite: LoadedSuite | undefined,
  { cwd, keyOf }: Pick<CommandIo, 'cwd'> & { readonly keyOf: ReturnType<typeof keysOf> },
): Promise<object> {
  const keys = (some: readonly Violation[]) => some.map((each) => keyOf(each, unit) ?? null);
  const changes = repairs.map(async ({ kind, title, ends, reveals, edits: { document, edits }, delta }) => ({
    kind,
    title,
    ends: keys(ends),
    reveals,
    diff: unifiedDiff(diffPath(cwd, document.uri), document.text, edits),
    ...(suite && { missedCases: await missedCases(unit, delta, suite) }),
  }));
  return {
    parameter: unit.print(results[0]!.constraint.parameter),
    results: keys(results),
    likelier: likelier ?? null,
    evidence,
    changes: await Promise.all(changes),
  };
}

/** The cases that the shapes catch as they are, and no longer with a change. */
async function missedCases(
  { graphs }: UnitAnalysis,
  delta: ShapeRepair['delta'],
  suite: LoadedSuite,
): Promise<readonly string[]> {
  const { graph } = graphs.input.shapes;
  const missedBy = async (shapes: Graph) => {
    const comparison = await ShapesComparison.of(suite, shapes, {}, unaborted);
    const missed: string[] = [];
    for (const each of suite.cases)
      if ((await comparison.difference(each, unaborted))?.verdict === 'missed') missed.push(each.json.id);
    return missed;
  };
  const before = new Set(await missedBy(graph));
  return (await missedBy(new OverlayGraph(graph, delta))).filter((id) => !before.has(id));
}

async function givenSuite(given: string, { fileSystem, cwd }: CommandIo): Promise<LoadedSuite> {
  const folder = uriOf(cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
  const reading = await readSuite(folder, fileSystem, unaborted);
  if (reading.kind === 'suite') return reading.suite;
  const [problem] = reading.problems;
  throw new UserError(`--suite ${given}: ${problem?.file}: ${problem?.message}`);
}

function namesOf(results: readonly Violation[], print: (term: TermId) => string): string {
  const names = [...new Set(results.map(({ focusNode }) => print(focusNode)))];
  return `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`;
}

const mostNamed = 5;

function summary(relaxed: readonly Relaxed[], units: readonly UnitAnalysis[]): string {
  const results = units.reduce((sum, { result }) => sum + result.violations.length, 0);
  const found =
    relaxed.length === 0
      ? 'no change of a shape ends them'
      : `${counted(relaxed.length, 'constraint')} could be changed instead of the data`;
  return results === 0 ? 'No results.' : `${counted(results, 'result')}; ${found}`;
}
