import { lazy } from '../../../base/lazy.ts';
import { memoized } from '../../../base/memoized.ts';
import { wrongNamespaces } from '../../../rdf/syntaxRepair/wrongNamespaces.ts';
import { pairKey } from '../../../rdf/termKeys.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleSyntaxError } from '../../../rdf/turtle/syntaxError.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import { definitionOf } from '../../../shacl/components/index.ts';
import type { Evaluator } from '../../../shacl/evaluator.ts';
import { idleTargets, type MistypedTarget } from '../../../shacl/idleTargets.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { ShapesFinding } from '../../../shacl/model/shapesGraph.ts';
import type { UncheckedPart, Violation } from '../../../shacl/model/violation.ts';
import { type TermPrinter, wordsFor } from '../../../shacl/model/words.ts';
import { explainConstraint } from '../../../shacl/results/explain.ts';
import { locateConstraint, locateShape } from '../../../shacl/results/locate.ts';
import { queryJudging } from '../../../shacl/sparql/loadEngines.ts';
import type { ProjectFile } from '../../../workspace/project/projectFile.ts';
import { projectFileName } from '../../../workspace/project/workspaceFiles.ts';
import type { FileDiagnostic, FilePlace } from '../analysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import type { MalformedLiteral } from './malformedLiterals.ts';
import { missingOntologies } from './missingOntologies.ts';
import type { PlacedViolation } from './placedViolation.ts';
import type { HidingPrefix } from './respeltNamespaces.ts';
import { storeEvidenceText } from './storeEvidence.ts';

/** A diagnostic with the file that it is shown in. */
export interface PlacedDiagnostic {
  readonly uri: string;
  readonly diagnostic: FileDiagnostic;
}

/** The syntax errors of a document, and its warnings. */
export function syntaxDiagnostics(document: TurtleDocument): readonly FileDiagnostic[] {
  const { errors, warnings } = document;
  return [
    ...syntaxErrorDiagnostics(document, errors),
    ...syntaxErrorDiagnostics(document, warnings, 'warning'),
  ];
}

/** Some of the syntax errors of a document. */
export function syntaxErrorDiagnostics(
  { libraryFormat }: TurtleDocument,
  errors: readonly TurtleSyntaxError[],
  severity: 'error' | 'warning' = 'error',
): readonly FileDiagnostic[] {
  return errors.map((error) => ({
    ...bare,
    key: syntaxErrorKey(error),
    range: error.range,
    severity,
    source: 'SHACL Repair',
    code: 'syntax',
    codeHref: grammars[libraryFormat ?? 'Turtle'],
    message: error.message,
  }));
}

const grammars = {
  Turtle: 'https://www.w3.org/TR/turtle/#sec-grammar',
  'JSON-LD': 'https://www.w3.org/TR/json-ld11/#json-ld-grammar',
  'RDF/XML': 'https://www.w3.org/TR/rdf-syntax-grammar/#section-Infoset-Grammar',
} as const;

/** Declarations with a typo in a well-known namespace. */
export function namespaceDiagnostics(document: TurtleDocument): readonly FileDiagnostic[] {
  return wrongNamespaces(document).map(({ prefix, range, declared, usual }) => ({
    ...bare,
    key: namespaceKey(prefix),
    range,
    severity: 'warning',
    source: 'SHACL Repair',
    code: 'namespace',
    message: `'${prefix}:' is declared for <${declared}>, but it usually stands for <${usual}>. Names with this prefix do not match those of other files.`,
  }));
}

/** A literal that its datatype does not allow. */
export function literalDiagnostic({ document, range, message }: MalformedLiteral): PlacedDiagnostic {
  const diagnostic = {
    ...bare,
    range,
    severity: 'warning',
    source: 'SHACL Repair',
    code: 'literal',
    message,
  } as const;
  return { uri: document.uri, diagnostic };
}

/** A prefix that hides nodes from targets; undefined where it is wrong in itself, which is reported without any shapes. */
export function hidingPrefixDiagnostic({
  document,
  prefix,
  range,
  message,
}: HidingPrefix): PlacedDiagnostic | undefined {
  if (wrongNamespaces(document).some((wrong) => wrong.prefix === prefix)) return undefined;
  const diagnostic = {
    ...bare,
    key: namespaceKey(prefix),
    range,
    severity: 'warning',
    source: 'SHACL Repair',
    code: 'namespace',
    message,
  } as const;
  return { uri: document.uri, diagnostic };
}

/** The key by which fixes of such a declaration find it. */
export function namespaceKey(prefix: string): string {
  return `namespace ${prefix}`;
}

/** The prefix of the keys of syntax errors. */
export const syntaxKeyStart = 'syntax ';

/** The key by which fixes of a syntax error find it, as long as the text is the same. */
export function syntaxErrorKey({ range, message }: TurtleSyntaxError): string {
  return `${syntaxKeyStart}${range.start} ${message}`;
}

/** Finds the stated triples from which the inferred triples of a result follow. */
type InferredFrom = typeof import('./inferredFrom.ts').inferredFrom;

/** The diagnostic for a validation result; undefined only when no file of the unit mentions the result. */
export function violationDiagnostic(
  { key, violation, place, misspelt, severityRule }: PlacedViolation,
  unit: UnitGraphs,
  print: TermPrinter,
  inferredFrom: InferredFrom | undefined,
): PlacedDiagnostic | undefined {
  if (!place) return undefined;
  const message = violationMessage(violation, unit, print);
  return {
    uri: place.document.uri,
    diagnostic: {
      range: place.range,
      severity: severityName(violation.severity),
      source: 'SHACL Repair',
      code: print(violation.constraint.parameter),
      codeHref: definitionOf(violation.component),
      message,
      related: [
        ...(misspelt
          ? [
              {
                place: filePlace(misspelt.place),
                message: `${print(misspelt.used)} may be a misspelling of ${print(misspelt.wanted)}`,
              },
            ]
          : []),
        ...related(violation, unit, print),
        ...(inferredFrom?.(violation, unit, print) ?? []),
        ...(severityRule ? [severityRule] : []),
      ],
      key,
      subject: subjectOf(violation, message),
    },
  };
}

/**
 * The same for results about one value of a node. A missing or superfluous value of a node is a separate problem, unless
 * two shapes report the same.
 */
function subjectOf({ focusNode, path, value }: Violation, message: string): string {
  const along = path ? printPath(path, String) : '';
  return value === undefined ? `${focusNode} ${along} ${message}` : `${focusNode} ${along} = ${value}`;
}

/** The problem, in the words of the author and of the component. The first line states it. */
export function violationMessage(violation: Violation, unit: UnitGraphs, print: TermPrinter): string {
  return [
    ...messageLines(violation, unit, print),
    ...storeEvidenceText(violation, unit, print),
    ...missingOntologies(violation, unit, print),
  ].join('\n');
}

/**
 * Diagnostics for parts of the shapes that were not checked, at their places, except for those that were skipped while
 * reading.
 */
export function uncheckedDiagnostics(
  unit: UnitGraphs,
  notChecked: readonly UncheckedPart[],
): readonly PlacedDiagnostic[] {
  const { shapes } = unit.input;
  // What was skipped while reading the shapes and their queries is reported as a mistake in their files.
  const known = new Set([...shapes.notChecked, ...(queryJudging()?.unusableQueries(shapes) ?? [])]);
  const left = notChecked.filter((entry) => !known.has(entry));
  const unchecked = left.map((entry) => notCheckedDiagnostic(entry, unit.shapes));
  return [rulesDiagnostic(unit), ...unchecked].filter((diagnostic) => diagnostic !== undefined);
}

/** Targets that select no node, probably because of a misspelt name, where they are written. */
export function targetDiagnostics(
  unit: UnitGraphs,
  mistyped: readonly MistypedTarget[],
  print: TermPrinter,
): readonly PlacedDiagnostic[] {
  return mistyped
    .map(({ shape, parameter, value, similar }) => {
      const message = `No linked file uses or describes ${print(value)}, so this target selects no node. Did you mean ${print(similar)}, which the data uses?`;
      return shapesFindingDiagnostic({ severity: 'warning', message, shape, parameter, value }, unit.shapes);
    })
    .filter((diagnostic) => diagnostic !== undefined);
}

/**
 * Hints at targets that select no node of the data, in the shapes files that are open: they would not be seen elsewhere.
 * Probably misspelt ones get a warning instead.
 */
export function idleTargetDiagnostics(
  unit: UnitGraphs,
  evaluator: Evaluator,
  mistyped: readonly MistypedTarget[],
  print: TermPrinter,
): readonly PlacedDiagnostic[] {
  const open = unit.shapes.filter((document) => document.version > 0 && !unit.data.includes(document));
  if (open.length === 0) return [];
  const warned = new Set(mistyped.map(({ shape, value }) => pairKey(shape, value)));
  return idleTargets(unit.input, evaluator)
    .filter(({ shape, value }) => !warned.has(pairKey(shape, value)))
    .flatMap(({ shape, parameter, value, nearest }): PlacedDiagnostic | readonly PlacedDiagnostic[] => {
      const place = locateShape(open, shape, parameter, value);
      if (!place) return [];
      const { document, range } = place;
      const which = nearest === undefined ? '' : ` The nearest name in it is ${print(nearest)}.`;
      const message = `No node of the linked data is selected by ${print(parameter)} ${print(value)}.${which}`;
      const severity = 'hint';
      return {
        uri: document.uri,
        diagnostic: { ...bare, range, severity, source: 'SHACL Repair', code: 'idleTarget', message },
      };
    });
}

/** The diagnostic of a result that is in the baseline, and therefore does not count. */
export function knownDiagnostic(found: PlacedDiagnostic | undefined): PlacedDiagnostic | undefined {
  if (!found) return undefined;
  const { diagnostic } = found;
  const message = `${diagnostic.message}\nKnown: it is in the baseline of ${projectFileName}.`;
  return { ...found, diagnostic: { ...diagnostic, severity: 'information', message } };
}

/** What is wrong with a project file. */
export function projectDiagnostics({ problems }: ProjectFile): readonly FileDiagnostic[] {
  return problems.map(({ range, message }) => ({
    ...bare,
    range,
    severity: 'error',
    source: 'SHACL Repair',
    code: 'link',
    message,
  }));
}

/** The preferred languages of messages, in order. */
const preferredLanguages = ['en', ''];

/** The best message for the user: English or untagged ones first. */
export function preferredMessage(messages: readonly TermId[]): string | undefined {
  const rank = (id: TermId) => {
    const at = preferredLanguages.indexOf(terms.language(id).split('-')[0]!);
    return at < 0 ? preferredLanguages.length : at;
  };
  const [best] = [...messages].sort((a, b) => rank(a) - rank(b));
  return best === undefined ? undefined : terms.value(best);
}

const bare = { codeHref: undefined, related: [], key: undefined };

/** The shape's own message with that of the component, or the latter alone. */
function messageLines(violation: Violation, unit: UnitGraphs, print: TermPrinter): readonly string[] {
  const shape = unit.input.shapes.get(violation.sourceShape);
  const { componentMessage, constraint } = violation;
  const isAuthored = !shape || shape.messages.length + constraint.messages.length > 0;
  // Usually there is no message, and no term is created to find that out.
  if (!isAuthored && componentMessage !== undefined && constraint.kind !== 'sparql')
    return [componentMessage];
  const message = preferredMessage(violation.messages) ?? '';
  return shape?.messages.length
    ? [
        message,
        violation.componentMessage ?? constraintWords(violation.constraint, unit, print).explanation(),
      ]
    : [message];
}

/** The text about a constraint that is added to each of its results. */
interface ConstraintWords {
  readonly print: TermPrinter;
  readonly explanation: () => string;
  readonly related: () => FileDiagnostic['related'];
}

const wordsIn = memoized((_: UnitGraphs) => new Map<Constraint, ConstraintWords>());

function constraintWords(constraint: Constraint, unit: UnitGraphs, print: TermPrinter): ConstraintWords {
  const known = wordsIn(unit);
  let words = known.get(constraint);
  if (words?.print !== print) {
    words = {
      print,
      explanation: lazy(() => explainConstraint(constraint, unit.input.shapes, print)),
      related: lazy(() => declaredAt(constraint, unit, print)),
    };
    known.set(constraint, words);
  }
  return words;
}

/** The place of the constraint of a result, and what failed inside it. */
export function related(
  violation: Violation,
  unit: UnitGraphs,
  print: TermPrinter,
): FileDiagnostic['related'] {
  const own = constraintWords(violation.constraint, unit, print).related();
  if (violation.details.length === 0) return own;
  const branches = violation.details.slice(0, shownDetails).flatMap((detail) => {
    const place = locateConstraint(detail.constraint, unit.shapes);
    const lines = messageLines(detail, unit, print);
    // Messages of authors may not name the node.
    const message = lines.length === 1 ? lines[0]! : `${print(detail.focusNode)}: ${lines.join('. ')}`;
    return place ? [{ place: filePlace(place), message }] : [];
  });
  return [...own, ...branches];
}

/** Where a constraint is, if it is in a file. */
function declaredAt(constraint: Constraint, unit: UnitGraphs, print: TermPrinter): FileDiagnostic['related'] {
  const place = locateConstraint(constraint, unit.shapes);
  return place ? [{ place: filePlace(place), message: declaration(constraint, unit, print) }] : [];
}

/** The constraint as the shapes file declares it: "sh:minCount 1 of ex:PersonShape". */
function declaration(constraint: Constraint, { input }: UnitGraphs, print: TermPrinter): string {
  const { shapes } = input;
  const shape = shapes.get(constraint.shape);
  const of = terms.isBlank(constraint.shape) ? '' : ` of ${print(constraint.shape)}`;
  // A query is too long for one line.
  if (constraint.kind === 'sparql' && terms.isBlank(constraint.parameterValue)) {
    return `The constraint: ${print(constraint.parameter)}${of}`;
  }
  const value = shape
    ? wordsFor(shape, shapes.graph, print).shape(constraint.parameterValue)
    : print(constraint.parameterValue);
  return `The constraint: ${print(constraint.parameter)} ${value}${of}`;
}

/** Related information is shown as a list; a longer one would hide what matters. */
export const shownDetails = 8;

function shapesFindingDiagnostic(
  { shape, parameter, value, severity, message }: ShapesFinding,
  shapes: readonly TurtleDocument[],
): PlacedDiagnostic | undefined {
  const place = locateShape(shapes, shape, parameter, value);
  if (!place) return undefined;
  return {
    uri: place.document.uri,
    diagnostic: { ...bare, range: place.range, severity, source: 'SHACL Repair', code: 'shapes', message },
  };
}

function notCheckedDiagnostic(
  { reason, shape, component }: UncheckedPart,
  shapes: readonly TurtleDocument[],
): PlacedDiagnostic | undefined {
  if (shape === undefined) return undefined;
  const place = locateShape(shapes, shape, component, undefined);
  if (!place) return undefined;
  return {
    uri: place.document.uri,
    diagnostic: {
      ...bare,
      range: place.range,
      severity: 'information',
      source: 'SHACL Repair',
      code: 'notChecked',
      message: reason,
    },
  };
}

function severityName(severity: TermId): FileDiagnostic['severity'] {
  if (severity === sh.Warning) return 'warning';
  if (severity === sh.Debug || severity === sh.Trace) return 'hint';
  return severity === sh.Info ? 'information' : 'error';
}

function filePlace({
  document,
  range,
}: {
  readonly document: TurtleDocument;
  readonly range: FilePlace['range'];
}): FilePlace {
  return { uri: document.uri, range };
}

/** The key of the diagnostic for rules that are not run. */
export const rulesKey = 'rules not run';

/** The diagnostic for rules that are not run, at the first of them; undefined when all are run, or there are none. */
export function rulesDiagnostic({
  input,
  shapes,
}: UnitGraphs): { readonly uri: string; readonly diagnostic: FileDiagnostic } | undefined {
  const { rulesNotRun, notChecked } = input.shapes;
  const [first] = Array.isArray(rulesNotRun?.concerns) ? rulesNotRun.concerns : [];
  if (rulesNotRun === undefined || first === undefined || !notChecked.includes(rulesNotRun)) return undefined;
  const place = locateShape(shapes, first, sh.rule);
  if (!place) return undefined;
  return {
    uri: place.document.uri,
    diagnostic: {
      range: place.range,
      severity: 'information',
      source: 'SHACL Repair',
      code: 'notChecked',
      codeHref: undefined,
      related: [],
      key: rulesKey,
      message: rulesNotRun.reason,
    },
  };
}
