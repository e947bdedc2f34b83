import { counted } from '../../../base/counted.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import { planLibraryEdits } from '../../../rdf/edits/planLibraryEdits.ts';
import { type GraphDelta, hasTriple } from '../../../rdf/graph.ts';
import { graphDifference } from '../../../rdf/graphDifference.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { owl, rdf, sh, xsd } from '../../../rdf/vocab.ts';
import { mergeChanges } from '../../../repair/drafts/change.ts';
import { kindOfRepair } from '../../../repair/joint/repairKind.ts';
import { compareValidations, planDocumentEdits } from '../../../repair/proof/verify.ts';
import type { Certainty, DocumentEdits } from '../../../repair/repair.ts';
import { suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import { changedInput } from '../../../shacl/incremental/changedInput.ts';
import type { DocumentStore } from '../../../workspace/project/documentStore.ts';
import type { ProjectFile } from '../../../workspace/project/projectFile.ts';
import { folderOf, isInFolder, pathTo } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { namespaceKey } from '../diagnostics/diagnostics.ts';
import { groupKey } from '../diagnostics/groupDiagnostics.ts';
import { usesOf } from '../diagnostics/misspeltProperty.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import { declaredNamespaces, hidingPrefixes } from '../diagnostics/respeltNamespaces.ts';
import type { ResultGroup } from '../diagnostics/undescribed.ts';
import { termPrinter } from '../termPrinter.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { fileEdits, repairProblem } from './codeActions.ts';
import { contextLink } from './contextLink.ts';
import { type DescribingFile, describingFiles } from './describingFiles.ts';

export interface GroupActionOptions {
  readonly store: DocumentStore;
  /** The version of an open text, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
  /** The namespaces whose results are shown one by one. */
  readonly expanded: ReadonlySet<string>;
}

/**
 * Quick fixes for results with one cause, at their cause: declare the namespace, or name the property or class, as the
 * shapes do; repair the same value at all nodes; link a file that describes the nodes, or declare them incomplete; show the
 * results one by one. Terms that the shapes name differently are offered at the results too.
 */
export async function groupActions(
  unit: UnitAnalysis,
  uri: string,
  range: TextRange,
  options: GroupActionOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const { groups, graphs, report } = unit;
  const isHere = ({ place }: Pick<PlacedViolation, 'place'>) =>
    place?.document.uri === uri && overlapOrTouch(place.range, range);
  const here = groups.filter(isHere);
  const data = graphs.linked.documents.get(report.uri);
  const actions: CodeActionInfo[] = [];
  for (const group of groups) {
    if ((group.respelt ?? group.misnamed) === undefined || isHere(group)) continue;
    const keys = group.members.filter(isHere).map(({ key }) => key);
    if (keys.length === 0) continue;
    // It is one more choice beside the repairs of the result itself.
    for (const action of await mendCauseActions(unit, group, options, signal))
      actions.push({ ...action, keys, isPreferred: false });
  }
  for (const group of here) {
    if (isMendable(group)) {
      actions.push(
        ...(await mendCauseActions(unit, group, options, signal)),
        toggleAction(group, report.uri, options),
      );
      continue;
    }
    if (data !== undefined && isInFolder(data.uri)) {
      const sought = { nodes: group.nodes, instancesOf: undefined };
      for (const file of await describingFiles(sought, graphs.linked.documents, options.store, signal)) {
        actions.push(...linkAction(group, data, file, graphs.linked.project, options));
      }
    }
    if (data !== undefined) actions.push(...declareAction(group, data, options));
    actions.push(toggleAction(group, report.uri, options));
  }
  return actions;
}

/** Declares prefixes that hide nodes from targets as the shapes do, and says how many results this reveals. */
export async function hidingPrefixActions(
  { graphs, evaluator, print, recording }: UnitAnalysis,
  uri: string,
  range: TextRange,
  { versionOf }: Pick<GroupActionOptions, 'versionOf'>,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const document = graphs.data.find((each) => each.uri === uri);
  if (!document || !declaredNamespaces(document).some(({ place }) => overlapOrTouch(place.range, range)))
    return [];
  const actions: CodeActionInfo[] = [];
  for (const hiding of hidingPrefixes(graphs, evaluator, print)) {
    if (hiding.document !== document || !overlapOrTouch(hiding.range, range)) continue;
    const edit = { range: hiding.range, newText: `<${hiding.meant}>` };
    const delta = graphDifference(document.graph, document.edited(edit).graph);
    const { revealed } = await effectOf({ graphs, recording }, { members: [], document }, delta, signal);
    const shown = revealed === 0 ? 'no result' : counted(revealed, 'result');
    actions.push({
      keys: [namespaceKey(hiding.prefix)],
      title: `Declare ${hiding.prefix}: as ${hiding.meant}, as the shapes do: shows ${shown}`,
      isPreferred: true,
      edits: [{ uri, version: versionOf(uri), edits: [edit] }],
    });
  }
  return actions;
}

/** True for causes in the data, which can be removed by changing them. */
function isMendable({ respelt, misnamed, repeated }: ResultGroup): boolean {
  return (respelt ?? misnamed ?? repeated) !== undefined;
}

/**
 * Fixes the cause of results according to the shapes, or in the way of the first repair, where that is proven to remove
 * results.
 */
async function mendCauseActions(
  unit: UnitAnalysis,
  group: ResultGroup,
  { versionOf }: GroupActionOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const mending = await mendingOf(group, unit, signal);
  if (mending === undefined) return [];
  const { title, delta, edits, placeholders = [], certainty = 'certain' } = mending;
  const document = group.repeated ? undefined : group.place.document;
  const effect = effects.get(group) ?? (await effectOf(unit, { ...group, document }, delta, signal));
  effects.set(group, effect);
  const { ended, revealed } = effect;
  if (ended === 0) return [];
  const more = revealed === 0 ? '' : `, ${revealed} more to do`;
  const isSure = revealed === 0 && placeholders.length === 0;
  return [
    {
      keys: [groupKey(group)],
      title: `${title}: ends ${counted(ended, 'result')}${more}`,
      isPreferred: isSure && certainty === 'certain',
      isLikely: isSure && (certainty === 'certain' || certainty === 'likely'),
      edits: edits.map((each) => fileEdits(each, placeholders, versionOf)),
    },
  ];
}

/** A fix of a cause, before its effect is known. */
interface Mending {
  readonly title: string;
  readonly delta: GraphDelta;
  readonly edits: readonly DocumentEdits[];
  readonly placeholders?: readonly TermId[];
  readonly certainty?: Certainty;
}

/** The fix of a group's cause in the file that has it. */
async function mendingOf(
  group: ResultGroup,
  unit: UnitAnalysis,
  signal: AbortSignal,
): Promise<Mending | undefined> {
  const { respelt, misnamed, repeated, members, place } = group;
  const { document, range } = place;
  if (respelt) {
    const edit = { range, newText: `<${respelt.meant}>`, inserted: [] };
    return {
      title: `Declare ${respelt.prefix}: as ${respelt.meant}, as the shapes do`,
      edits: [{ document, edits: [edit] }],
      delta: graphDifference(document.graph, document.edited(edit).graph),
    };
  }
  if (repeated) return mendingOfValue(members, document, unit, signal);
  if (!misnamed) return undefined;
  const { used, wanted, isClass } = misnamed;
  const removed = usesOf(used, isClass, document.graph);
  const added = removed.map((triple) =>
    isClass ? { ...triple, object: wanted } : { ...triple, predicate: wanted },
  );
  const plan = document.isTurtle
    ? planEdits(document, { added, removed }, { declaresPrefixes: true })
    : await planLibraryEdits(document, { added, removed });
  if (plan.kind === 'notExpressible') return undefined;
  const print = termPrinter([document.prefixes]);
  return {
    title: `Rename ${print(used)} to ${print(wanted)} in this file, as the shapes have it`,
    edits: [{ document, edits: plan.edits }],
    delta: { added, removed },
  };
}

/** The best repair of the first result, applied for all results about the same value. */
async function mendingOfValue(
  members: readonly PlacedViolation[],
  { uri }: TurtleDocument,
  unit: UnitAnalysis,
  signal: AbortSignal,
): Promise<Mending | undefined> {
  const [{ violation }] = members as [PlacedViolation];
  const problem = await repairProblem(violation, uri, unit, signal);
  const [best] = (await suggestRepairs(problem, { max: 1 }, signal)).repairs;
  if (best === undefined || best.verdict.degenerate) return undefined;
  const { repair, verdict, certainty } = best;
  const { placeholders } = repair;
  const kind = kindOfRepair(problem, best);
  const further = members.flatMap((each) => kind?.changeFor(each.violation, problem.recorded) ?? []);
  if (further.length < 2)
    return { title: repair.title, delta: verdict.delta, edits: verdict.edits, placeholders, certainty };
  const delta = further.reduce(mergeChanges);
  const plan = await planDocumentEdits(problem, delta);
  if (plan.kind === 'notExpressible') return undefined;
  const nodes = counted(further.length, 'node');
  return { title: `${repair.title} at ${nodes}`, delta, edits: plan.edits, certainty };
}

/** The effect of a change on the results: how many it removes, and how many it reveals. */
interface ChangeEffect {
  readonly ended: number;
  readonly revealed: number;
}

/** A menu is requested repeatedly for one analysis, so the change is validated only once. */
const effects = new WeakMap<ResultGroup, ChangeEffect>();

async function effectOf(
  { graphs, recording }: Pick<UnitAnalysis, 'graphs' | 'recording'>,
  { members, document }: Pick<ResultGroup, 'members'> & { readonly document: TurtleDocument | undefined },
  { added, removed }: GraphDelta,
  signal: AbortSignal,
): Promise<ChangeEffect> {
  const others = document ? graphs.data.filter(({ uri }) => uri !== document.uri) : [];
  const delta = {
    added,
    removed: removed.filter((triple) => !others.some(({ graph }) => hasTriple(graph, triple))),
  };
  const recorded = await recording.get(signal);
  const violations = members.map(({ violation }) => violation);
  const change = changedInput(recorded.input, delta);
  const compared = await compareValidations(recorded, change, violations, signal);
  return {
    ended: violations.length - compared.kept.length + compared.alsoFixes.length,
    revealed: compared.introduced.length,
  };
}

function linkAction(
  group: ResultGroup,
  data: TurtleDocument,
  { document, count: nodes }: DescribingFile,
  project: ProjectFile | undefined,
  { versionOf }: GroupActionOptions,
): readonly CodeActionInfo[] {
  const edits = contextLink(data, document.uri, project, versionOf);
  if (!edits) return [];
  const path = pathTo(folderOf(data.uri), document.uri);
  const all = group.nodes.size;
  const some = nodes === all ? counted(all, 'node') : `${nodes} of ${counted(all, 'node')}`;
  const title = `Link ${path}, which describes ${nodes === all && all > 1 ? 'all ' : ''}${some}`;
  return [{ keys: [groupKey(group)], title, isPreferred: nodes === all, edits: [edits] }];
}

function declareAction(
  group: ResultGroup,
  data: TurtleDocument,
  { versionOf }: GroupActionOptions,
): readonly CodeActionInfo[] {
  const [ontology] = data.graph.subjects(rdf.type, owl.Ontology).filter((id) => terms.isIri(id));
  const subject = ontology ?? terms.blankNode(`${data.uri} incomplete`);
  const object = terms.literal(group.namespace, xsd.anyURI);
  const added = [{ subject, predicate: sh.incompleteURIStart, object }];
  const plan = planEdits(data, { added, removed: [] }, { declaresPrefixes: true, newStatements: 'atEnd' });
  if (plan.kind === 'notExpressible') return [];
  return [
    {
      keys: [groupKey(group)],
      title: `Declare ${group.namespace} incomplete (sh:incompleteURIStart)`,
      edits: [fileEdits({ document: data, edits: plan.edits }, [], versionOf)],
    },
  ];
}

function toggleAction(group: ResultGroup, uri: string, { expanded }: GroupActionOptions): CodeActionInfo {
  const { namespace, members } = group;
  const results = counted(members.length, 'result');
  return {
    keys: [groupKey(group)],
    title: expanded.has(namespace) ? `Show the ${results} as one again` : `Show the ${results} one by one`,
    edits: [],
    command: { kind: 'toggleGroup', uri, namespace },
  };
}
