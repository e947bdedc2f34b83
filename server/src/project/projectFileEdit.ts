import { parseJsoncTree } from '../base/parseJsonc.ts';
import type { TextEdit } from '../base/textEdit.ts';
import type { ProjectFile } from './projectFile.ts';

/** The edit of a project file that says which file is used for an ontology; undefined where its text is not JSON. */
export function ontologyEdit(
  { text }: Pick<ProjectFile, 'text'>,
  iri: string,
  path: string,
): TextEdit | undefined {
  const parsed = parseJsoncTree(text);
  if (parsed.kind === 'error' || parsed.root.kind !== 'object') return undefined;
  const entry = `${JSON.stringify(iri)}: ${JSON.stringify(path)}`;
  const known = parsed.root.members.find(({ name }) => name === 'ontologies')?.value;
  if (known === undefined) return firstMember(parsed.root, `"ontologies": { ${entry} }`, '  ');
  if (known.kind !== 'object') return undefined;
  const value = known.members.find(({ name }) => name === iri)?.value;
  return value ? { range: value.range, newText: JSON.stringify(path) } : firstMember(known, entry, '    ');
}

/** Inserts a member after the opening brace of an object, on a line of its own. */
function firstMember(
  { range, members }: { readonly range: TextEdit['range']; readonly members: readonly unknown[] },
  member: string,
  indent: string,
): TextEdit {
  const at = range.start + 1;
  const end = members.length > 0 ? ',' : `\n${indent.slice(2)}`;
  return { range: { start: at, end: at }, newText: `\n${indent}${member}${end}` };
}
