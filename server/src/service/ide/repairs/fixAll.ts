import { EditedText } from '../../../rdf/edits/editedText.ts';
import { graphDifference } from '../../../rdf/graphDifference.ts';
import { rereadDocument } from '../../../rdf/readers/readWithLibrary.ts';
import { terms } from '../../../rdf/terms.ts';
import { repairJointly, type SuggestionProvider } from '../../../repair/joint/repairJointly.ts';
import { kindOfRepair, type RepairKind } from '../../../repair/joint/repairKind.ts';
import type { DocumentEdits, Ranked, RepairProblem, SoundRepair } from '../../../repair/repair.ts';
import { changeTitle } from '../../../repair/search/changeTitle.ts';
import { rankRepairs } from '../../../repair/search/rankRepairs.ts';
import { type ChooseRepair, certainRepair } from '../../../repair/search/repairChoice.ts';
import { soundRepairs, suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { FixAllInfo, FixAllScope, LikeRepair } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { WhyUnproven } from '../stores/provenOverStores.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { ofKind, repairProblem } from './codeActions.ts';

/** Which results of a unit to repair, and how. */
export interface FixAllOptions {
  readonly isAsked: (placed: PlacedViolation) => boolean;
  /** By default, only unambiguous repairs are made. */
  readonly choose?: ChooseRepair;
  /** By default, repairs are searched for. */
  readonly suggest?: SuggestionProvider;
  /** Analyses the unit again with other texts, based on an earlier analysis. */
  readonly analyse: (linked: LinkedUnit, previous: UnitAnalysis) => Promise<UnitAnalysis>;
  /** Why all repairs together are not proven, although they hold on what is known here. In that case, none is applied. */
  readonly whyUnproven?: WhyUnproven | undefined;
}

/** The outcome, as data; nothing else is changed. */
export interface FixAllResult {
  readonly repaired: readonly RepairedResult[];
  readonly left: readonly UnrepairedResult[];
  /** The edited texts, by uri. */
  readonly texts: ReadonlyMap<string, EditedText>;
  readonly after: UnitAnalysis;
}

export interface RepairedResult {
  readonly placed: PlacedViolation;
  readonly chosen: Ranked;
  /** The kind of mistake; undefined for repairs that resemble no other. */
  readonly kind: Pick<RepairKind, 'key' | 'title'> | undefined;
}

export interface UnrepairedResult {
  /** In the text after the repairs. */
  readonly placed: PlacedViolation;
  readonly why: string;
}

/**
 * Repairs all requested results as far as possible without asking. Works in rounds: conflicting repairs are made one
 * after the other, and results without a repair are tried once more when all others are done, because one repair may
 * enable another. The same unit gives the same edits.
 *
 * @throws the signal's reason when aborted.
 */
export async function fixAll(
  start: UnitAnalysis,
  { whyUnproven, ...options }: FixAllOptions,
  signal: AbortSignal,
): Promise<FixAllResult> {
  return unlessUnproven(start, await fixOnKnown(start, options, signal), options.isAsked, whyUnproven);
}

/** The same outcome, or none where all repairs together are not proven. */
export async function unlessUnproven(
  start: UnitAnalysis,
  fixed: FixAllResult,
  isAsked: FixAllOptions['isAsked'],
  whyUnproven: WhyUnproven | undefined,
): Promise<FixAllResult> {
  const { reportedGraph } = start.graphs.input;
  const change = graphDifference(reportedGraph, fixed.after.graphs.input.reportedGraph);
  const why = fixed.repaired.length > 0 ? await whyUnproven?.(change) : undefined;
  if (why === undefined) return fixed;
  const left = inReadingOrder(start.placed).filter(isAsked);
  return { repaired: [], left: left.map((placed) => ({ placed, why })), texts: new Map(), after: start };
}

async function fixOnKnown(
  start: UnitAnalysis,
  { isAsked, choose = certainRepair, suggest, analyse }: Omit<FixAllOptions, 'whyUnproven'>,
  signal: AbortSignal,
): Promise<FixAllResult> {
  const repaired: RepairedResult[] = [];
  const texts = new Map<string, EditedText>();
  let analysis = start;
  let declined: ReadonlyMap<string, string> = new Map();
  for (let pass = 0; pass < maxPasses; pass++) {
    const before = repaired.length;
    declined = new Map();
    for (;;) {
      const open = inReadingOrder(analysis.placed).filter(
        (placed) => isAsked(placed) && !declined.has(placed.key),
      );
      const round = await repairRound(open, analysis, { choose, suggest }, signal);
      declined = new Map([...declined, ...round.declined]);
      if (round.repaired.length === 0) break;
      repaired.push(...round.repaired);
      analysis = await analyse(await withEdits(analysis.graphs.linked, round.edits, texts), analysis);
    }
    if (repaired.length === before || declined.size === 0) break;
  }
  const left = inReadingOrder(analysis.placed).filter(isAsked);
  return {
    repaired,
    left: left.map((placed) => ({ placed, why: declined.get(placed.key) ?? notTogether })),
    texts,
    after: analysis,
  };
}

const maxPasses = 3;

const notTogether = 'The repair does not work together with the others.';

export function inReadingOrder(placed: readonly PlacedViolation[]): readonly PlacedViolation[] {
  const uriOf = ({ place }: PlacedViolation) => place?.document.uri ?? '';
  const startOf = ({ place }: PlacedViolation) => place?.range.start ?? 0;
  return [...placed].sort((a, b) =>
    uriOf(a) === uriOf(b) ? startOf(a) - startOf(b) : uriOf(a) < uriOf(b) ? -1 : 1,
  );
}

async function repairRound(
  open: readonly PlacedViolation[],
  analysis: UnitAnalysis,
  { choose, suggest }: { readonly choose: ChooseRepair; readonly suggest: SuggestionProvider | undefined },
  signal: AbortSignal,
) {
  const placedOf = new Map<RepairProblem, PlacedViolation>();
  for (const placed of open) {
    const uri = placed.place?.document.uri;
    placedOf.set(await repairProblem(placed.violation, uri, analysis, signal), placed);
  }
  const { accepted, edits, declined } = await repairJointly([...placedOf.keys()], choose, signal, suggest);
  return {
    repaired: accepted.map(({ problem, chosen }) => ({
      placed: placedOf.get(problem)!,
      chosen,
      kind: kindOfRepair(problem, chosen),
    })),
    declined: declined.map(({ problem, why }) => [placedOf.get(problem)!.key, why] as const),
    edits,
  };
}

/**
 * What to repair in a file: all results, those of a component, or those of one kind, repaired in the way of one of them.
 */
export async function fixesOf(
  start: UnitAnalysis,
  uri: string,
  {
    component,
    like,
    maxSuggestions,
  }: Pick<FixAllScope, 'component' | 'like'> & { readonly maxSuggestions: number },
  signal: AbortSignal,
): Promise<Pick<FixAllOptions, 'isAsked' | 'choose' | 'suggest'>> {
  const isInFile = ({ place }: PlacedViolation) => place?.document.uri === uri;
  if (like) return fixesLike(start, start.placed.filter(isInFile), { ...like, maxSuggestions }, signal);
  return {
    isAsked: (placed) =>
      isInFile(placed) && (component === undefined || terms.value(placed.violation.component) === component),
  };
}

/**
 * What to repair, and how, when one repair of a result is to be made for all others of its kind as well. Empty if that
 * repair does not exist any more.
 *
 * @param file the results to search.
 */
async function fixesLike(
  start: UnitAnalysis,
  file: readonly PlacedViolation[],
  { key, update, maxSuggestions }: LikeRepair & { readonly maxSuggestions: number },
  signal: AbortSignal,
): Promise<Pick<FixAllOptions, 'isAsked' | 'choose' | 'suggest'>> {
  const nothing = { isAsked: () => false };
  const placed = file.find((each) => each.key === key);
  if (placed === undefined) return nothing;
  const problem = await repairProblem(placed.violation, placed.place?.document.uri, start, signal);
  const { repairs } = await suggestRepairs(problem, { max: maxSuggestions }, signal);
  const like = repairs.find(({ repair }) => repair.update === update);
  const kind = like && kindOfRepair(problem, like);
  if (!kind) return nothing;
  const keys = new Set(ofKind(kind, problem, file).map((each) => each.key));
  return { isAsked: (each) => keys.has(each.key), ...repairsOfKind(kind, like) };
}

/** The unit with edited texts, which are recorded. */
export async function withEdits(
  linked: LinkedUnit,
  edits: readonly DocumentEdits[],
  texts: Map<string, EditedText>,
): Promise<LinkedUnit> {
  const documents = new Map(linked.documents);
  for (const { document, edits: own } of edits) {
    const text = (texts.get(document.uri) ?? new EditedText(document.text)).edited(own);
    texts.set(document.uri, text);
    documents.set(document.uri, await rereadDocument(document, text.text));
  }
  return { ...linked, documents };
}

/** The outcome as plain data. */
export function fixAllInfo(
  { texts, repaired, left, after }: FixAllResult,
  start: UnitAnalysis,
  versionOf: (uri: string) => number | null,
): FixAllInfo {
  const still = new Set(after.placed.map(({ key }) => key));
  return {
    edits: [...texts].map(([uri, text]) => ({
      uri,
      version: versionOf(uri),
      edits: text.edits.map((edit) => ({ ...edit, placeholders: [] })),
    })),
    repaired: repaired.length === 0 ? 0 : start.placed.filter(({ key }) => !still.has(key)).length,
    left: left.map(({ placed: { violation, place }, why }) => ({
      message: terms.value(violation.messages[0]!),
      why,
      place: place && { uri: place.document.uri, range: place.range },
    })),
    linesAfter: (uri) => after.graphs.linked.documents.get(uri)?.lines,
  };
}

/**
 * Makes the same repair for each result of a kind, for `repairJointly`, which proves all of them together. A search is only
 * needed where values are rewritten.
 *
 * @param like a repair of the kind.
 */
function repairsOfKind(
  kind: RepairKind,
  like: SoundRepair,
): { readonly suggest: SuggestionProvider; readonly choose: ChooseRepair } {
  const suggest: SuggestionProvider = async (problem, signal) => {
    const delta = kind.changeFor(problem.violation, problem.recorded);
    if (delta) {
      const title = changeTitle(delta, { minted: [], placeholders: [] }, problem.term);
      const repair = { ...like.repair, title, update: printUpdate(delta), change: delta };
      const verdict = { delta, alsoFixes: [], degenerate: false, needsInput: false };
      return { repairs: rankRepairs([{ repair, verdict }]), rejected: [], uncertainty: undefined };
    }
    if (kind.isTransferable || !kind.mayCover(problem.violation)) return nothing;
    const found = await soundRepairs(problem, { max: maxTried, strongestOnly: true }, signal);
    return {
      ...found,
      repairs: found.repairs.filter((repair) => kindOfRepair(problem, repair)?.key === kind.key),
    };
  };
  return { suggest, choose: chooseFirst };
}

const maxTried = 4;

const nothing = { repairs: [], rejected: [], uncertainty: undefined };

const chooseFirst: ChooseRepair = ({ repairs: [first] }) =>
  first
    ? { kind: 'repair', chosen: first }
    : { kind: 'none', why: 'The repair of the others does not work here.' };
