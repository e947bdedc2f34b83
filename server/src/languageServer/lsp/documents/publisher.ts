import {
  type Diagnostic,
  DiagnosticSeverity,
  type Position,
  type PublishDiagnosticsParams,
  type Range,
} from 'vscode-languageserver';
import type { OpenText } from '../../../base/textChange.ts';
import type { Validated } from '../../protocol/engine/messages.ts';
import type { DiagnosticData } from '../../protocol/toProto.ts';
import type { TextEdited } from './mirror.ts';

/** An open text, as far as diagnostics are about it. */
type ShownText = Pick<OpenText, 'version' | 'offsetAt' | 'positionAt'>;

/** The diagnostics that the report of one document has for the files of its unit. */
type Layers = Map<string, readonly Diagnostic[]>;

/**
 * Merges what is known about each file into one list for the client: its syntax errors and hints, the reports of all open
 * documents whose units it belongs to, and why it is held back from the engine. Only changes are sent to the client, and no
 * place outside of an open text, whichever text a report was computed for.
 */
export class Publisher {
  readonly #publish: (params: PublishDiagnosticsParams) => void;
  readonly #textOf: (uri: string) => ShownText | undefined;
  readonly #syntax: Layers = new Map();
  readonly #hints: Layers = new Map();
  readonly #held: Layers = new Map();
  readonly #reports = new Map<string, Layers>();
  /** The mistakes in each document's shapes files, which arrive after its report. */
  readonly #ofShapes = new Map<string, Layers>();
  /** The reports of files that were validated without being open. They are used as long as the file is not open. */
  readonly #closed = new Map<string, Layers>();
  /** The shapes files of each document that has a report. */
  readonly #shapes = new Map<string, ReadonlySet<string>>();
  /** What the client was sent last. */
  readonly #published = new Map<string, readonly Diagnostic[]>();

  /** @param textOf the current text of an open file, undefined when the file is not open. */
  constructor(
    publish: (params: PublishDiagnosticsParams) => void,
    textOf: (uri: string) => ShownText | undefined,
  ) {
    this.#publish = publish;
    this.#textOf = textOf;
  }

  /** Records the syntax errors of an open text; those of an older version are ignored. */
  syntax(uri: string, version: number, diagnostics: readonly Diagnostic[]): void {
    if (this.#textOf(uri)?.version !== version) return;
    this.#syntax.set(uri, diagnostics);
    this.#update([uri]);
  }

  /** Records what is to be faded in an open text; entries for an older version are ignored. */
  hints(uri: string, version: number, diagnostics: readonly Diagnostic[]): void {
    if (this.#textOf(uri)?.version !== version) return;
    this.#hints.set(uri, diagnostics);
    this.#update([uri]);
  }

  /** Replaces a document's last report; false when the new one is for an older version. */
  report({ uri, version, diagnostics, status }: Validated): boolean {
    if (this.#textOf(uri)?.version !== version) return false;
    const before = new Map([...(this.#closed.get(uri) ?? []), ...(this.#reports.get(uri) ?? [])]);
    const after: Layers = new Map(Object.entries(diagnostics));
    this.#reports.set(uri, after);
    const shapes = new Set([...(this.#shapes.get(uri) ?? []), ...status.shapes]);
    this.#shapes.set(uri, new Set(status.shapes));
    this.#update(new Set([...before.keys(), ...after.keys(), ...shapes]));
    return true;
  }

  /**
   * Replaces the mistakes of the shapes files of a document; those for an older version are ignored. An empty list for an
   * older version is not ignored, because an engine sends it only once until there are mistakes again.
   */
  shapes({ uri, version, diagnostics }: Pick<Validated, 'uri' | 'version' | 'diagnostics'>): void {
    const after: Layers = new Map(Object.entries(diagnostics));
    if (after.size > 0 && this.#textOf(uri)?.version !== version) return;
    const before = this.#ofShapes.get(uri) ?? new Map();
    this.#ofShapes.set(uri, after);
    this.#update(new Set([...before.keys(), ...after.keys()]));
  }

  /** Replaces the last report of a file, which need not be open. */
  reportClosed(uri: string, diagnostics: Validated['diagnostics']): void {
    const before = this.#closed.get(uri) ?? new Map();
    const after: Layers = new Map(Object.entries(diagnostics).filter(([, found]) => found.length > 0));
    if (after.size > 0) this.#closed.set(uri, after);
    else this.#closed.delete(uri);
    this.#update(new Set([...before.keys(), ...after.keys()]));
  }

  /** Shows why a document is not given to the engine; without diagnostics, that the engine gets it again. */
  hold(uri: string, diagnostics: readonly Diagnostic[]): void {
    this.#held.set(uri, diagnostics);
    if (diagnostics.length > 0) this.#clear(uri);
    this.#update([uri]);
  }

  /**
   * Moves everything that is shown in a document along with an edit of it. Clients move what they show as well, but some do
   * not: diagnostics that would be outside the new text are sent again immediately.
   */
  edited(uri: string, edits: readonly TextEdited[]): void {
    const text = this.#textOf(uri);
    for (const layers of this.#layers()) {
      const diagnostics = layers.get(uri);
      if (diagnostics) layers.set(uri, trackEdits(diagnostics, edits));
    }
    const shown = this.#published.get(uri) ?? [];
    if (text && shown.some(({ range }) => !isIn(range.start, text) || !isIn(range.end, text)))
      this.#update([uri]);
  }

  closed(uri: string): void {
    this.#held.delete(uri);
    this.#clear(uri);
    this.#update([uri]);
  }

  /** Removes all diagnostics. */
  clear(): void {
    const uris = [...this.#published.keys()];
    this.#syntax.clear();
    this.#hints.clear();
    this.#reports.clear();
    this.#ofShapes.clear();
    this.#closed.clear();
    this.#shapes.clear();
    this.#update(uris);
  }

  /** The diagnostics on show in a file for these violations or syntax errors. */
  find(uri: string, keys: readonly string[]): Diagnostic[] {
    const isAsked = ({ data }: Diagnostic) => {
      const { key, others = [] } = (data as DiagnosticData | undefined) ?? {};
      return (key !== undefined && keys.includes(key)) || others.some((other) => keys.includes(other.key));
    };
    return this.#inTexts(uri, this.#distinct(uri).filter(isAsked));
  }

  /** The diagnostics on show in a file that a range touches and that are violations. */
  violationsAt(uri: string, range: Range): Diagnostic[] {
    return this.#keyedAt(uri, range).filter(({ code }) => !withoutResults.includes(code));
  }

  /** The syntax errors on show in a file that a range touches. */
  syntaxErrorsAt(uri: string, range: Range): Diagnostic[] {
    return this.#keyedAt(uri, range).filter(({ code }) => code === 'syntax');
  }

  /** The diagnostics that a range touches and that have a key for requests. */
  #keyedAt(uri: string, { start, end }: Range): Diagnostic[] {
    const keyed = this.#distinct(uri).filter(
      ({ data }) => (data as DiagnosticData | undefined)?.key !== undefined,
    );
    return this.#inTexts(uri, keyed).filter(
      ({ range }) => !isBefore(range.end, start) && !isBefore(end, range.start),
    );
  }

  /** Forgets the report of a document. */
  #clear(uri: string): void {
    const files = [
      ...(this.#reports.get(uri)?.keys() ?? []),
      ...(this.#ofShapes.get(uri)?.keys() ?? []),
      ...(this.#closed.get(uri)?.keys() ?? []),
      ...(this.#shapes.get(uri) ?? []),
    ];
    this.#syntax.delete(uri);
    this.#hints.delete(uri);
    this.#reports.delete(uri);
    this.#ofShapes.delete(uri);
    this.#shapes.delete(uri);
    this.#update(files);
  }

  #update(uris: Iterable<string>): void {
    for (const uri of uris) {
      const diagnostics = this.#inTexts(uri, this.#distinct(uri));
      const version = this.#textOf(uri)?.version;
      const published = this.#published.get(uri) ?? [];
      if (diagnostics.length > 0) this.#published.set(uri, diagnostics);
      else this.#published.delete(uri);
      const isNew = (diagnostic: Diagnostic, i: number) =>
        diagnostic !== published[i] && JSON.stringify(diagnostic) !== JSON.stringify(published[i]);
      if (diagnostics.length !== published.length || diagnostics.some(isNew))
        this.#publish({ uri, diagnostics: [...diagnostics], ...(version !== undefined && { version }) });
    }
  }

  /**
   * The diagnostics with the part of their ranges that is inside of the open texts; the same objects where that is all of it.
   * Diagnostics of a file that another document is linked to may have been computed for an earlier text.
   */
  #inTexts(uri: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const texts = new Map<string, ShownText | undefined>();
    const within = (of: string, range: Range): Range => {
      if (!texts.has(of)) texts.set(of, this.#textOf(of));
      const text = texts.get(of);
      if (!text) return range;
      const [start, end] = [inside(range.start, text), inside(range.end, text)];
      return isAt(start, range.start) && isAt(end, range.end) ? range : { start, end };
    };
    return diagnostics.map((diagnostic) => {
      const { relatedInformation = [] } = diagnostic;
      const range = within(uri, diagnostic.range);
      const related = relatedInformation.map((each) => {
        const { location, message } = each;
        const part = within(location.uri, location.range);
        return part === location.range ? each : { location: { uri: location.uri, range: part }, message };
      });
      if (range === diagnostic.range && related.every((each, i) => each === relatedInformation[i]))
        return diagnostic;
      return { ...diagnostic, range, ...(related.length > 0 && { relatedInformation: related }) };
    });
  }

  /** Several documents may report the same about a file that they share. */
  #distinct(uri: string): readonly Diagnostic[] {
    const lists = this.#layers().map((layers) => this.#idleEverywhere(uri, layers.get(uri) ?? []));
    const [only = [], ...others] = lists.filter((list) => list.length > 0);
    if (others.length === 0) return only;
    const all = new Map<string, Diagnostic>();
    for (const diagnostic of [only, ...others].flat()) {
      const { range, source, code, message } = diagnostic;
      const name = JSON.stringify([range, source, code, message]);
      if (!all.has(name)) all.set(name, diagnostic);
    }
    return [...all.values()];
  }

  /** A target is idle only if none of the data that is open and linked to the shapes has a matching node. */
  #idleEverywhere(uri: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (!diagnostics.some(({ code }) => code === 'idleTarget')) return diagnostics;
    const placeOf = ({ code, range }: Diagnostic) => JSON.stringify([code, range]);
    const units = [...this.#reports].filter(
      ([document]) => document !== uri && this.#shapes.get(document)?.has(uri),
    );
    const idle = units.map(([, layers]) => new Set((layers.get(uri) ?? []).map(placeOf)));
    return diagnostics.filter(
      (each) => each.code !== 'idleTarget' || idle.every((places) => places.has(placeOf(each))),
    );
  }

  #layers(): readonly Layers[] {
    const closed = [...this.#closed].filter(([uri]) => !this.#textOf(uri)).map(([, layers]) => layers);
    const reports = [...this.#reports.values(), ...this.#ofShapes.values()];
    return [this.#held, this.#syntax, ...reports, ...closed, this.#hints];
  }
}

/** The codes of diagnostics whose keys are not those of results. */
const withoutResults: readonly Diagnostic['code'][] = [
  'syntax',
  'namespace',
  'literal',
  'undescribed',
  'link',
  'linkShapes',
  'suppression',
  'shapes',
];

function inside(position: Position, text: ShownText): Position {
  return text.positionAt(text.offsetAt(position));
}

function isIn(position: Position, text: ShownText): boolean {
  return !isBefore(inside(position, text), position);
}

function isAt(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** Moves diagnostics along with edits, so that they stay at their words until they are computed again. */
export function trackEdits(
  diagnostics: readonly Diagnostic[],
  edits: readonly TextEdited[],
): readonly Diagnostic[] {
  return edits.reduce(trackEdit, diagnostics);
}

function trackEdit(diagnostics: readonly Diagnostic[], { range, text }: TextEdited): readonly Diagnostic[] {
  const { start, end } = range;
  const newEnd = endOf(start, text);
  const moved = (position: Position): Position => {
    if (isBefore(position, end)) return isBefore(start, position) ? start : position;
    const character =
      position.line === end.line ? newEnd.character + position.character - end.character : position.character;
    return { line: position.line + newEnd.line - end.line, character };
  };
  // Lines behind the edit stay the same as long as it adds and removes none.
  const stays = ({ range }: Diagnostic) =>
    isBefore(range.end, start) || (newEnd.line === end.line && range.start.line > end.line);
  return diagnostics.map((diagnostic) => {
    if (stays(diagnostic)) return diagnostic;
    const shown = diagnostic.range;
    // Text that is typed right after a word is not part of its diagnostic.
    const shownEnd = isBefore(start, shown.end) ? moved(shown.end) : shown.end;
    return { ...diagnostic, range: { start: moved(shown.start), end: shownEnd } };
  });
}

function endOf(start: Position, text: string): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)!.length;
  return {
    line: start.line + lines.length - 1,
    character: lines.length === 1 ? start.character + last : last,
  };
}

/**
 * Adds a diagnostic about the verdict at the start of the document, for clients that show no status: without it, a file in
 * which nothing was checked looks like one that conforms.
 */
export function withVerdict(validated: Validated): Validated {
  const message = verdictMessage(validated.status);
  if (message === undefined) return validated;
  const diagnostic = fileDiagnostic(DiagnosticSeverity.Information, validated.status.verdict, message);
  const { uri, diagnostics } = validated;
  return { ...validated, diagnostics: { ...diagnostics, [uri]: [diagnostic, ...(diagnostics[uri] ?? [])] } };
}

/** Undefined where the other diagnostics, or their absence, are enough. */
function verdictMessage({ verdict, reasons, isShapesFile }: Validated['status']): string | undefined {
  if (verdict === 'conforms' || verdict === 'violates' || isShapesFile) return undefined;
  const [first = '', ...more] = reasons.map(({ message }) => message);
  const rest =
    more.length === 0 ? '' : ` And ${more.length} more ${more.length === 1 ? 'reason' : 'reasons'}.`;
  return verdict === 'undecided'
    ? `No results, but not everything was checked. ${first}${rest}`
    : `${first}${rest}`;
}

/** A diagnostic about a whole file, at its start. */
export function fileDiagnostic(severity: DiagnosticSeverity, code: string, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity, source: 'SHACL Repair', code, message };
}
