import { counted } from '../../base/counted.ts';
import { memoized } from '../../base/memoized.ts';
import { andList } from '../../base/wordSearch.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { RdfVersion, TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator, Focus } from '../../shacl/evaluator.ts';
import { reportedFocusNodes, shapesWithFocusNodes } from '../../shacl/focusNodes.ts';
import type { MistypedTarget } from '../../shacl/idleTargets.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { UncheckedPart } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { selectingShapes } from '../../shacl/shapesGraph/targets.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { gapsBehindResults } from '../../workspace/project/linkFinding.ts';
import type { allowableNames } from '../../workspace/project/linkReason.ts';
import { fileNameOfUri } from '../../workspace/project/uris.ts';

/**
 * What is known about the data of a unit. `conforms` means that everything was judged: all linked files were read,
 * every constraint with a focus node was evaluated, and there was at least one focus node.
 */
export type VerdictKind = 'conforms' | 'violates' | 'undecided' | 'nothingToCheck' | 'unlinked';

/** Why the data is reported neither to conform nor to violate. */
export interface UndecidedReason {
  /** Syntax errors of the data can't be allowed. */
  readonly kind: keyof typeof allowableNames | 'syntax';
  /** A sentence. */
  readonly message: string;
  /** The file in question, if known. */
  readonly uri?: string | undefined;
}

export interface VerdictWithReasons {
  readonly kind: VerdictKind;
  /** Empty for `conforms` and `violates`. */
  readonly reasons: readonly UndecidedReason[];
}

/** The parts of an analysis on which a verdict is based. */
export interface JudgedUnit {
  readonly graphs: {
    readonly linked: LinkedUnit;
    readonly data: readonly TurtleDocument[];
    readonly input: ValidationInput;
    readonly rdf: RdfVersion;
    readonly focuses?: readonly Focus[];
  };
  readonly evaluator: Evaluator;
  readonly notChecked: readonly UncheckedPart[];
  /** Only the reason for a verdict without targets needs them. */
  readonly mistypedTargets: () => readonly MistypedTarget[];
  /** For a part of the focus nodes: whether there are any at all. */
  readonly hasOtherNodes?: () => boolean;
}

/**
 * The verdict about a unit.
 *
 * @param results the number of results that count; those of nodes that only context describes do not.
 */
export function unitVerdict(unit: JudgedUnit, results: number): VerdictWithReasons {
  const { linked, data, input, rdf } = unit.graphs;
  if (results > 0 && gapsBehindResults(linked).length === 0) return { kind: 'violates', reasons: [] };
  const read = [...syntaxReasons(data, rdf), ...linkReasons(linked)];
  if (!hasShapes(unit) && linked.gaps.length === 0) {
    return { kind: 'unlinked', reasons: [...read, unlinkedReason(linked)] };
  }
  const reasons = [...read, ...notCheckedReasons(unit)];
  if (reasons.length > 0) return { kind: 'undecided', reasons };
  // A change that affects no node is fine.
  if (unit.graphs.focuses) return { kind: 'conforms', reasons };
  for (const _ of reportedFocusNodes(input, unit.evaluator)) return { kind: 'conforms', reasons };
  if (unit.hasOtherNodes?.()) return { kind: 'conforms', reasons };
  return { kind: 'nothingToCheck', reasons: [noTargetsReason(unit)] };
}

/** True when everything was evaluated that could give a result. */
export function isDecided({ kind }: VerdictWithReasons): boolean {
  return kind === 'conforms' || kind === 'violates' || kind === 'nothingToCheck';
}

/** True when the unit has shapes. */
export function hasShapes({ graphs: { linked, input } }: Pick<JudgedUnit, 'graphs'>): boolean {
  return linked.unit.shapes.length > 0 && input.shapes.shapes.length + input.shapes.illFormed.length > 0;
}

function syntaxReasons(data: readonly TurtleDocument[], rdf: RdfVersion): readonly UndecidedReason[] {
  return data.flatMap((document): UndecidedReason | [] => {
    const { uri, errors } = document;
    const all = document.errorsIn(rdf).length;
    if (all === 0) return [];
    const rest = errors.length > 0 ? 'its unreadable part was not checked' : 'all of it is RDF 1.2, not 1.1';
    const message = `${fileNameOfUri(uri)} has ${counted(all, 'syntax error')}, and ${rest}.`;
    return { kind: 'syntax', message, uri };
  });
}

function linkReasons({ gaps, unreadable }: LinkedUnit): readonly UndecidedReason[] {
  const missingData = unreadable.filter(({ role }) => role === 'data');
  return [...missingData, ...gaps].map(({ message, uri }) => ({ kind: 'link', message, uri }));
}

/**
 * An unevaluated constraint counts only if it has a focus node; otherwise it could not have given a result. Where not all
 * targets are known, it may have one.
 */
function notCheckedReasons({
  notChecked,
  graphs: { input, focuses },
  evaluator,
}: JudgedUnit): readonly UndecidedReason[] {
  const wanted = notChecked.flatMap((entry) => {
    const concerned = concernedBy(entry);
    return concerned === 'anyNode' ? [] : concerned;
  });
  const withFocusNodes = focuses
    ? new Set(wanted)
    : wanted.length === 0
      ? new Set()
      : shapesWithFocusNodes(wanted, input, evaluator);
  const selecting = shapesThatSelect(input.shapes);
  return notChecked
    .filter((entry) => {
      const concerned = concernedBy(entry);
      return (
        concerned === 'anyNode' ||
        concerned.some((shape) => withFocusNodes.has(shape) || selecting.has(shape))
      );
    })
    .map(({ reason, uri }) => ({ kind: 'notChecked', message: reason, uri }));
}

/** The shapes that decide which nodes are targets, on whose constraints it depends what is judged at all. */
const shapesThatSelect: (shapes: ShapesGraph) => ReadonlySet<TermId> = memoized((shapes) => {
  const found = new Set(shapes.roots.flatMap(selectingShapes));
  for (const id of found)
    for (const ref of shapes.get(id)?.constraints.flatMap(shapeRefsOf) ?? []) found.add(ref);
  return found;
});

function concernedBy({ concerns, shape }: UncheckedPart): 'anyNode' | readonly TermId[] {
  return concerns ?? (shape === undefined ? 'anyNode' : [shape]);
}

function noTargetsReason({ graphs, mistypedTargets }: JudgedUnit): UndecidedReason {
  const [first] = mistypedTargets();
  const { term } = graphs.input.shapes;
  const { data, shapes } = graphs.linked.unit;
  const nothing = 'No node of the data is a target of a shape, so nothing was checked.';
  const message = first
    ? `${nothing} ${term(first.parameter)} ${term(first.value)} may be misspelt: the data has ${term(first.similar)}.`
    : data.every((uri) => shapes.includes(uri))
      ? `${data.length === 1 ? 'This file has' : `${andList(data.map(fileNameOfUri))} have`} shapes but no node that they target, so nothing was checked. Validate the data with it (validate DATA --shapes SHAPES), or check the shapes alone (shacl-repair lint).`
      : `${nothing} ${targetsText(graphs.input.shapes)}`;
  return { kind: 'noTargets', message };
}

/** The targets of the shapes, none of which exists in the data, or why there are none. */
function targetsText({ shapes, roots, term }: ShapesGraph): string {
  const targets = roots.flatMap((shape) => shape.targets);
  const named = [...new Set(targets.flatMap((target) => targetText(target, term) ?? []))];
  if (named.length > 0) {
    const more = named.length > 2 ? [`${named.length - 2} more`] : [];
    return `The shapes are about ${andList([...named.slice(0, 2), ...more])}, and the data has none: look for another spelling, or link the shapes that are meant for this data.`;
  }
  if (roots.length > 0) return 'The queries of their targets (sh:target) select nothing.';
  return shapes.some(({ targets }) => targets.length > 0)
    ? 'All shapes that have a target are deactivated (sh:deactivated).'
    : 'No shape has a target: add one, such as sh:targetClass.';
}

/** The term that a target names; undefined for one that is a node or a query. */
function targetText(target: Target, term: TermPrinter): string | undefined {
  switch (target.kind) {
    case 'node':
    case 'sparql':
      return undefined;
    case 'class':
      return `instances of ${term(target.class)}`;
    case 'subjectsOf':
      return `nodes with ${term(target.predicate)}`;
    case 'objectsOf':
      return `values of ${term(target.predicate)}`;
    case 'where':
      return `nodes that conform to ${term(target.shapeRef)}`;
    case 'stated':
      return `nodes with sh:shape ${term(target.shape)}`;
  }
}

function unlinkedReason({ unit }: LinkedUnit): UndecidedReason {
  return {
    kind: 'unlinked',
    message:
      unit.shapes.length === 0
        ? 'No shapes are linked, so nothing was checked.'
        : 'The linked shapes files contain no shapes, so nothing was checked.',
  };
}
