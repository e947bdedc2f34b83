import { counted, inDigits } from '../../../base/counted.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { kindOfRepair, type RepairKind } from '../../../repair/joint/repairKind.ts';
import {
  type DocumentEdits,
  type Ranked,
  type RepairProblem,
  type Uncertainty,
  uncertaintyText,
  type VerifiedRepair,
} from '../../../repair/repair.ts';
import { changeTitle, shortText } from '../../../repair/search/changeTitle.ts';
import { suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import type { DocumentStore } from '../../../workspace/project/documentStore.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { gapsBehindResults } from '../../../workspace/project/linkFinding.ts';
import type { CodeActionInfo, FileEdits, FixAllScope } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { WhyUnproven } from '../stores/provenOverStores.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { menuOf, sharedBy } from './menuEntries.ts';
import { remedyActions } from './remedyActions.ts';
import { repairEvidence } from './repairEvidence.ts';

export interface CodeActionOptions {
  readonly maxSuggestions: number;
  /** All results of the file, among which more of the same kind are searched for. */
  readonly file?: readonly PlacedViolation[];
  /** Where files that are not linked are searched for. */
  readonly store: DocumentStore;
  /** The version of an open text, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
  /** Why a repair is not proven, although it holds on what is known here. Such a repair is not offered. */
  readonly whyUnproven?: WhyUnproven | undefined;
  /** How many results the repairs of a scope remove. Without it, titles state how many are tried. */
  readonly countRepaired?: ((scope: FixAllScope) => Promise<number>) | undefined;
}

/**
 * Verified repairs of some results as quick fixes, best first, and below them why none is certain or likely, with remedies.
 * A fix of several results is listed once.
 */
export async function codeActions(
  placed: readonly PlacedViolation[],
  analysis: UnitAnalysis,
  { maxSuggestions, file = [], store, versionOf, whyUnproven, countRepaired }: CodeActionOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const actions = new Map<string, CodeActionInfo>();
  const kinds = new Set<string>();
  for (const { key, violation, place } of placed) {
    const problem = await repairProblem(violation, place?.document.uri, analysis, signal);
    const suggestions = await suggestRepairs(problem, { max: maxSuggestions }, signal);
    const { withheld = [], uncertainty } = suggestions;
    const { repairs, unproven } = await withoutUnproven(suggestions.repairs, whyUnproven);
    const offer = async (verified: Ranked<VerifiedRepair>) => {
      const known = actions.get(verified.repair.update);
      const action = quickFix(key, verified, analysis, versionOf);
      actions.set(verified.repair.update, known ? sharedBy(known, action) : action);
      if (verified !== repairs[0] || kinds.size >= maxKinds) return;
      const more = await moreOfKind(key, problem, verified, { file, countRepaired });
      // Two constraints may reject the same value for the same reason.
      if (more === undefined || known || kinds.has(more.kind)) return;
      kinds.add(more.kind);
      actions.set(more.kind, more.action);
    };
    const explain = async (uncertainty: Uncertainty) => {
      const uncertain = { key, problem, repairs: [...repairs, ...withheld], uncertainty };
      for (const action of await remedyActions(uncertain, analysis, { store, versionOf }, signal)) {
        const { title, edits, command } = action;
        const name = JSON.stringify([title, edits, command]);
        const known = actions.get(name);
        actions.set(name, known ? sharedBy(known, action) : action);
      }
    };
    // Before anything is changed, people should know that there may be nothing to repair.
    if (uncertainty?.isOpen) await explain(uncertainty);
    for (const verified of repairs.filter(({ verdict }) => !verdict.degenerate)) await offer(verified);
    if (uncertainty && !uncertainty.isOpen) await explain(uncertainty);
    if (unproven) actions.set(unproven.why, unprovenAction(key, unproven));
    for (const verified of repairs.filter(({ verdict }) => verdict.degenerate)) {
      const { update } = verified.repair;
      const action = exclusion(key, verified, violation, analysis, versionOf);
      const known = actions.get(update);
      actions.set(update, known ? sharedBy(known, action) : action);
    }
  }
  return menuOf([...actions.values()].map((action) => ({ action, unit: analysis })));
}

/** Says that repairs are left out. */
function unprovenAction(key: string, unproven: Uncertainty): CodeActionInfo {
  const title = unproven.why.replace(/\.$/, '');
  return { keys: [key], title, edits: [], command: { kind: 'say', message: uncertaintyText(unproven) } };
}

/** Each kind is counted among all results of the file. */
const maxKinds = 4;

/** Repairing more would be too much work for a number in a title. */
const maxCounted = 20;

/**
 * Offers the best repair of a result together with the same repair of all others of its kind. Where there are few, they are
 * repaired to count the results that this removes; otherwise they are counted without a proof, and the title says that the
 * repair will be tried.
 */
async function moreOfKind(
  key: string,
  problem: RepairProblem,
  best: VerifiedRepair,
  {
    file,
    countRepaired,
  }: {
    readonly file: readonly PlacedViolation[];
    readonly countRepaired: CodeActionOptions['countRepaired'];
  },
): Promise<{ readonly kind: string; readonly action: CodeActionInfo } | undefined> {
  const kind = kindOfRepair(problem, best);
  if (kind === undefined) return undefined;
  const others = ofKind(kind, problem, file).filter((other) => other.key !== key);
  if (others.length === 0) return undefined;
  const scope: FixAllScope = { component: undefined, like: { key, update: best.repair.update } };
  const repaired = others.length <= maxCounted ? await countRepaired?.(scope) : undefined;
  if (repaired !== undefined && repaired < 2) return undefined;
  const whole =
    repaired === undefined
      ? `Fix this and try ${inDigits(others.length)} more`
      : `Fix this and ${inDigits(repaired - 1)} more`;
  const action: CodeActionInfo = {
    title: `${whole}: ${kind.title}`,
    // Thousands of diagnostics would be sent along with the keys of the others.
    keys: [key],
    edits: [],
    command: { kind: 'fixAll', ...scope },
  };
  return { kind: kind.key, action };
}

/** The results for which the same repair can be made, as far as is known without a search. */
export function ofKind(
  kind: RepairKind,
  { recorded }: Pick<RepairProblem, 'recorded'>,
  file: readonly PlacedViolation[],
): readonly PlacedViolation[] {
  return file.filter(({ violation }) =>
    kind.isTransferable ? kind.changeFor(violation, recorded) !== undefined : kind.mayCover(violation),
  );
}

/**
 * Offers to repair all results of a component at once, if a requested result has an unambiguous repair and there are others
 * of the component. Where there are few, they are repaired to say how many results this removes. `file` contains all
 * results of the file.
 */
export async function fixAllActions(
  placed: readonly PlacedViolation[],
  file: readonly PlacedViolation[],
  actions: readonly CodeActionInfo[],
  print: UnitAnalysis['print'],
  countRepaired: CodeActionOptions['countRepaired'],
): Promise<readonly CodeActionInfo[]> {
  const certain = new Set(actions.filter(({ isPreferred }) => isPreferred).flatMap(({ keys }) => keys));
  const offered = new Map<TermId, CodeActionInfo | undefined>();
  for (const { key, violation } of placed) {
    const { component, parameter } = violation.constraint;
    if (!certain.has(key) || offered.has(component)) continue;
    const kind = file.filter((other) => other.violation.component === component);
    if (kind.length < 2) continue;
    const scope: FixAllScope = { component: terms.value(component) };
    const repaired = kind.length <= maxCounted ? await countRepaired?.(scope) : undefined;
    const title =
      repaired === undefined
        ? `Fix what is certain among ${inDigits(kind.length)} ${print(parameter)} results`
        : `Fix what is certain in ${print(parameter)}: ends ${inDigits(repaired)} results`;
    const keys = kind.map((other) => other.key);
    // One result is what its own fix repairs.
    const isMore = repaired === undefined || repaired > 1;
    offered.set(
      component,
      isMore ? { title, keys, edits: [], command: { kind: 'fixAll', ...scope } } : undefined,
    );
  }
  return [...offered.values()].filter((action) => action !== undefined);
}

/** Turns a result into a problem to repair. `editedUri` names the data file that is edited first. */
export async function repairProblem(
  violation: PlacedViolation['violation'],
  editedUri: string | undefined,
  { graphs, recording, print }: UnitAnalysis,
  signal: AbortSignal,
): Promise<RepairProblem> {
  return {
    violation,
    recorded: await recording.get(signal),
    documents: [...graphs.data].sort((a, b) => Number(b.uri === editedUri) - Number(a.uri === editedUri)),
    context: graphs.context.map(({ uri, graph }) => ({ uri, graph })),
    term: print,
    rdf: graphs.rdf,
    unknown: unknownOf(graphs.linked),
  };
}

/** Why results may not be results, as sentences; undefined when everything is known on which they rest. */
function unknownOf(linked: LinkedUnit): string | undefined {
  const open = gapsBehindResults(linked);
  return open.length > 0 ? open.map(({ message }) => message).join(' ') : undefined;
}

function quickFix(
  key: string,
  verified: Ranked<VerifiedRepair>,
  { graphs, print }: UnitAnalysis,
  versionOf: CodeActionOptions['versionOf'],
): CodeActionInfo {
  const { repair, verdict, certainty } = verified;
  const { words, statedBy } = repairEvidence(verified, graphs, print);
  // Titles mention that a value is to be filled in, and that there is no evidence for a repair.
  const isOpen = certainty === 'likely' || certainty === 'possible';
  const reason = isOpen && words ? `${certainty}: ${words}` : words;
  return {
    title: repair.title,
    evidence: reason,
    ...(statedBy.length > 0 && { statedBy }),
    keys: [key, ...verdict.alsoFixes.map(violationKey)],
    isPreferred: certainty === 'certain',
    isLikely: certainty === 'certain' || certainty === 'likely',
    needsInput: verdict.needsInput,
    edits: verdict.edits.map((edits) => fileEdits(edits, repair.placeholders, versionOf)),
  };
}

/** A repair that takes a node out of the target of a shape, named as such, with the results that it hides. */
function exclusion(
  key: string,
  verified: Ranked<VerifiedRepair>,
  { rootFocusNode, rootShape }: PlacedViolation['violation'],
  analysis: UnitAnalysis,
  versionOf: CodeActionOptions['versionOf'],
): CodeActionInfo {
  const { print } = analysis;
  const { verdict } = verified;
  const name = (node: TermId, otherwise: string) =>
    terms.isBlank(node) ? otherwise : shortText(print(node));
  const whole = changeTitle(verdict.delta, { minted: [], placeholders: [] }, print);
  // The node is named already.
  const [change] = whole.split(` from ${print(rootFocusNode)}`);
  const excluded = `${name(rootFocusNode, 'the blank node')} from ${name(rootShape, 'the shape')}`;
  return {
    ...quickFix(key, verified, analysis, versionOf),
    title: `Exclude ${excluded}: ${change!.slice(0, 1).toLowerCase()}${change!.slice(1)}`,
    isLikely: false,
    isLast: true,
    evidence: `hides ${counted(1 + verdict.alsoFixes.length, 'result')}`,
  };
}

/** The edits of a document as plain data, for the current version of its text. */
export function fileEdits(
  { document, edits }: DocumentEdits,
  placeholders: readonly number[],
  versionOf: CodeActionOptions['versionOf'],
): FileEdits {
  return {
    uri: document.uri,
    version: versionOf(document.uri),
    edits: edits.map(({ range, newText, inserted }) => ({
      range,
      newText,
      placeholders: inserted
        .filter(({ term }) => placeholders.includes(term))
        .map(({ range: written }) => placeholderRange(newText, written)),
    })),
  };
}

/** The text to type over: inside the quotes of a string, the whole of any other term. */
function placeholderRange(newText: string, { start, end }: TextRange): TextRange {
  const quoted = /^("""|'''|"|')([\s\S]*)\1(?:@[\w-]+|\^\^.*)?$/.exec(newText.slice(start, end));
  if (!quoted) return { start, end };
  const inside = start + quoted[1]!.length;
  return { start: inside, end: inside + quoted[2]!.length };
}

/** The repairs that hold with everything that stores contain. */
export interface ProvenRepairs {
  readonly repairs: readonly Ranked<VerifiedRepair>[];
  /** A note that others are left out, and why; undefined when none are. */
  readonly unproven: Uncertainty | undefined;
}

/** Leaves repairs out that are not proven. */
export async function withoutUnproven(
  repairs: readonly Ranked<VerifiedRepair>[],
  whyUnproven: WhyUnproven | undefined,
): Promise<ProvenRepairs> {
  const proven: Ranked<VerifiedRepair>[] = [];
  const reasons: string[] = [];
  for (const repair of repairs) {
    const why = await whyUnproven?.(repair.verdict.delta);
    if (why === undefined) proven.push(repair);
    else reasons.push(why);
  }
  const { length } = reasons;
  const why = `${counted(length, 'repair')} not offered, as what ${length === 1 ? 'it rests' : 'they rest'} on is not known.`;
  return {
    repairs: proven,
    unproven: length > 0 ? { why, advice: [...new Set(reasons)].join(' '), remedies: [] } : undefined,
  };
}
