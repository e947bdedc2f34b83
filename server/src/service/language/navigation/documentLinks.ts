import type { TextRange } from '../../../base/textRange.ts';
import { terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { owl, sh } from '../../../rdf/vocab.ts';
import { isGlob } from '../../../workspace/project/glob.ts';
import { headerLinks } from '../../../workspace/project/headerLinks.ts';
import { linkPlace } from '../../../workspace/project/linkReason.ts';
import { readStoreAddress } from '../../../workspace/project/storeLink.ts';
import { folderOf, isInFolder, resolvePath } from '../../../workspace/project/uris.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';

/** A text that leads to a file of the workspace or to a page of the web. */
export interface DocumentLinkInfo {
  readonly range: TextRange;
  /** A uri. It is not requested before the user follows it. */
  readonly target: string;
}

/**
 * The links of a document, in order: the files of its `# shapes:` and `# context:` lines, the files that its owl:imports
 * and sh:shapesGraph were resolved to, and IRIs in angle brackets that are addresses of the web.
 */
export function documentLinks({ document, analyses }: AnalysedFile): readonly DocumentLinkInfo[] {
  const links = [...headers(document), ...imports(document, analyses)];
  const taken = new Set(links.map(({ range }) => range.start));
  const { rope } = document;
  const addAddress = ({ start, end }: TextRange) => {
    if (links.length >= mostLinks || taken.has(start + 1)) return;
    const target = rope.slice(start + 1, end - 1);
    if (/^https?:\/\//i.test(target)) links.push({ range: { start: start + 1, end: end - 1 }, target });
  };
  document.sources.forWritten(undefined, addAddress, { forms: ['reference'] });
  return links.sort((a, b) => a.range.start - b.range.start);
}

/** Editors underline no more. */
const mostLinks = 5000;

function headers(document: TurtleDocument): DocumentLinkInfo[] {
  if (!isInFolder(document.uri)) return [];
  return headerLinks(document)
    .filter(({ path }) => !isGlob(path) && readStoreAddress(path) === undefined)
    .map(({ path, range }) => ({ range, target: resolvePath(folderOf(document.uri), path) }));
}

function imports(document: TurtleDocument, analyses: AnalysedFile['analyses']): DocumentLinkInfo[] {
  const files = new Map<string, string>();
  for (const { links } of analyses.map(({ graphs }) => graphs.linked)) {
    for (const { uri, reasons } of links) {
      for (const reason of reasons) {
        if (linkPlace(reason)?.uri === document.uri && 'iri' in reason) files.set(reason.iri, uri);
      }
    }
  }
  return [owl.imports, sh.shapesGraph]
    .flatMap((predicate) => (files.size === 0 ? [] : document.graph.withPredicate(predicate)))
    .flatMap((triple) => document.sources.occurrences(triple))
    .flatMap(({ statement, triple, objectTerm }) => {
      const target = terms.isIri(triple.object) ? files.get(terms.value(triple.object)) : undefined;
      if (target === undefined || objectTerm?.kind !== 'iri') return [];
      const { start, end } = rangeIn(statement, objectTerm);
      const isBracketed = objectTerm.form === 'reference';
      return [{ range: isBracketed ? { start: start + 1, end: end - 1 } : { start, end }, target }];
    });
}
