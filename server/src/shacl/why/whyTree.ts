import { inDigits } from '../../base/counted.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';
import { isOfDraft } from '../components/index.ts';
import type { Entailment, EntailmentStep } from '../entailment/entailment.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { TermPrinter } from '../model/words.ts';
import { explainConstraint } from '../results/explain.ts';
import { locateConstraint, type Place } from '../results/locate.ts';
import { statedPlace } from '../results/statedPlace.ts';
import { ruleName } from '../rules/explainDerivation.ts';
import type { Why } from './why.ts';

/** What a line of an explanation is. */
export type WhyKind =
  /** What the shape asks for. */
  | 'constraint'
  /** A triple that a file states. */
  | 'stated'
  /** A triple that follows from those below it. */
  | 'inferred'
  /** What was looked for and is not there. */
  | 'missing'
  /** What was read and does not change the result. */
  | 'alsoRead'
  /** Why a shape inside the constraint is not satisfied. */
  | 'branch'
  | 'note';

/** One line of an explanation, with what explains it. */
export interface WhyItem {
  readonly kind: WhyKind;
  readonly text: string;
  /** The place in a file; for an inferred triple, the rule. */
  readonly place: Place | undefined;
  readonly items: readonly WhyItem[];
}

/** The sources of the words and places in an explanation. */
export interface WhySources {
  readonly shapes: ShapesGraph;
  readonly entailment: Entailment | undefined;
  /** All documents of the unit, data first. */
  readonly documents: readonly TurtleDocument[];
  readonly shapesDocuments: readonly TurtleDocument[];
  readonly print: TermPrinter;
}

/** An explanation in lines: the requirement, what the result rests on, what is missing, what else was read. */
export function whyTree(why: Why, sources: WhySources): readonly WhyItem[] {
  const { violation, needed, isMinimal, absences, alsoRead, branches } = why;
  const { shapes, shapesDocuments, print } = sources;
  const { constraint } = violation;
  return [
    {
      kind: 'constraint',
      text: `Asked for by ${constraintName(why, sources)}: ${explainConstraint(constraint, shapes, print)}`,
      place: locateConstraint(constraint, shapesDocuments),
      items: [],
    },
    ...needed.map((triple) => triplesItem(triple, sources)),
    ...absences.map((lookUp) => item('missing', `Not found: ${lookedFor(lookUp, print)}`)),
    ...limited(alsoRead, (triple) => {
      const read = triplesItem(triple, sources);
      return { ...read, kind: 'alsoRead' as const, text: `Also read: ${read.text}` };
    }),
    ...limited(branches, (branch) => ({
      kind: 'branch' as const,
      text: terms.value(branch.violation.messages[0]!),
      place: locateConstraint(branch.violation.constraint, shapesDocuments),
      items: whyTree(branch, sources),
    })),
    ...(isMinimal
      ? []
      : [item('note', 'There was not enough time to remove the parts that are not needed.')]),
  ];
}

/** More lines than this of one kind are not helpful. */
const maxLines = 20;

function limited<T>(all: readonly T[], itemOf: (each: T) => WhyItem): readonly WhyItem[] {
  const items = all.slice(0, maxLines).map(itemOf);
  const left = all.length - items.length;
  return left === 0 ? items : [...items, item('note', `… and ${inDigits(left)} more like these`)];
}

function item(kind: WhyKind, text: string): WhyItem {
  return { kind, text, place: undefined, items: [] };
}

function constraintName({ violation: { constraint } }: Why, { print }: WhySources): string {
  const draft = isOfDraft(constraint) ? ' (a draft of SHACL 1.2)' : '';
  const name = `${print(constraint.parameter)}${draft}`;
  return terms.isBlank(constraint.shape) ? name : `${name} of ${print(constraint.shape)}`;
}

/** A triple where it is stated, or with the triples that it follows from. */
function triplesItem(triple: Triple, sources: WhySources): WhyItem {
  const { documents, entailment, print } = sources;
  const text = say(triple, print);
  const place = statedPlace(triple, documents);
  const steps = place === undefined ? entailment?.derivation(triple) : undefined;
  if (steps === undefined) return { kind: 'stated', text, place, items: [] };
  const concluding = new Map(steps.map((step) => [tripleKey(step.conclusion), step]));
  const inferred = new Set(concluding.keys());
  // The last step first, each above what it follows from; shared premises are listed once.
  const inferredItem = (step: EntailmentStep): WhyItem => {
    concluding.delete(tripleKey(step.conclusion));
    const premises = step.kind === 'schema' ? [step.premise, step.schema] : step.premises;
    return {
      kind: 'inferred',
      text: `${say(step.conclusion, print)} (inferred by ${ruleOf(step, sources)})`,
      place: rulePlace(step, sources),
      items: premises.map((premise) => {
        const earlier = concluding.get(tripleKey(premise));
        if (earlier !== undefined) return inferredItem(earlier);
        return inferred.has(tripleKey(premise))
          ? { kind: 'inferred', text: say(premise, print), place: undefined, items: [] }
          : triplesItem(premise, sources);
      }),
    };
  };
  return inferredItem(steps.at(-1)!);
}

/** Where shapes declare the rule of a step. */
function rulePlace(step: EntailmentStep, { shapes, shapesDocuments }: WhySources): Place | undefined {
  if (step.kind === 'schema') return undefined;
  const { rule } = step;
  const [value] = shapes.graph.objects(rule, shRules.values);
  if (value !== undefined)
    return statedPlace({ subject: rule, predicate: shRules.values, object: value }, shapesDocuments);
  const [subject] = shapes.graph.subjects(sh.rule, rule);
  if (subject === undefined) return undefined;
  return statedPlace({ subject, predicate: sh.rule, object: rule }, shapesDocuments);
}

function ruleOf(step: EntailmentStep, { shapes, print }: WhySources): string {
  if (step.kind === 'schema') return step.rule;
  return ruleName(shapes.graph, step.rule, print) ?? 'a rule';
}

function say({ subject, predicate, object }: Triple, print: TermPrinter): string {
  return `${print(subject)} ${predicate === rdf.type ? 'a' : print(predicate)} ${print(object)}`;
}

function lookedFor({ subject, predicate, object }: LookUp, print: TermPrinter): string {
  const word = (id: number | undefined, any: string) => (id === undefined ? any : print(id));
  if (predicate === rdf.type && object !== undefined)
    return `${word(subject, 'anything')} a ${print(object)}, or one of its subclasses`;
  return `${word(subject, 'anything')} ${word(predicate, 'any property')} ${word(object, 'any value')}`;
}
