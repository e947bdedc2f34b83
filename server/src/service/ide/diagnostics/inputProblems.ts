import type { TextPosition } from '../../../base/lineIndex.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { otherFormat } from '../../../rdf/turtle/otherFormat.ts';
import type { TurtleSyntaxError } from '../../../rdf/turtle/syntaxError.ts';
import type { RdfVersion, TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { UncheckedPart } from '../../../shacl/model/violation.ts';
import { locateShape } from '../../../shacl/results/locate.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { withheldMessage } from '../../../workspace/project/unitFiles.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { malformedLiterals } from './malformedLiterals.ts';
import { hidingPrefixes } from './respeltNamespaces.ts';

/** A problem with the input itself. */
export interface InputProblem {
  readonly severity: 'error' | 'warning';
  readonly kind: 'syntax' | 'link' | 'file' | 'literal' | 'namespace' | 'suppression';
  readonly message: string;
  /** The ontology that no file declares, for an import. */
  readonly unresolvedImport?: string;
  readonly uri: string | undefined;
  readonly document: TurtleDocument | undefined;
  readonly range: TextRange | undefined;
  /** The position in a file whose contents must not be shown, or that is not Turtle. */
  readonly position?: TextPosition | undefined;
}

/** Something that was not checked, at its place in the shapes file if it has one. */
export interface PlacedNotChecked extends UncheckedPart {
  readonly document: TurtleDocument | undefined;
  readonly range: TextRange | undefined;
}

/**
 * The problems of a unit's files: unreadable files, broken links, syntax errors, malformed literals, prefixes that hide nodes
 * from targets, and comments that ignore nothing.
 */
export function inputProblems({
  graphs,
  placed,
  print,
  evaluator,
  suppressionProblems,
}: Pick<
  UnitAnalysis,
  'graphs' | 'placed' | 'print' | 'evaluator' | 'suppressionProblems'
>): readonly InputProblem[] {
  const { linked } = graphs;
  const { data, shapes } = linked.unit;
  const answering = new Set([...data, ...shapes]);
  const syntax = [...linked.documents.values()].flatMap((document) =>
    syntaxErrors(document, graphs.rdf).map(
      ({ message, range }): InputProblem => ({
        // Errors in an ontology affect look-ups rather than results: a warning, but no failure.
        severity: answering.has(document.uri) ? 'error' : 'warning',
        kind: 'syntax',
        message,
        uri: document.uri,
        document,
        range,
      }),
    ),
  );
  const warned = [...linked.documents.values()].flatMap((document) =>
    document.warnings.map(
      ({ message, range }): InputProblem => ({
        severity: 'warning',
        kind: 'syntax',
        message,
        uri: document.uri,
        document,
        range,
      }),
    ),
  );
  const links = linked.findings.flatMap(
    ({ severity, message, uri, range, fixes, unresolvedImport }): InputProblem | [] =>
      severity === 'information'
        ? []
        : {
            severity,
            kind: 'link',
            message,
            uri,
            ...shownPlace(linked, uri, range),
            // With a fix, the message names a file that may be meant.
            ...(unresolvedImport !== undefined && fixes.length === 0 && { unresolvedImport }),
          },
  );
  const told = new Set(links.map(({ message }) => message));
  const files = linked.unreadable
    .filter(({ message }) => !told.has(message))
    .map(
      ({ uri, message, position }): InputProblem => ({
        severity: 'error',
        kind: 'file',
        message,
        uri,
        document: undefined,
        range: undefined,
        position,
      }),
    );
  const suppressions = suppressionProblems.map(
    ({ message, suppression: { document, range } }): InputProblem => ({
      severity: 'warning',
      kind: 'suppression',
      message,
      uri: document.uri,
      document,
      range,
    }),
  );
  const literals = malformedLiterals(graphs, placed, print).map(
    (each): InputProblem => ({ severity: 'warning', kind: 'literal', uri: each.document.uri, ...each }),
  );
  const namespaces = hidingPrefixes(graphs, evaluator, print).map(
    (each): InputProblem => ({ severity: 'warning', kind: 'namespace', uri: each.document.uri, ...each }),
  );
  return [...files, ...links, ...syntax, ...warned, ...literals, ...namespaces, ...suppressions];
}

/** The syntax errors of a document; just one where it is in another format. */
function syntaxErrors(document: TurtleDocument, rdf: RdfVersion): readonly TurtleSyntaxError[] {
  const message = otherFormat(document);
  return message === undefined ? document.errorsIn(rdf) : [{ message, range: document.errors[0]!.range }];
}

/** The place of a problem; for a foreign file, only line and character. */
function shownPlace(
  { documents, foreign, project }: LinkedUnit,
  uri: string,
  range: TextRange,
): Pick<InputProblem, 'document' | 'range' | 'position'> {
  if (uri === project?.uri) {
    return { document: undefined, range: undefined, position: project.lines.positionAt(range.start) };
  }
  const document = documents.get(uri);
  if (!foreign.has(uri)) return { document, range };
  return { document: undefined, range: undefined, position: document?.lines.positionAt(range.start) };
}

/** What an analysis did not check, with places. */
export function placedNotChecked({ graphs, notChecked }: UnitAnalysis): readonly PlacedNotChecked[] {
  return notChecked.map((entry) => {
    const place =
      entry.shape === undefined ? undefined : locateShape(graphs.shapes, entry.shape, entry.component);
    const uri = entry.uri ?? place?.document.uri;
    return {
      ...entry,
      ...(place && graphs.linked.foreign.has(place.document.uri) ? { reason: withheldMessage } : {}),
      ...(uri === undefined ? {} : { uri }),
      document: place?.document,
      range: place?.range,
    };
  });
}
