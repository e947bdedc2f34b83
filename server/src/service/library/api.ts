/*
 * What the package `shacl-repair` exports: this file is shipped as dist/library.d.ts, as it is. So it imports nothing and
 * holds declarations only. The functions are implemented in the files of their names, and library.ts has the compiler
 * compare them with what is declared here.
 *
 * RDF terms and quads are those of RDF/JS (https://rdf.js.org/data-model-spec/). The interfaces below are compatible with
 * @rdfjs/types, so that nobody needs that package for these types. Arrays of quads are not readonly, since the methods of
 * N3's stores want them so; they belong to the caller.
 */

/**
 * Reads Turtle. What can't be read is in `errors`; the rest of the text keeps its quads. The same text under the same
 * `uri` gives the same blank nodes, here and in `validate` and `repair`.
 */
export declare function parseTurtle(text: string, options?: ParseOptions): ParsedTurtle;

/**
 * Validates data against shapes, both given as Turtle or as RDF/JS datasets. Nothing is read from disk or fetched: imports
 * that are not given are named in `notChecked`.
 *
 * Rejects with the reason of the signal when it is aborted, with a `TimeoutError` when the time is up, and with a
 * `TypeError` when an argument is none of those that are declared here. Input that can't be read does not reject: it is
 * in `errors`.
 */
export declare function validate(input: Input, options?: ValidateOptions): Promise<ValidationReport>;

/**
 * Reads shapes, and the context that goes with them, once for many calls. They are read at the first call; their problems
 * are in the `errors` of each report.
 *
 * Throws a `TypeError` when an argument is none of those that are declared here.
 */
export declare function compileShapes(shapes: Input['shapes'], options?: CompileOptions): CompiledShapes;

/**
 * Validates, and finds repairs of each result. A repair was applied to a copy of the data, which was validated again: its
 * result is gone, and there is no new one. For Turtle, its text edits were applied and the text read again, too.
 *
 * Rejects like `validate`.
 */
export declare function repair(input: Input, options?: RepairOptions): Promise<RepairReport>;

/**
 * Applies one repair to the data that it was found for: all of `input.data`, in the same form. Turtle stays unchanged
 * except for the edits of the repair, with its comments and its layout. The given data are not changed.
 */
export declare function applyRepair<Data extends Input['data']>(
  data: Data,
  repair: Pick<Repair, 'changes'>,
): Application<Data>;

/**
 * Applies a SPARQL Update to data, such as the `update` of a repair. Turtle stays unchanged except for the smallest edits
 * that state the change, with its comments and its layout. The given data are not changed. Refuses what SHACL Repair does
 * not evaluate: named graphs, `LOAD`, `SERVICE` and the like.
 *
 * Rejects like `validate`.
 */
export declare function applyUpdate<Data extends Input['data']>(
  data: Data,
  update: string,
  options?: UpdateOptions,
): Promise<Application<Data>>;

/**
 * The report as SHACL defines it: the quads of a `sh:ValidationReport` in the default graph. Results that a comment ignores are
 * not in it. Empty when the verdict is `undecided` or `unlinked`, because a SHACL processor then reports a failure instead.
 */
export declare function reportQuads(
  report: Pick<ValidationReport, 'verdict' | 'results'>,
  options?: Pick<ValidateOptions, 'factory'>,
): Quad[];

/** What is validated. Several sources of one kind are seen as one graph. */
export interface Input {
  readonly data: Source | readonly Source[];
  readonly shapes: Source | readonly Source[];
  /** Ontologies and the like: used while data are validated, but not validated or changed themselves. */
  readonly context?: Source | readonly Source[];
}

/** Turtle, with a name or without, or an RDF/JS dataset. */
export type Source = string | TurtleText | Dataset;

export interface TurtleText {
  readonly text: string;
  /**
   * Names the text in places, and is the base of its relative IRIs. Unless given: `file:///data.ttl` and the like. Of different
   * texts with one `uri`, the second is called `uri#2` in places, and so on.
   */
  readonly uri?: string;
}

/**
 * An N3.Store, a dataset of rdf-ext, an array of quads, or anything else that gives quads. It is read once. The quads of
 * all graphs count, and blank nodes are the same wherever they have the same value.
 */
export type Dataset = Iterable<QuadLike>;

export interface ParseOptions {
  /** Names the text, and is the base of its relative IRIs. Unless given: `file:///data.ttl`. */
  readonly uri?: string;
  /** Makes the terms and quads; unless given, they are simple objects. */
  readonly factory?: DataFactory;
}

/** Ends work early. */
export interface TimeOptions {
  /**
   * Ends the work. It is checked every ten milliseconds, but not while a source is read. In Node, long texts and queries
   * that block for longer are left to another thread; elsewhere it is seen after them.
   */
  readonly signal?: AbortSignalLike;
  /**
   * How long the work may take, in milliseconds. Queries of the shapes end by then; where there is no other thread, the
   * reading of a text is not interrupted.
   */
  readonly timeout?: number;
}

/** How shapes and data are read. */
export interface ReadingOptions {
  /** What is inferred from data and context before they are validated. Unless given: `none`. */
  readonly inference?: 'none' | 'rdfs' | 'rdfs+inverse' | 'rules' | 'rules+rdfs';
  /**
   * The version of SHACL for shapes. Unless given: `1.2`; with `1.0`, syntax that came with the drafts of 1.2 has no
   * meaning.
   */
  readonly shacl?: '1.0' | '1.2';
  /** Where rdfs:subClassOf counts. Unless given, in all three. */
  readonly subClassOfFrom?: readonly ('data' | 'context' | 'shapes')[];
  /** Prefixes for messages and titles, besides those that Turtle declares: `{ ex: 'http://example.org/' }`. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** Makes terms and quads; unless given, they are simple objects. Those of given datasets are kept. */
  readonly factory?: DataFactory;
}

export interface FocusOptions {
  /** Only these nodes are judged, by the shapes of which they are targets. Unless given, all targets. */
  readonly focusNodes?: Iterable<TermLike>;
}

export interface ValidateOptions extends ReadingOptions, TimeOptions, FocusOptions {}

export interface UpdateOptions extends TimeOptions {
  /** Prefixes of the update, besides those that it declares itself and those of the first of the data. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** Makes terms and quads; unless given, they are simple objects. */
  readonly factory?: DataFactory;
}

export interface CompileOptions extends ReadingOptions {
  /** Ontologies and the like, as in `Input`. */
  readonly context?: Input['context'];
}

/** Shapes that were read once. */
export interface CompiledShapes {
  /** Like the function `validate`. */
  validate(data: Input['data'], options?: TimeOptions & FocusOptions): Promise<ValidationReport>;
  /** Like the function `repair`. */
  repair(data: Input['data'], options?: Omit<RepairOptions, keyof ReadingOptions>): Promise<RepairReport>;
}

export interface RepairOptions extends ReadingOptions, TimeOptions {
  /** How many repairs are found for each result, at most. Unless given: 5. */
  readonly max?: number;
  /** Which results are to be repaired. Unless given: all. */
  readonly only?: (result: ValidationResult) => boolean;
}

export interface ParsedTurtle {
  /** In the order of the text, each once. */
  readonly quads: Quad[];
  /** The prefixes in force at the end, without colons. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly errors: readonly InputError[];
}

/** What was found. More fields may come with later versions. */
export interface ValidationReport {
  /**
   * `violates`: there are results. `conforms`: everything was read and evaluated, and at least one focus node was judged.
   * `undecided`: something that could have given a result was not evaluated. `nothingToCheck`: no node is a target of a
   * shape. `unlinked`: there are no shapes.
   */
  readonly verdict: 'conforms' | 'violates' | 'undecided' | 'nothingToCheck' | 'unlinked';
  /** Why the verdict is neither `conforms` nor `violates`. */
  readonly reasons: readonly VerdictReason[];
  /** How many nodes of the data are targets of shapes. */
  readonly focusNodes: number;
  /** As SHACL has it: false when there are results but of sh:Debug and sh:Trace, and when not everything was evaluated. */
  readonly conforms: boolean;
  /** False when there are no shapes to validate by, or no data. */
  readonly validated: boolean;
  readonly results: readonly ValidationResult[];
  /** The results that a comment `# shacl-repair-ignore` in a text ignores; they are not among `results`. */
  readonly suppressed: readonly SuppressedResult[];
  /** How many results are about nodes of the context; they are not among `results`. */
  readonly contextResults: number;
  /** What was not evaluated. Where this is not empty, the absence of results proves less. */
  readonly notChecked: readonly NotChecked[];
  readonly errors: readonly InputError[];
  /** What was inferred: shapes may ask for more than the options. */
  readonly inference: 'none' | 'rdfs' | 'rdfs+inverse' | 'rules' | 'rules+rdfs';
  /** The triples of data and context, and how long it took in milliseconds. */
  readonly stats: { readonly triples: number; readonly ms: number };
}

/** A result that a comment ignores. */
export interface SuppressedResult extends ValidationResult {
  /** Why, as the comment says. */
  readonly reason: string;
}

export interface VerdictReason {
  /** `syntax`: a part of the data was not read; `link`: a part of the shapes or the context, or an import, was not. */
  readonly kind: 'notChecked' | 'link' | 'syntax' | 'noTargets' | 'unlinked';
  /** A sentence. */
  readonly message: string;
  /** The name of the text or dataset. */
  readonly uri: string | null;
}

/** A validation result, its fields named as in SHACL. */
export interface ValidationResult {
  /** Names the result: the same in the next run, and in the reports of the command line. */
  readonly key: string;
  readonly focusNode: Term;
  /** sh:resultPath: a predicate, or the blank node in the shapes that is a longer path. */
  readonly path: Term | null;
  /** The statements of the shapes that describe `path` where it is a blank node; else empty. */
  readonly pathQuads: Quad[];
  /** The path as SPARQL writes it. */
  readonly pathText: string | null;
  readonly value: Term | null;
  readonly sourceShape: Term;
  readonly sourceConstraintComponent: NamedNode;
  /** The constraint of `sh:sparql`, where the component is that one. */
  readonly sourceConstraint: Term | null;
  /** sh:Violation, sh:Warning, sh:Info, or another. */
  readonly severity: Term;
  /** In English where there is a choice. */
  readonly message: string;
  readonly messages: readonly Literal[];
  /** Where it is written, when that is in Turtle. */
  readonly location: Location | null;
  /** Where the constraint is written, when that is in Turtle. */
  readonly shapeLocation: Location | null;
  /** What failed inside, for sh:node, sh:or and the like. */
  readonly details: readonly ResultDetail[];
}

export type ResultDetail = Omit<ValidationResult, 'key' | 'location'>;

export interface NotChecked {
  /** What was left out and why, as a sentence. */
  readonly reason: string;
  readonly shape: Term | null;
  readonly component: Term | null;
  /** The name of the text that it is about. */
  readonly uri: string | null;
}

/** Something wrong with the input itself. */
export interface InputError {
  readonly severity: 'error' | 'warning';
  /**
   * A syntax error in Turtle, a quad that RDF does not allow, a link such as owl:imports that leads nowhere, a literal that its
   * datatype does not allow, a prefix by which targets select none of the nodes that they are for, or a comment that ignores no
   * result.
   */
  readonly kind: 'syntax' | 'quad' | 'link' | 'literal' | 'namespace' | 'suppression';
  readonly message: string;
  /** The name of the text or dataset. */
  readonly uri: string | null;
  readonly location: Location | null;
}

export interface Location extends Range {
  readonly uri: string;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A place in a text. All numbers count from 0, and characters are UTF-16 code units, as in JavaScript's strings. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  /** In its line. */
  readonly character: number;
}

export interface RepairReport extends Omit<ValidationReport, 'results'> {
  readonly results: readonly RepairableResult[];
}

export interface RepairableResult extends ValidationResult {
  /** Best first. Empty also for results that `only` leaves out. */
  readonly repairs: readonly Repair[];
  /** What was searched for and not found; null when a repair is certain or likely. */
  readonly reason: string | null;
  /** Remedies, the most helpful first; empty when `reason` is null. */
  readonly remedies: readonly Remedy[];
}

/** A remedy where no repair is certain or likely. */
export interface Remedy {
  /**
   * `link`: give a text that describes `terms`, or has instances of the class, as context. `choose`: between the repairs
   * with these `updates`. `fillIn`: another value for that of `terms`. `openContext`: change the context, which describes
   * `terms`. `openShape`: look at the constraint.
   */
  readonly kind: 'link' | 'choose' | 'fillIn' | 'openContext' | 'openShape';
  /** For people, on one line. */
  readonly title: string;
  readonly terms: readonly Term[];
  readonly updates: readonly string[];
}

/** A change that was proven to remove its result and to cause no other. */
export interface Repair {
  /** What changes, in one line. */
  readonly title: string;
  /** A SPARQL Update. Blank nodes of the data are IRIs in it, which only this package understands. */
  readonly update: string;
  /**
   * From 0 to 1: how likely it is to be what was meant. The rest up to 1 belongs to the other repairs, and to none of them.
   */
  readonly likelihood: number;
  /** The likelihood in words. `needsInput` where only you know the value. */
  readonly certainty: 'certain' | 'likely' | 'possible' | 'needsInput';
  /**
   * Why it is believed, strongest first: the shapes suggest it; data or shapes imply it; other data support it; it is one
   * of few possibilities; it is a placeholder for what only you know; it drops a value; it takes the node out of the
   * target. The first three are certain.
   */
  readonly support:
    | 'authored'
    | 'implied'
    | 'attested'
    | 'plausible'
    | 'placeholder'
    | 'removal'
    | 'retargeting';
  /** The reasons for and against this repair. */
  readonly evidence: readonly Evidence[];
  /** True for a repair that is certain, and may be applied without asking. */
  readonly preferred: boolean;
  /** True when the node is not right afterwards, but is not a target of the shape any more. */
  readonly degenerate: boolean;
  /** True when `placeholders` are to be replaced by what only you know. */
  readonly needsInput: boolean;
  readonly placeholders: readonly Term[];
  /** The keys of other results that go away with it. */
  readonly alsoFixes: readonly string[];
  /** The whole change. Quads to remove are those of the dataset, where one was given. */
  readonly added: Quad[];
  readonly removed: Quad[];
  /** The change of each of the data. */
  readonly changes: readonly SourceChange[];
}

/** A reason for a repair, or against it. */
export interface Evidence {
  /** Its kind: `peers`, `implied`, `sameText` … */
  readonly kind: string;
  /** For people, on one line; empty for what the change itself shows. */
  readonly words: string;
  /** How many nodes, pairs or characters speak for it, of how many; null where nothing is counted. */
  readonly for: number | null;
  readonly of: number | null;
}

export type SourceChange = TextChange | DatasetChange;

export interface TextChange {
  readonly kind: 'text';
  /** The index of the text among the data. */
  readonly source: number;
  readonly uri: string;
  /** The SHA-256 of the text that the edits are for. */
  readonly sha256: string;
  /** All refer to the text as it is. */
  readonly edits: readonly TextEdit[];
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface DatasetChange {
  readonly kind: 'dataset';
  /** The index of the dataset among the data. */
  readonly source: number;
  readonly added: Quad[];
  readonly removed: Quad[];
}

export type Application<Data> =
  | { readonly kind: 'applied'; readonly data: Applied<Data> }
  /** The data are not those that the repair was found for. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Turtle for Turtle, and an array of quads for a dataset. */
export type Applied<Data> = Data extends string
  ? string
  : Data extends TurtleText
    ? TurtleText
    : Data extends Dataset
      ? Quad[]
      : Data extends readonly (infer Each)[]
        ? readonly Applied<Each>[]
        : never;

/** The part of an AbortSignal that is needed; not everybody's types declare one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface NamedNode {
  readonly termType: 'NamedNode';
  readonly value: string;
  equals(other: Term | null | undefined): boolean;
}

export interface BlankNode {
  readonly termType: 'BlankNode';
  readonly value: string;
  equals(other: Term | null | undefined): boolean;
}

export interface Literal {
  readonly termType: 'Literal';
  readonly value: string;
  readonly language: string;
  readonly direction?: 'ltr' | 'rtl' | '' | null;
  readonly datatype: NamedNode;
  equals(other: Term | null | undefined): boolean;
}

export interface Variable {
  readonly termType: 'Variable';
  readonly value: string;
  equals(other: Term | null | undefined): boolean;
}

export interface DefaultGraph {
  readonly termType: 'DefaultGraph';
  readonly value: '';
  equals(other: Term | null | undefined): boolean;
}

/** A quad; as an object, an RDF 1.2 triple term. */
export interface Quad {
  readonly termType: 'Quad';
  readonly value: '';
  readonly subject: NamedNode | BlankNode;
  readonly predicate: NamedNode;
  readonly object: NamedNode | BlankNode | Literal | Quad;
  readonly graph: NamedNode | BlankNode | DefaultGraph;
  equals(other: Term | null | undefined): boolean;
}

export type Term = NamedNode | BlankNode | Literal | Variable | DefaultGraph | Quad;

/** The part of a given term that is needed: any RDF/JS term has it. */
export interface TermLike {
  readonly termType: string;
  readonly value: string;
}

/** The part of a given quad that is needed: any RDF/JS quad has it. Without a graph it is in the default graph. */
export interface QuadLike {
  readonly subject: TermLike;
  readonly predicate: TermLike;
  readonly object: TermLike;
  readonly graph?: TermLike;
}

/** The part of an RDF/JS data factory that is needed, such as `DataFactory` of N3 or the environment of rdf-ext. */
export interface DataFactory {
  namedNode(value: string): TermLike;
  blankNode(value?: string): TermLike;
  // biome-ignore lint/suspicious/noExplicitAny: factories differ in what terms they take, and take their own.
  literal(value: string, languageOrDatatype?: any): TermLike;
  defaultGraph(): TermLike;
  // biome-ignore lint/suspicious/noExplicitAny: factories differ in what terms they take, and take their own.
  quad(subject: any, predicate: any, object: any, graph?: any): QuadLike;
}
