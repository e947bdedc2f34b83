import { breathe } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import { lineBreakOf } from '../../base/lineBreak.ts';
import { overlapOrTouch, type TextRange } from '../../base/textRange.ts';
import { planEdits } from '../../edits/planEdits.ts';
import { type DocumentStore, isReadable } from '../../project/documentStore.ts';
import { headerLinks } from '../../project/headerLinks.ts';
import { folderOf, isInFolder, pathTo } from '../../project/uris.ts';
import { terms } from '../../rdf/terms.ts';
import { owl, rdf, sh, xsd } from '../../rdf/vocab.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { groupKey } from '../diagnostics/groupDiagnostics.ts';
import type { UndescribedGroup } from '../diagnostics/undescribed.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { fileEdits } from './codeActions.ts';
import { plainQuickFix } from './quickFix.ts';

export interface GroupActionOptions {
  readonly store: DocumentStore;
  /** The version of an open text, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
  /** The namespaces whose results are shown one by one. */
  readonly expanded: ReadonlySet<string>;
}

/**
 * Quick fixes for results that rest on nodes which no linked file describes, where their namespace is declared or
 * imported: link a file that describes the nodes, declare them incomplete, or show the results one by one.
 */
export async function groupActions(
  { groups, graphs, report }: Pick<UnitAnalysis, 'groups' | 'graphs' | 'report'>,
  uri: string,
  range: TextRange,
  options: GroupActionOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const here = groups.filter(({ place }) => place.document.uri === uri && overlapOrTouch(place.range, range));
  const data = graphs.linked.documents.get(report.uri);
  const actions: CodeActionInfo[] = [];
  for (const group of here) {
    if (data !== undefined && isInFolder(data.uri)) {
      for (const { document, nodes } of await describing(
        group,
        graphs.linked.documents,
        options.store,
        signal,
      )) {
        actions.push(linkAction(group, data, { document, nodes }, options));
      }
    }
    if (data !== undefined) actions.push(...declareAction(group, data, options));
    actions.push(toggleAction(group, report.uri, options));
  }
  return actions;
}

interface Describing {
  readonly document: TurtleDocument;
  /** How many of the group's nodes the document describes. */
  readonly nodes: number;
}

const shownFiles = 3;

/** The files of the workspace that describe nodes of a group and are not linked, those that describe most of them first. */
async function describing(
  group: UndescribedGroup,
  linked: ReadonlyMap<string, TurtleDocument>,
  store: DocumentStore,
  signal: AbortSignal,
): Promise<readonly Describing[]> {
  const found: Describing[] = [];
  for (const uri of await store.workspaceFiles()) {
    if (linked.has(uri)) continue;
    await breathe(signal);
    const document = await store.document(uri);
    // Most files do not mention the namespace, and need not be parsed.
    if (!isReadable(document) || !document.text.includes(group.namespace)) continue;
    store.parse(document);
    const nodes = [...group.nodes].filter((node) => document.graph.outgoing(node).length > 0).length;
    if (nodes > 0) found.push({ document, nodes });
  }
  return found.toSorted((a, b) => b.nodes - a.nodes || byUri(a, b)).slice(0, shownFiles);
}

function byUri({ document: a }: Describing, { document: b }: Describing): number {
  return a.uri.length - b.uri.length || (a.uri < b.uri ? -1 : 1);
}

function linkAction(
  group: UndescribedGroup,
  data: TurtleDocument,
  { document, nodes }: Describing,
  { versionOf }: GroupActionOptions,
): CodeActionInfo {
  const path = pathTo(folderOf(data.uri), document.uri);
  const all = group.nodes.size;
  const some = nodes === all ? counted(all, 'node') : `${nodes} of ${counted(all, 'node')}`;
  const edit = { ...headerLine(data, `# context: ${path}`), placeholders: [] };
  return {
    ...plainQuickFix,
    keys: [groupKey(group)],
    title: `Link ${path}, which describes ${nodes === all && all > 1 ? 'all ' : ''}${some}`,
    isPreferred: nodes === all,
    edits: [{ uri: data.uri, version: versionOf(data.uri), edits: [edit] }],
  };
}

/** A comment below the links that are there, or above everything. */
function headerLine(
  document: TurtleDocument,
  line: string,
): { readonly range: TextRange; readonly newText: string } {
  const { text, lines } = document;
  const lineBreak = lineBreakOf(text);
  const last = headerLinks(document).at(-1);
  const start = last ? lines.lineStart(lines.positionAt(last.range.end).line + 1) : 0;
  // The last link may be at the end of a text without a final line break.
  const isOpenLine = last !== undefined && start <= last.range.end;
  const at = isOpenLine ? text.length : start;
  return {
    range: { start: at, end: at },
    newText: isOpenLine ? `${lineBreak}${line}` : `${line}${lineBreak}`,
  };
}

function declareAction(
  group: UndescribedGroup,
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
      ...plainQuickFix,
      keys: [groupKey(group)],
      title: `Declare ${group.namespace} incomplete (sh:incompleteURIStart)`,
      edits: [fileEdits({ document: data, edits: plan.edits }, [], versionOf)],
    },
  ];
}

function toggleAction(
  group: UndescribedGroup,
  uri: string,
  { expanded }: GroupActionOptions,
): CodeActionInfo {
  const { namespace, members } = group;
  const results = counted(members.length, 'result');
  return {
    ...plainQuickFix,
    keys: [groupKey(group)],
    title: expanded.has(namespace) ? `Show the ${results} as one again` : `Show the ${results} one by one`,
    edits: [],
    toggle: { uri, namespace },
  };
}
