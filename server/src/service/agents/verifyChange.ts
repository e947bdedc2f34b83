import { counted } from '../../base/counted.ts';
import { groupBy } from '../../base/groupBy.ts';
import { sha256 } from '../../base/sha256.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import type { TermId } from '../../rdf/terms.ts';
import { changeBetween } from '../../rdf/turtle/changeBetween.ts';
import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import { changesClasses, describesShape } from '../../shacl/incremental/changedInput.ts';
import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import type { Prove } from '../ide/stores/provenOverStores.ts';
import type { OtherText } from '../ide/storeWithTexts.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { FindFiles } from '../report/suggestedRepairs.ts';
import { type AnalysedRun, filesOf, type ValidationRunResult } from '../report/validationRun.ts';
import type { ChangedText, ReadChange } from './proposedChange.ts';

/**
 * What a change does. `holds`: it introduces no result, and everything else is checked as before. `introduces`: it
 * introduces results. `undecided`: it introduces no result, but less is checked than before, or nothing at all. `refused`:
 * it can't be made.
 */
export interface VerifiedChange {
  readonly verdict: 'holds' | 'introduces' | 'undecided' | 'refused';
  /** Why it is undecided or refused, one sentence for each reason. */
  readonly reasons: readonly string[];
  readonly introduced: readonly ValidationRunResult[];
  readonly fixed: readonly ValidationRunResult[];
  /** How many results remain. */
  readonly unchanged: number;
  /** The nodes that were judged before and no longer are, though they are still described. */
  readonly noLongerJudged: readonly TermId[];
  /** By uri. */
  readonly texts: ReadonlyMap<string, ChangedText>;
  /** Names the texts before and after. */
  readonly key: string;
  /** The run after the change; undefined for one that is refused. */
  readonly after: AnalysedRun | undefined;
}

/** The files that a change is judged by, and what was found about them. */
export interface CheckedFiles {
  /** Read from the files as they are now. */
  readonly run: AnalysedRun;
  /** Validates the same files again, as if some had other texts, by uri. No other work sees these. */
  readonly checkWith: (texts: ReadonlyMap<string, OtherText>) => Promise<AnalysedRun>;
  /** Analyses a unit again after a change of it. */
  readonly analyse: (unit: LinkedUnit, previous: UnitAnalysis) => Promise<UnitAnalysis>;
  readonly proven: Prove;
  readonly describingFiles: FindFiles;
}

/**
 * Validates the files of a run as they will be, or as they were where a change has been made already, and computes what it
 * does to their results. Nothing is written. Results that comments ignore count like the others, so that no comment hides
 * what a change introduces.
 */
export async function verifyChange(
  change: ReadChange,
  { run, checkWith }: CheckedFiles,
  nameOf: (uri: string) => string,
): Promise<VerifiedChange> {
  if (change.kind === 'refused') return refusedChange(change.reason);
  const { texts, isMade } = change;
  const deleted = new Set([...texts].flatMap(([uri, { after }]) => (after === undefined ? uri : [])));
  const isDeleted = ({ graphs }: UnitAnalysis) =>
    deleted.size > 0 && graphs.linked.unit.data.every((uri) => deleted.has(uri));
  const others = [...texts].map(
    ([uri, { before, after, edits }]) => [uri, isMade ? { text: before } : { text: after, edits }] as const,
  );
  const other = await checkWith(new Map(others));
  const [before, after] = isMade ? [other, run] : [run, other];
  const broken = newOnes(syntaxErrors(after, texts), syntaxErrors(before, texts));
  if (broken.length > 0) return { ...refusedChange(''), texts, reasons: broken.map((each) => each.text) };
  const { introduced, fixed, unchanged } = differenceOf(before, after, texts);
  const noLongerJudged = leftOut(before, after);
  const reasons = [
    ...deletedResults(allResults(before)),
    ...leftOutText(noLongerJudged, after),
    ...newOnes(gapsOf(after), gapsOf(before)).map((each) => each.text),
    ...before.analyses.flatMap((unit, i) =>
      isDeleted(unit) ? [] : alteredRules(unit, after.analyses[i]!, texts, nameOf),
    ),
    ...nothingJudged(),
  ];
  return {
    verdict: introduced.length > 0 ? 'introduces' : reasons.length > 0 ? 'undecided' : 'holds',
    reasons: [...new Set(reasons)],
    introduced,
    fixed,
    unchanged,
    noLongerJudged,
    texts,
    key: changeKeyOf(texts),
    after,
  };

  /** Results that end because their file does. */
  function deletedResults(results: readonly ValidationRunResult[]): readonly string[] {
    return before.analyses.filter(isDeleted).flatMap((unit) => {
      const count = results.filter(({ analysis }) => analysis === unit).length;
      const names = unit.graphs.linked.unit.data.map(nameOf).join(', ');
      const end = count === 1 ? 'ends with it and is' : 'end with it and are';
      return count === 0
        ? []
        : `The change deletes ${names}, whose ${counted(count, 'result')} ${end} not mended.`;
    });
  }

  function nothingJudged(): readonly string[] {
    const withoutShapes = after.withoutShapes.filter((uri) => !deleted.has(uri));
    if (withoutShapes.length > 0)
      return [`Nothing is judged in ${withoutShapes.map(nameOf).join(', ')}: no shapes are linked to it.`];
    if (deleted.size > 0 && after.analyses.every(isDeleted)) return [];
    for (const { graphs, evaluator } of after.analyses)
      for (const _ of reportedFocusNodes(graphs.input, evaluator)) return [];
    return ['Nothing is judged: after the change, no node is a target of a shape.'];
  }

  function syntaxErrors(of: AnalysedRun, changed: ReadonlyMap<string, ChangedText>): readonly Told[] {
    return of.problems
      .filter(({ kind, uri }) => kind === 'syntax' && uri !== undefined && changed.has(uri))
      .map((problem) => told(problem));
  }

  function told({ message, uri, document, range, position }: InputProblem): Told {
    const at = document && range ? document.lines.positionAt(range.start) : position;
    const place =
      uri === undefined ? '' : `${nameOf(uri)}${at ? `:${at.line + 1}:${at.character + 1}` : ''}: `;
    return { text: `${place}${message}`, identity: `${uri} ${message}` };
  }

  /** What is not checked, and what can't be read or found. */
  function gapsOf(of: AnalysedRun): readonly Told[] {
    // The absence of a deleted file is not reported as a gap of its own.
    const gone = of.analyses.filter((unit) => of === after && isDeleted(unit));
    const known = new Set(
      gone.flatMap(({ graphs: { linked } }) =>
        [...linked.findings, ...linked.unreadable].map(({ message }) => message),
      ),
    );
    return [
      ...of.notChecked
        .filter(({ reason }) => !known.has(reason))
        .map(({ reason, uri }) => ({ text: reason, identity: `${uri} ${reason}` })),
      ...of.problems
        .filter(
          ({ severity, kind, message }) => severity === 'error' && kind !== 'syntax' && !known.has(message),
        )
        .map(told),
    ];
  }
}

function allResults({ results, suppressed }: AnalysedRun): readonly ValidationRunResult[] {
  return [...results, ...suppressed];
}

/**
 * What only one of two runs has. Equal results count one by one, each in its file: that of one file never stands for that of another,
 * such as a copy. A result may move to another file of its unit, and from a deleted file to a created one.
 */
function differenceOf(
  before: AnalysedRun,
  after: AnalysedRun,
  texts: ReadonlyMap<string, ChangedText>,
): Pick<VerifiedChange, 'introduced' | 'fixed' | 'unchanged'> {
  const groups = groupBy(allResults(before), ({ key }) => withoutNumber(key));
  const left = new Map([...groups].map(([key, equal]) => [key, [...equal]]));
  const fileOf = ({ place }: ValidationRunResult) => place?.document.uri;
  const dataOf = ({ units }: ValidationRunResult) => units.flatMap((unit) => filesOf(unit).data);
  const without = (side: 'before' | 'after') => (uri: string) =>
    texts.has(uri) && texts.get(uri)![side] === undefined;
  const isSame: readonly ((was: ValidationRunResult, is: ValidationRunResult) => boolean)[] = [
    (was, is) => was.place !== undefined && fileOf(was) === fileOf(is),
    (was, is) => dataOf(was).some((uri) => dataOf(is).includes(uri)),
    (was, is) => dataOf(was).every(without('after')) && dataOf(is).every(without('before')),
  ];
  const all = allResults(after);
  const introduced = isSame.reduce(
    (others, isCounterpart) =>
      others.filter((result) => {
        const equal = left.get(withoutNumber(result.key)) ?? [];
        const index = equal.findIndex((each) => isCounterpart(each, result));
        if (index >= 0) equal.splice(index, 1);
        return index < 0;
      }),
    all,
  );
  const fixed = new Set([...left.values()].flat());
  return {
    introduced,
    fixed: allResults(before).filter((result) => fixed.has(result)),
    unchanged: all.length - introduced.length,
  };
}

/** A message about a run, with a key that does not depend on its place. */
interface Told {
  readonly text: string;
  readonly identity: string;
}

function newOnes(after: readonly Told[], before: readonly Told[]): readonly Told[] {
  const known = new Map<string, number>();
  for (const { identity } of before) known.set(identity, (known.get(identity) ?? 0) + 1);
  return after.filter(({ identity }) => {
    const left = known.get(identity) ?? 0;
    known.set(identity, left - 1);
    return left <= 0;
  });
}

function refusedChange(reason: string): VerifiedChange {
  return {
    verdict: 'refused',
    reasons: [reason],
    introduced: [],
    fixed: [],
    unchanged: 0,
    noLongerJudged: [],
    texts: new Map(),
    key: '',
    after: undefined,
  };
}

/** Whether a change alters with which shapes and data a unit is judged. */
function alteredRules(
  before: UnitAnalysis,
  after: UnitAnalysis,
  texts: ReadonlyMap<string, ChangedText>,
  nameOf: (uri: string) => string,
): readonly string[] {
  // A file that is created is judged by what it is linked to.
  if (before.graphs.data.length === 0) return [];
  const linkedTo = ({ graphs: { linked, input } }: UnitAnalysis) =>
    JSON.stringify([
      withoutDeleted(linked.unit),
      linked.stores,
      linked.project?.uri,
      input.entailment?.regime,
    ]);
  // The loss of a deleted file's statements is judged.
  const withoutDeleted = (unit: LinkedUnit['unit']) => ({
    ...unit,
    context: unit.context.filter((uri) => !texts.has(uri) || texts.get(uri)!.after !== undefined),
  });
  const names = before.graphs.linked.unit.data.map(nameOf).join(', ');
  if (linkedTo(before) !== linkedTo(after)) return [`The change alters what ${names} is linked to.`];
  const { data } = before.graphs.linked.unit;
  const altered = before.graphs.shapes.filter((document, i) => {
    if (!texts.has(document.uri)) return false;
    const now = after.graphs.shapes[i]!;
    const { added, removed } = graphDifference(document.graph, now.graph);
    return [...added, ...removed].some(
      (triple) => !data.includes(document.uri) || describesShape(triple, before.graphs.input.shapes),
    );
  });
  return altered.map(({ uri }) => `The change alters shapes, in ${nameOf(uri)}, that ${names} is judged by.`);
}

/** The nodes that are targets before a change, and are still described but no longer targets after it. */
function leftOut(before: AnalysedRun, after: AnalysedRun): readonly TermId[] {
  const isTarget = ({ analyses }: AnalysedRun, node: TermId) =>
    analyses.some(({ graphs, evaluator }) =>
      graphs.input.shapes.roots.some((shape) => evaluator.isTarget(shape, node)),
    );
  const isDescribed = ({ analyses }: AnalysedRun, node: TermId) =>
    analyses.some(({ graphs }) => graphs.input.reportedGraph.outgoing(node).length > 0);
  const candidates = new Set(
    before.analyses.flatMap((unit, i) => [...maybeLeftOut(unit, after.analyses[i]!)]),
  );
  return [...candidates].filter(
    (node) =>
      isDescribed(before, node) &&
      isDescribed(after, node) &&
      isTarget(before, node) &&
      !isTarget(after, node),
  );
}

/** The nodes that a change may have taken out of targets: the nodes of its statements, unless targets depend on more. */
function maybeLeftOut({ graphs: { input }, evaluator }: UnitAnalysis, after: UnitAnalysis): Iterable<TermId> {
  const now = after.graphs.input;
  const { added, removed } = graphDifference(input.dataGraph, now.dataGraph);
  const dependsOnMore =
    input.shapes !== now.shapes ||
    changesClasses(graphDifference(input.classGraph, now.classGraph)) ||
    input.shapes.roots.some(({ targets }) => targets.some(({ kind }) => kind === 'sparql'));
  return dependsOnMore
    ? reportedFocusNodes(input, evaluator)
    : [...added, ...removed].flatMap(({ subject, object }) => [subject, object]);
}

function leftOutText(nodes: readonly TermId[], { analyses }: AnalysedRun): readonly string[] {
  if (nodes.length === 0) return [];
  const named = nodes.slice(0, 3).map((node) => analyses[0]!.print(node));
  const names = `${named.join(', ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`;
  return [`The data still describe nodes that no shape judges any more: ${names}.`];
}

/** The identity of a change: what it replaces in which texts, and with what. */
function changeKeyOf(texts: ReadonlyMap<string, ChangedText>): string {
  const all = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(
    JSON.stringify(
      all.map(([uri, { before = '', after, edits }]) => {
        if (after === undefined) return [uri, before];
        if (edits) return [uri, before.length, edits.map(({ range, newText }) => [range, newText])];
        const { start, end, length } = changeBetween(before, after);
        return [uri, before.length, start, before.slice(start, end), after.slice(start, start + length)];
      }),
    ),
  ).slice(0, 12);
}
