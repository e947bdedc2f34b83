/** The methods that report on an open document: its report, reasons, coverage, links and stores. */
import {
  boolean,
  enumOf,
  type JsonShape,
  label,
  listOf,
  object,
  optional,
  string,
} from '../../../base/jsonShape.ts';
import type { TrialFile } from '../../../service/ide/tryShapes.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { key, position, progress, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';
import { editWithUris } from './repairMethods.ts';

const aboutFile = { params: object({ uri }), about: uriOf };

export const documentMethods = {
  /** Explains the results at a position of a document, or the one with a key. Empty when there are none. */
  'shaclRepair/why': method<protocol.WhyParams, protocol.WhyAnswer>({
    params: object({
      uri,
      position: optional(position),
      key: optional(key),
    }) as JsonShape<protocol.WhyParams>,
    about: uriOf,
    withClientUris(found, clientUri) {
      const placed = (line: protocol.WhyLine): protocol.WhyLine => ({
        ...line,
        place: line.place && { ...line.place, uri: clientUri(line.place.uri) },
        items: line.items.map(placed),
      });
      return found.map((result) => ({ ...result, items: result.items.map(placed) }));
    },
  }),
  /**
   * What the shapes of an open document's unit look at, in the data files of the unit. Computed when asked for. Null for a
   * document that is not validated; its last status gives the reason.
   */
  'shaclRepair/coverage': method<protocol.FileParams, protocol.CoverageAnswer>({
    ...aboutFile,
    withClientUris(answer, clientUri) {
      const placed = <T extends { readonly location: { readonly uri: string } | null }>(item: T): T => ({
        ...item,
        location: item.location && { ...item.location, uri: clientUri(item.location.uri) },
      });
      const { coverage } = answer;
      return {
        ...answer,
        coverage: {
          ...coverage,
          shapes: coverage.shapes.map((shape) => ({
            ...placed(shape),
            constraints: shape.constraints.map(placed),
          })),
          classes: coverage.classes.map(placed),
          predicates: coverage.predicates.map(placed),
          files: coverage.files.map((file) => ({ ...file, uri: clientUri(file.uri) })),
        },
      };
    },
  }),
  /**
   * What the current validation of an open document found and left out. Null for a document that is not validated; its last
   * status gives the reason.
   */
  'shaclRepair/report': method<protocol.FileParams, protocol.Report>({
    ...aboutFile,
    withClientUris(report, clientUri) {
      const at = <T extends { readonly uri: string }>(place: T | undefined) =>
        place && { ...place, uri: clientUri(place.uri) };
      return {
        ...report,
        uri: clientUri(report.uri),
        results: report.results.map((result) => ({
          ...result,
          place: at(result.place),
          shapePlace: at(result.shapePlace),
        })),
        notChecked: report.notChecked.map((note) => ({ ...note, place: at(note.place) })),
        problems: report.problems.map((problem) => ({ ...problem, place: at(problem.place) })),
      };
    },
  }),
  /** The report about an open document as the content of a file. Null as for `shaclRepair/report`. */
  'shaclRepair/exportReport': method<protocol.ExportReportParams, protocol.ExportedReport>({
    params: object({ uri, format: enumOf('turtle', 'json', 'markdown') }),
    about: uriOf,
    whyRestricted: whyRestricted.exports,
  }),
  /** What rules, or the configured inference, infer from a document. */
  'shaclRepair/inferred': method<protocol.FileParams, protocol.InferredAnswer>(aboutFile),
  /** Drafts shapes from the data of a document's unit. Null when nothing is alike in it, or the document is not open. */
  'shaclRepair/draftShapes': method<protocol.FileParams, protocol.DraftedShapes>(aboutFile),
  /** The files of the workspace that have focus nodes of the shapes of an open document, those with the most first. */
  'shaclRepair/trialFiles': method<protocol.FileParams, readonly TrialFile[]>({
    ...aboutFile,
    withClientUris: (files, clientUri) => files.map((file) => ({ ...file, uri: clientUri(file.uri) })),
  }),
  /**
   * Validates a file with the shapes of an open document, which need not be linked to it. Nothing is written or published. Null
   * where the document is not open.
   */
  'shaclRepair/tryShapes': method<protocol.TryShapesParams, protocol.TriedShapes>({
    params: object({ uri, data: uri }),
    about: uriOf,
    withClientUris: ({ places, ...answer }, clientUri) => ({
      ...answer,
      places: places.map((place) => ({ ...place, uri: clientUri(place.uri) })),
    }),
  }),
  /**
   * A new Turtle file that states what an open JSON-LD or RDF/XML file does. Null where there is a file of that name, the file has
   * errors, or the client can't create files.
   */
  'shaclRepair/convert': method<protocol.FileParams, protocol.Converted>({
    ...aboutFile,
    withClientUris: ({ file, edit }, clientUri) => ({ file, edit: editWithUris(edit, clientUri) }),
  }),
  /** Validates with both engines: in Markdown, where they agree and differ. */
  'shaclRepair/crossCheck': method<protocol.FileParams, protocol.CrossCheckReport>(aboutFile),
  /**
   * What the change of an open file, compared with an earlier text, does to the results of the linked store that holds it.
   * Other stores that it links are context. Nothing is written to a store.
   */
  'shaclRepair/storeChange': method<protocol.StoreChangeParams, protocol.StoreChangeAnswer>({
    params: object({
      uri,
      name: label,
      base: optional(string),
      formerPath: optional(label),
      isTracked: optional(boolean),
      store: optional(string),
    }),
    about: uriOf,
    whyRestricted: whyRestricted.stores,
  }),
  /**
   * Which files could be linked to a data file as its shapes. With `partialResultToken` the server reports by `$/progress`,
   * as `ModelProgress`, how many files it has read.
   */
  'shaclRepair/linkCandidates': method<protocol.LinkCandidatesParams, protocol.LinkCandidates>({
    params: object({ uri, ...progress }),
    about: uriOf,
  }),
  /**
   * The shapes of the workspace that an open file without links could be checked with. Null where none apply to its nodes,
   * and for files outside the workspace.
   */
  'shaclRepair/linkInvitation': method<protocol.FileParams, protocol.LinkInvitation>({
    ...aboutFile,
    withClientUris: ({ shapes, message }, clientUri) => ({ shapes: clientUri(shapes), message }),
  }),
  /**
   * The edit that links shapes to an open data file: in its project file where that can be written into, else in a comment at
   * its top. Null where only the project file may be written and that is not possible: because there is none, or it has
   * errors, or reads the file's name as a pattern.
   */
  'shaclRepair/link': method<protocol.LinkParams, protocol.Link>({
    params: object({ uri, shapes: listOf(uri, 1000), place: optional(enumOf('project', 'comment')) }),
    about: uriOf,
    withClientUris: ({ place, file, edit }, clientUri) => ({
      place,
      file: clientUri(file),
      edit: editWithUris(edit, clientUri),
    }),
  }),
};
