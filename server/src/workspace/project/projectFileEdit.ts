import { type JsonNode, parseJsoncTree } from '../../base/parseJsonc.ts';
import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import type { LinkableRole } from './linkReason.ts';
import { type ProjectFile, readProjectFile } from './projectFile.ts';
import { matchesGlob, pathTo } from './uris.ts';

type JsonObject = Extract<JsonNode, { readonly kind: 'object' }>;
type JsonList = Extract<JsonNode, { readonly kind: 'list' }>;

/** The edit of a project file that sets the file for an ontology; undefined where its text is not JSON. */
export function ontologyEdit(
  { text }: Pick<ProjectFile, 'text'>,
  iri: string,
  path: string,
): OffsetEdit | undefined {
  const root = rootOf(text);
  if (!root) return undefined;
  const entry = `${JSON.stringify(iri)}: ${JSON.stringify(path)}`;
  const known = memberOf(root, 'ontologies');
  const indent = indentOf(text, root);
  if (known === undefined) return firstMember(text, root, `"ontologies": { ${entry} }`, ['', indent]);
  if (known.kind !== 'object') return undefined;
  const value = memberOf(known, iri);
  if (value) return { range: value.range, newText: JSON.stringify(path) };
  return firstMember(text, known, entry, [indent, indent + indent]);
}

/** The edit of a project file that sets what is inferred; undefined where its text is not JSON. */
export function inferenceEdit(
  { text }: Pick<ProjectFile, 'text'>,
  inference: Inference,
): OffsetEdit | undefined {
  const root = rootOf(text);
  if (!root) return undefined;
  const known = memberOf(root, 'inference');
  if (known) return { range: known.range, newText: JSON.stringify(inference) };
  return firstMember(text, root, `"inference": ${JSON.stringify(inference)}`, ['', indentOf(text, root)]);
}

/**
 * The edit of a project file that links shapes, or ontologies as context, to one data file: in the entry for just this file, or in a new one. Comments
 * and layout stay.
 *
 * @returns `linked` where nothing is left to write, undefined where the edited file would not have that effect: it has
 * errors, or
 *   the name of the data file means something else as a pattern.
 */
export function linkEdit(
  project: ProjectFile,
  dataUri: string,
  uris: readonly string[],
  role: FileLink['role'] = 'shapes',
): OffsetEdit | 'linked' | undefined {
  const { uri, folderUri, text, problems } = project;
  const root = rootOf(text);
  const data = pathTo(folderUri, dataUri);
  if (!root || !matchesGlob(folderUri, data, dataUri)) return undefined;
  const link: FileLink = { data, role, paths: [...new Set(uris.map((each) => pathTo(folderUri, each)))] };
  if (links(project, link)) return 'linked';
  const edit = unprovenLinkEdit(text, root, link);
  if (!edit) return undefined;
  const after = readProjectFile(uri, applyEdits(text, [edit]));
  return after.problems.length <= problems.length && links(after, link) ? edit : undefined;
}

/** Paths of files that belong to one data file. */
interface FileLink {
  readonly data: string;
  readonly role: LinkableRole;
  readonly paths: readonly string[];
}

/** Whether the entry for just this file links all these files. */
function links(project: ProjectFile, { data, role, paths }: FileLink): boolean {
  return project.links.some(
    (link) =>
      link.data.length === 1 &&
      link.data[0]?.value === data &&
      paths.every((path) => link[role].some(({ value }) => value === path)),
  );
}

function unprovenLinkEdit(
  text: string,
  root: JsonObject,
  { data, role, paths }: FileLink,
): OffsetEdit | undefined {
  const entry = `{ "data": ${JSON.stringify(data)}, "${role}": ${listText(paths)} }`;
  const known = memberOf(root, 'links');
  if (!known) {
    const indent = indentOf(text, root);
    const member = `"links": [\n${indent}${indent}${entry}\n${indent}]`;
    return firstMember(text, root, member, ['', indent]);
  }
  if (known.kind !== 'list') return undefined;
  const ofData = known.items.find((item) => item.kind === 'object' && isFor(item, data));
  if (ofData?.kind !== 'object') return append(text, known, entry);
  const value = memberOf(ofData, role);
  if (!value) return insertion(ofData.members.at(-1)!.value.range.end, `, "${role}": ${listText(paths)}`);
  const linked = textsOf(value);
  const added = paths.filter((path) => !linked.includes(path));
  if (value.kind === 'list') return append(text, value, added.map((path) => JSON.stringify(path)).join(', '));
  return { range: value.range, newText: listText([...linked, ...added]) };
}

function isFor(link: JsonObject, data: string): boolean {
  const value = memberOf(link, 'data');
  const globs = value ? textsOf(value) : [];
  return globs.length === 1 && globs[0] === data;
}

/** The texts of a list, or the only one. */
function textsOf(value: JsonNode): readonly string[] {
  const items = value.kind === 'list' ? value.items : [value];
  return items.flatMap((item) => (item.kind === 'text' ? item.value : []));
}

function listText(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

/**
 * Adds items after the last one of a list and its comment, on a line of their own if the last one
 * has one.
 */
function append(text: string, list: JsonList, items: string): OffsetEdit {
  const last = list.items.at(-1);
  if (!last) return insertion(list.range.start + 1, items);
  const { end } = last.range;
  afterItem.lastIndex = end;
  const [tail = '', comma = '', comment = ''] = afterItem.exec(text) ?? [];
  const indent = ownLineIndent(text, list.range.start, last.range.start);
  const isOnOwnLine = indent !== undefined || comment.includes('//');
  const gap = isOnOwnLine ? `\n${indent ?? '    '}` : ' ';
  return {
    range: { start: end, end: end + tail.length },
    newText: `,${comment}${gap}${items}${comma}`,
  };
}

/** The comma and the comments that follow an item on its line. */
const afterItem = /(?:[ \t]*(,))?((?:[ \t]*\/\*[^\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?)/y;

/**
 * Inserts a member after the opening brace of an object and a comment after it, on a line of its own.
 *
 * @param indents of the object and of its members.
 */
function firstMember(
  text: string,
  { range, members }: JsonObject,
  member: string,
  [outer, inner]: readonly [string, string],
): OffsetEdit {
  lineComment.lastIndex = range.start + 1;
  const at = range.start + 1 + (lineComment.exec(text)?.[0].length ?? 0);
  const isLineEnd = /^[ \t]*\r?\n/.test(text.slice(at, range.end));
  const lastEnd = isLineEnd ? '' : `\n${outer}`;
  return insertion(at, `\n${inner}${member}${members.length > 0 ? ',' : lastEnd}`);
}

const lineComment = /[ \t]*\/\/[^\r\n]*/y;

/** How far the members of the outermost object are indented. */
function indentOf(text: string, { range, members: [first] }: JsonObject): string {
  return (first && ownLineIndent(text, range.start, first.nameRange.start)) || '  ';
}

/** The blanks before a place, if only those are before it on its line. */
function ownLineIndent(text: string, from: number, at: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at);
  return lineStart > from && before.trim() === '' ? before : undefined;
}

function rootOf(text: string): JsonObject | undefined {
  const parsed = parseJsoncTree(text);
  return parsed.kind === 'parsed' && parsed.root.kind === 'object' ? parsed.root : undefined;
}

function memberOf({ members }: JsonObject, name: string): JsonNode | undefined {
  return members.find((member) => member.name === name)?.value;
}

function insertion(at: number, newText: string): OffsetEdit {
  return { range: { start: at, end: at }, newText };
}
