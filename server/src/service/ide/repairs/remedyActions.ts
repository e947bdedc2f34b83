import { counted } from '../../../base/counted.ts';
import { orList } from '../../../base/wordSearch.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import {
  type RepairProblem,
  type RepairRemedy,
  type Uncertainty,
  uncertaintyText,
  type VerifiedRepair,
} from '../../../repair/repair.ts';
import { shortText } from '../../../repair/search/changeTitle.ts';
import { describes, remedyTitle } from '../../../repair/search/remedyTitle.ts';
import type { Suggestions } from '../../../repair/search/suggestRepairs.ts';
import { locateConstraint, type Place, triplePlace } from '../../../shacl/results/locate.ts';
import type { DocumentStore } from '../../../workspace/project/documentStore.ts';
import { folderOf, isInFolder, pathTo } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { contextLink, headerComment } from './contextLink.ts';
import { describingFiles } from './describingFiles.ts';

interface RemedyOptions {
  /** Where files that are not linked are searched for. */
  readonly store: DocumentStore;
  /** The version of an open text, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
}

/** A result for which no repair is certain or likely. */
interface UncertainResult extends Pick<Suggestions, 'repairs'> {
  readonly key: string;
  readonly problem: RepairProblem;
  readonly uncertainty: Uncertainty;
}

/**
 * Explains why no repair of a result is certain or likely, and offers remedies: linking a file that describes what is
 * missing, choosing, writing a value, looking at the shape.
 */
export async function remedyActions(
  result: UncertainResult,
  analysis: Pick<UnitAnalysis, 'graphs' | 'report'>,
  options: RemedyOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const { key, uncertainty } = result;
  const actions: CodeActionInfo[] = [
    {
      keys: [key],
      title: uncertainty.why.replace(/\.$/, ''),
      edits: [],
      command: { kind: 'say', message: uncertaintyText(uncertainty) },
    },
  ];
  for (const remedy of uncertainty.remedies) {
    actions.push(...(await actionsOf(remedy, result, analysis, options, signal)));
  }
  return actions;
}

async function actionsOf(
  remedy: RepairRemedy,
  { key, problem, repairs }: UncertainResult,
  { graphs, report }: Pick<UnitAnalysis, 'graphs' | 'report'>,
  { store, versionOf }: RemedyOptions,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const bare = { keys: [key], title: remedyTitle(remedy, problem) };
  const looking = (place: Place | undefined): readonly CodeActionInfo[] =>
    place && !graphs.linked.foreign.has(place.document.uri)
      ? [{ ...bare, edits: [], command: { kind: 'showPlace', uri: place.document.uri, range: place.range } }]
      : [];
  switch (remedy.kind) {
    case 'link': {
      const data = graphs.linked.documents.get(report.uri);
      if (data === undefined || !isInFolder(data.uri)) return [];
      const files = await describingFiles(remedy, graphs.linked.documents, store, signal);
      if (files.length === 0) return linkToFillIn(bare, data, versionOf);
      return files.flatMap(({ document, count }) => {
        const edits = contextLink(data, document.uri, graphs.linked.project, versionOf);
        const path = pathTo(folderOf(data.uri), document.uri);
        const title = `Link ${path}, which ${whatItSays(remedy, count, problem)}`;
        return edits ? [{ ...bare, title, edits: [edits] }] : [];
      });
    }
    case 'choose': {
      const choice = choiceBetween(repairs.filter(({ repair }) => remedy.between.includes(repair.update)));
      if (choice === undefined) return [];
      const { document, edit, title } = choice;
      const edits = [{ uri: document.uri, version: versionOf(document.uri), edits: [edit] }];
      return [{ ...bare, title, needsInput: true, needsSnippets: true, edits }];
    }
    case 'fillIn': {
      const place = triplePlace(remedy.statement, graphs.data);
      return place === undefined ? [] : [{ ...bare, ...valueToType(place, versionOf) }];
    }
    case 'openContext': {
      const document = graphs.linked.documents.get(remedy.uri);
      const [block] = document?.sources.blocks(remedy.node) ?? [];
      const at = document && block && document.sources.startOf(block.statement);
      return at === undefined ? [] : looking({ document: document!, range: { start: at, end: at } });
    }
    case 'openShape':
      return looking(locateConstraint(problem.violation.constraint, graphs.shapes));
  }
}

function whatItSays(
  remedy: Extract<RepairRemedy, { readonly kind: 'link' }>,
  count: number,
  { term }: RepairProblem,
): string {
  const { nodes, instancesOf } = remedy;
  if (instancesOf !== undefined) return `has ${counted(count, 'instance')} of ${term(instancesOf)}`;
  return count === nodes.length
    ? describes(remedy, term)
    : `describes ${count} of ${counted(nodes.length, 'node')}`;
}

/** A comment whose path is to be written. */
function linkToFillIn(
  bare: Pick<CodeActionInfo, 'keys' | 'title'>,
  data: TurtleDocument,
  versionOf: RemedyOptions['versionOf'],
): readonly CodeActionInfo[] {
  const comment = headerComment(data, `# context: ${examplePath}`);
  if (!comment) return [];
  const { range, newText } = comment;
  const start = newText.indexOf(examplePath);
  const edit = { range, newText, placeholders: [{ start, end: start + examplePath.length }] };
  return [
    {
      ...bare,
      title: `${bare.title}…`,
      needsInput: true,
      needsSnippets: true,
      edits: [{ uri: data.uri, version: versionOf(data.uri), edits: [edit] }],
    },
  ];
}

const examplePath = 'ontology.ttl';

/** The value as it is, to be typed over. */
function valueToType(
  { document, range }: Place,
  versionOf: RemedyOptions['versionOf'],
): Pick<CodeActionInfo, 'edits' | 'needsInput' | 'needsSnippets'> {
  const newText = document.text.slice(range.start, range.end);
  const edit = { range, newText, placeholders: [{ start: 0, end: newText.length }] };
  return {
    needsInput: true,
    needsSnippets: true,
    edits: [{ uri: document.uri, version: versionOf(document.uri), edits: [edit] }],
  };
}

/** Several repairs as one edit that asks which of them to make. */
interface OfferedChoice {
  readonly title: string;
  readonly document: TurtleDocument;
  readonly edit: FileEdits['edits'][number];
}

/** Undefined unless the repairs differ in one word of the same edit. */
function choiceBetween(repairs: readonly VerifiedRepair[]): OfferedChoice | undefined {
  const edits = repairs.flatMap(({ verdict }) =>
    verdict.edits.flatMap(({ document, edits }) => edits.map((edit) => ({ document, ...edit }))),
  );
  const [first] = edits;
  if (first === undefined || edits.length !== repairs.length || edits.length < 2) return undefined;
  const { document, range, newText } = first;
  const isAlike = edits.every(
    (edit) => edit.document === document && edit.range.start === range.start && edit.range.end === range.end,
  );
  if (!isAlike) return undefined;
  const texts = edits.map((edit) => edit.newText);
  const start = wholeWords(newText, commonStart(texts));
  const rests = texts.map((text) => text.slice(start));
  const end = commonEnd(rests);
  const choices = rests.map((rest) => rest.slice(0, rest.length - end));
  if (choices.some((choice) => choice === '' || choice.includes('\n'))) return undefined;
  return {
    title: `Choose: ${orList(choices.map((choice) => shortText(choice)))}`,
    document,
    edit: { range, newText, placeholders: [{ start, end: start + choices[0]!.length, choices }] },
  };
}

function commonStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length++;
  return length;
}

/** Moves a position in a text back to where its word starts. */
function wholeWords(text: string, position: number): number {
  return text.slice(0, position).search(/\S*$/);
}

/** The length of the common end of all texts, from a white space on. */
function commonEnd(texts: readonly string[]): number {
  const reversed = texts.map((text) => [...text].reverse().join(''));
  const end = [...reversed[0]!].slice(0, commonStart(reversed)).reverse().join('');
  const space = end.search(/\s/);
  return space < 0 ? 0 : end.length - space;
}
