import { type OntologyFile, withoutFragment } from './catalog.ts';
import { folderOf, pathTo } from './uris.ts';

/** Which of the files that declare an ontology is used for an import. */
export interface OntologyChoice {
  readonly file: OntologyFile;
  /** Why: it is part of the unit already, it is the only one, or it is the nearest. */
  readonly by: 'linked' | 'only' | 'nearest';
  /** The files that are not used, nearest first. */
  readonly others: readonly OntologyFile[];
}

/** In UTF-16 code units. A larger file is used only where no smaller one declares the ontology. */
export const largeOntology = 10 * 1024 * 1024;

/**
 * Chooses the file for an import. A file that is linked anyway comes first, so that a unit has an ontology once; then
 * the nearest one by steps from folder to folder, then the first by name. Large files come last.
 *
 * @param from the file that imports.
 */
export function chooseOntology(
  files: readonly OntologyFile[],
  { from, isLinked }: { readonly from: string; readonly isLinked: (uri: string) => boolean },
): OntologyChoice | undefined {
  const folder = folderOf(from);
  const rank = ({ uri, size }: OntologyFile) => ({
    uri,
    isLarge: size > largeOntology ? 1 : 0,
    isLinked: isLinked(uri) ? 0 : 1,
    steps: pathTo(folder, uri).split('/').length,
  });
  const sorted = files
    .map((file) => ({ file, rank: rank(file) }))
    .sort(
      ({ rank: a }, { rank: b }) =>
        a.isLinked - b.isLinked || a.isLarge - b.isLarge || a.steps - b.steps || (a.uri < b.uri ? -1 : 1),
    );
  const [first, ...others] = sorted;
  if (!first) return undefined;
  const by = first.rank.isLinked === 0 ? 'linked' : others.length === 0 ? 'only' : 'nearest';
  return { file: first.file, by, others: others.map(({ file }) => file) };
}

/** Says that several files declare an ontology, which one is used, and why. */
export function choiceMessage(iri: string, { file, others }: OntologyChoice, from: string): string {
  const folder = folderOf(from);
  const name = (each: OntologyFile) => {
    const remarks = [
      ...each.versions.filter((version) => version !== iri).map((version) => `version <${version}>`),
      ...(each.size > largeOntology ? [megabytes(each)] : []),
    ];
    return pathTo(folder, each.uri) + (remarks.length > 0 ? ` (${remarks.join(', ')})` : '');
  };
  const left = others.slice(0, shown).map(name);
  if (others.length > shown) left.push(`${others.length - shown} more`);
  const isSmaller = file.size <= largeOntology && others[0]!.size > largeOntology;
  const why = isSmaller ? 'the only one of up to 10 MB' : 'the nearest';
  return `${others.length + 1} files declare <${iri}>. ${name(file)} is used, as ${why}; not used: ${left.join(', ')}. Choose another with a quick fix, the setting shaclRepair.ontologies or a link to its path.`;
}

/** Says that an import brings in a large file. */
export function largeMessage(iri: string, file: OntologyFile, from: string): string {
  return `<${iri}> is ${pathTo(folderOf(from), file.uri)}, which has ${megabytes(file)}. It is read whenever this file is checked.`;
}

/** Says that another version of the same ontology is linked as well; undefined where that is not so. */
export function otherVersion(
  file: OntologyFile,
  linked: readonly OntologyFile[],
): { readonly ontology: string; readonly other: OntologyFile } | undefined {
  for (const ontology of file.ontologies) {
    const other = linked.find(
      ({ uri, ontologies, versions }) =>
        uri !== file.uri &&
        ontologies.some((each) => withoutFragment(each) === withoutFragment(ontology)) &&
        !versions.some((version) => file.versions.includes(version)),
    );
    if (other) return { ontology, other };
  }
  return undefined;
}

export function otherVersionMessage(
  { uri, versions }: OntologyFile,
  { ontology, other }: NonNullable<ReturnType<typeof otherVersion>>,
  from: string,
): string {
  const name = (each: string) => pathTo(folderOf(from), each);
  const otherName = other.versions.length > 0 ? `version <${other.versions[0]}>` : 'another version';
  return `Two versions of <${ontology}> are linked: ${name(uri)} is <${versions[0]}>, and ${name(other.uri)} is ${otherName}. What both state is combined.`;
}

function megabytes({ size }: OntologyFile): string {
  return `${Math.round(size / 1024 / 1024)} MB`;
}

/** How many of the files that are not used are named. */
const shown = 5;
