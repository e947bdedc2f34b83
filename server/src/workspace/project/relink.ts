import type { LineIndex } from '../../base/lineIndex.ts';
import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { isGlob } from './glob.ts';
import { headerLinksAlone } from './headerLinks.ts';
import type { ProjectFile } from './projectFile.ts';
import { readStoreAddress } from './storeLink.ts';
import {
  fileNameOfUri,
  folderOf,
  isAbsolutePath,
  isInFolder,
  matchesGlob,
  normalizeUri,
  pathOfUri,
  pathTo,
  resolvePath,
  searchFrom,
} from './uris.ts';

/** A file, or a folder with all that is in it, that gets a new uri. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** The files that link others, by their uris before they are moved. */
export interface LinkingFiles {
  readonly documents: readonly TurtleDocument[];
  readonly projects: readonly ProjectFile[];
  /** The one uri that a file is known by. */
  fileUri(uri: string): string;
}

export interface Relinked {
  readonly files: readonly RelinkedFile[];
  /** References that no longer lead where they did and are left unchanged, as sentences. */
  readonly left: readonly string[];
}

/** The edits of a file, by its uri before it is moved. */
export interface RelinkedFile {
  readonly uri: string;
  readonly lines: LineIndex;
  readonly edits: readonly OffsetEdit[];
}

/**
 * The edits that keep `# shapes:` and `# context:` lines and the paths of project files leading to the same files when
 * files or folders are moved: those that link them, and those that are moved themselves. Patterns are left unchanged.
 */
export function relink(moves: readonly FileMove[], linking: LinkingFiles): Relinked {
  const relinker = new Relinker(moves, linking);
  for (const document of linking.documents) {
    if (isInFolder(document.uri)) relinker.add(document, linksOfHeader(document));
  }
  for (const project of linking.projects) relinker.add(project, linksOfProject(project));
  return relinker;
}

/** A path in a file. */
interface PathPlace {
  readonly path: string;
  readonly range: TextRange;
  /** Whether it selects data files, which are below the folder of their project file. */
  readonly isData: boolean;
  /** The path as it is written in the file. */
  readonly write: (path: string) => string;
}

function linksOfHeader(document: TurtleDocument): readonly PathPlace[] {
  const links = headerLinksAlone(document).filter(({ path }) => readStoreAddress(path) === undefined);
  return links.map(({ path, range }) => ({
    path,
    range,
    isData: false,
    write: (each) => each,
  }));
}

function linksOfProject({ links, baseline, ontologies }: ProjectFile): readonly PathPlace[] {
  const data = links.flatMap((link) => link.data);
  const others = links.flatMap(({ shapes, context }) => [...shapes, ...context]);
  const ofFiles = others.filter(({ value }) => readStoreAddress(value) === undefined);
  const files = [...ofFiles, ...ontologies.values(), ...(baseline ? [baseline] : [])];
  return [
    ...data.map(({ value, range }) => ({ path: value, range, isData: true, write: JSON.stringify })),
    ...files.map(({ value, range }) => ({ path: value, range, isData: false, write: JSON.stringify })),
  ];
}

class Relinker implements Relinked {
  readonly files: RelinkedFile[] = [];
  readonly left: string[] = [];
  readonly #linking: LinkingFiles;
  /** Where files and folders go. */
  readonly #targets: ReadonlyMap<string, string>;
  /** Where each Turtle file is after the move. */
  readonly #turtleFiles: ReadonlyMap<string, string>;
  readonly #lostBy = new Map<string, string | null>();

  constructor(moves: readonly FileMove[], linking: LinkingFiles) {
    this.#linking = linking;
    this.#targets = new Map(
      moves.map(({ from, to }) => [linking.fileUri(withoutSlash(from)), normalizeUri(withoutSlash(to))]),
    );
    this.#turtleFiles = new Map(linking.documents.map(({ uri }) => [uri, this.#moved(uri)]));
  }

  add({ uri, lines }: Omit<RelinkedFile, 'edits'>, places: readonly PathPlace[]): void {
    if (places.length === 0) return;
    const before = folderOf(uri);
    const after = folderOf(this.#moved(uri));
    const edits = places.flatMap((place) => {
      if (isGlob(place.path)) {
        this.#checkPattern(uri, place, before, after);
        return [];
      }
      const newPath = this.#newPath(place, before, after);
      if (newPath === undefined) return [];
      if (newPath !== 'unwritable') return [{ range: place.range, newText: place.write(newPath) }];
      this.left.push(
        `'${place.path}' in ${fileNameOfUri(uri)} stays as it is, since no path there can name its file any longer.`,
      );
      return [];
    });
    if (edits.length > 0) this.files.push({ uri, lines, edits });
  }

  /** The path that leads where another one used to; undefined when that still does. */
  #newPath({ path, isData }: PathPlace, before: string, after: string): string | undefined {
    const target = this.#moved(this.#linking.fileUri(resolvePath(before, path)));
    if (this.#linking.fileUri(resolvePath(after, path)) === target) return undefined;
    const newPath = pathLike(path, after, target);
    const isRead = !isGlob(newPath) && newPath.trim() === newPath && resolvePath(after, newPath) === target;
    return isRead && (!isData || matchesGlob(after, newPath, target)) ? newPath : 'unwritable';
  }

  /** Records a pattern that loses a file. */
  #checkPattern(uri: string, place: PathPlace, before: string, after: string): void {
    // Many files of a folder may have the same pattern.
    const key = JSON.stringify([before, after, place.path, place.isData]);
    let lost = this.#lostBy.get(key);
    if (lost === undefined) {
      lost = this.#lost(place, before, after);
      this.#lostBy.set(key, lost);
    }
    if (lost === null) return;
    this.left.push(
      `'${place.path}' in ${fileNameOfUri(uri)} is a pattern and stays as it is. It no longer matches ${fileNameOfUri(lost)}.`,
    );
  }

  /** A Turtle file that a pattern matches before the move and not after it. */
  #lost({ path, isData }: PathPlace, before: string, after: string): string | null {
    const meant = (folder: string, file: string): boolean => {
      if (isData) return matchesGlob(folder, path, file);
      const { start, rest } = searchFrom(folder, path);
      return matchesGlob(start, rest, file);
    };
    for (const [file, target] of this.#turtleFiles) {
      if (before === after && target === file) continue;
      if (meant(before, file) && !meant(after, target)) return file;
    }
    return null;
  }

  /** The uri of a file after the move. */
  #moved(uri: string): string {
    for (let at = uri; ; at = folderOf(at)) {
      const target = this.#targets.get(at);
      if (target !== undefined) return target + uri.slice(at.length);
      if (folderOf(at) === at) return uri;
    }
  }
}

/** The path from a folder to a file, absolute or as a file: uri if another path is. */
function pathLike(path: string, folderUri: string, target: string): string {
  if (/^file:/i.test(path)) return target;
  if (isAbsolutePath(path)) return pathOfUri(target);
  const relative = pathTo(folderUri, target);
  return path.startsWith('./') && !relative.startsWith('../') ? `./${relative}` : relative;
}

function withoutSlash(uri: string): string {
  return normalizeUri(uri).replace(/\/$/, '');
}
