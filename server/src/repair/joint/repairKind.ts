import { andList } from '../../base/wordSearch.ts';
import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import type { RepairProblem, SoundRepair } from '../repair.ts';
import { respellingOf } from '../slips/throughoutData.ts';

/**
 * The same mistake with the same repair: results of one constraint whose repairs are the same change in form. "Rename
 * dct:titel to dct:title" is one decision, however many nodes have the wrong property.
 *
 * The form of a change has the focus node and the wrong value left open. A value that is replaced with an unrelated one is
 * part of the form: the meaning of `ex:CSV` is no evidence about `ex:XML`. A value that is only written differently, with
 * another datatype or in another namespace, is not.
 */
export interface RepairKind {
  /** Equal for repairs of the same kind in one unit. */
  readonly key: string;
  /** A description without the nodes: "rename dct:titel to dct:title". */
  readonly title: string;
  /** True for results of the same constraint, with a value that looks like this one. */
  mayCover(violation: Violation): boolean;
  /**
   * The same change for another result, if that can be derived without a search: undefined when it cannot, or when the data
   * lacks what the change is about.
   */
  changeFor(violation: Violation, recorded: RecordedValidation): GraphDelta | undefined;
  /** False when the change of another result has to be searched for, because the value is rewritten. */
  readonly isTransferable: boolean;
}

/** The kind of a repair; undefined for one that asks for input or that is about one result only. */
export function kindOfRepair(
  { violation, recorded, term }: Pick<RepairProblem, 'violation' | 'recorded' | 'term'>,
  { repair, verdict }: SoundRepair,
): RepairKind | undefined {
  if (verdict.needsInput || verdict.degenerate || respellingOf(verdict.delta)) return undefined;
  const reader = new FormReader(
    violation,
    verdict.delta,
    recorded.input.dataGraph,
    repair.support === 'implied',
  );
  const form = reader.read();
  if (!form.parts.some(({ kind }) => kind === 'focus' || kind === 'value')) return undefined;
  const { sourceShape, constraint, resultPath } = violation;
  const about = [sourceShape, constraint.parameter, constraint.parameterValue, resultPath ?? ''].join(' ');
  const isSameConstraint = (other: Violation) =>
    other.sourceShape === sourceShape &&
    other.resultPath === resultPath &&
    other.constraint.parameter === constraint.parameter &&
    other.constraint.parameterValue === constraint.parameterValue;
  const mayCover = (other: Violation) =>
    isSameConstraint(other) && looksAlike(violation.value, other.value, form);
  return {
    key: `${about}: ${form.key}`,
    title: titleOf(form, term) ?? partsInWords(form, term),
    isTransferable: form.parts.every(({ kind }) => kind !== 'rewritten'),
    mayCover,
    changeFor: (other, after) => (mayCover(other) ? changeOf(form, other, after) : undefined),
  };
}

/** A term of a change, as far as it depends on the result. */
type Part =
  | { readonly kind: 'constant'; readonly term: TermId }
  | { readonly kind: 'focus' }
  | { readonly kind: 'value' }
  /** The text of the value in another form. */
  | { readonly kind: 'recast'; readonly form: string }
  /** The value's local name in another namespace. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** The value written differently. */
  | { readonly kind: 'rewritten'; readonly form: string }
  /** A term that the removed triples, or a triple with the focus node, determine. */
  | { readonly kind: 'variable'; readonly name: string };

interface Pattern {
  readonly subject: Part;
  readonly predicate: TermId;
  readonly object: Part;
}

interface Form {
  readonly key: string;
  readonly removed: readonly Pattern[];
  readonly added: readonly Pattern[];
  /** Triples that determine variables, beside those that are removed. */
  readonly given: readonly Pattern[];
  readonly parts: readonly Part[];
}

class FormReader {
  readonly #violation: Violation;
  readonly #change: GraphDelta;
  readonly #graph: Graph;
  readonly #isImplied: boolean;
  readonly #variables = new Map<TermId, string>();
  readonly #given: Pattern[] = [];

  constructor(violation: Violation, change: GraphDelta, graph: Graph, isImplied: boolean) {
    this.#violation = violation;
    this.#change = change;
    this.#graph = graph;
    this.#isImplied = isImplied;
  }

  read(): Form {
    const inOrder = (triples: readonly Triple[]) =>
      triples.toSorted((a, b) => compareTerms(a.predicate, b.predicate) || compareTerms(a.object, b.object));
    const removed = inOrder(this.#change.removed).map((triple) => this.#pattern(triple, false));
    const added = inOrder(this.#change.added).map((triple) => this.#pattern(triple, true));
    const given = this.#given;
    const parts = [...removed, ...added, ...given].flatMap(({ subject, object }) => [subject, object]);
    return { key: JSON.stringify([removed, added, given]), removed, added, given, parts };
  }

  #pattern({ subject, predicate, object }: Triple, isAdded: boolean): Pattern {
    return {
      subject: this.#part(subject, predicate, isAdded),
      predicate,
      object: this.#part(object, predicate, isAdded),
    };
  }

  #part(term: TermId, predicate: TermId, isAdded: boolean): Part {
    const { focusNode, value } = this.#violation;
    if (term === focusNode) return { kind: 'focus' };
    if (term === value) return this.#isExchanged(term) ? { kind: 'constant', term } : { kind: 'value' };
    const known = this.#variables.get(term);
    if (known !== undefined) return { kind: 'variable', name: known };
    if (value !== undefined && isAdded && this.#replacesValue(predicate)) {
      const written = writtenAnew(value, term);
      if (written) return written;
    }
    const { added, removed } = this.#change;
    const has = (triples: readonly Triple[]) => triples.some(({ object }) => object === term);
    if (has(added) && has(removed)) return this.#variable(term);
    if (isAdded && this.#isImplied && !terms.isLiteral(term)) return this.#implied(term, predicate);
    return { kind: 'constant', term };
  }

  #variable(term: TermId): Part {
    const name = `x${this.#variables.size}`;
    this.#variables.set(term, name);
    return { kind: 'variable', name };
  }

  /** A value that the graph implies is known by the triple that connects it with the focus node. */
  #implied(term: TermId, predicate: TermId): Part {
    const { focusNode } = this.#violation;
    const links = [...this.#graph.incoming(focusNode), ...this.#graph.outgoing(focusNode)].filter(
      ({ subject, predicate: by, object }) =>
        (subject === term || object === term) && (by !== predicate || subject === term),
    );
    const [link] = links.toSorted((a, b) => compareTerms(a.predicate, b.predicate));
    if (link === undefined) return { kind: 'constant', term };
    const part = this.#variable(term);
    const isBack = link.subject === term;
    this.#given.push({
      subject: isBack ? part : { kind: 'focus' },
      predicate: link.predicate,
      object: isBack ? { kind: 'focus' } : part,
    });
    return part;
  }

  /** True when the change replaces the wrong value with another one. */
  #replacesValue(predicate: TermId): boolean {
    const { value } = this.#violation;
    return this.#change.removed.some((triple) => triple.object === value && triple.predicate === predicate);
  }

  /** True when the wrong value is removed, and its replacement, if any, is unrelated. */
  #isExchanged(value: TermId): boolean {
    const { added, removed } = this.#change;
    const isUsed = added.some(({ subject, object }) => subject === value || object === value);
    const places = removed.filter(({ object }) => object === value);
    if (isUsed || places.length === 0) return false;
    return !added.some(
      ({ predicate, object }) =>
        places.some((place) => place.predicate === predicate) && writtenAnew(value, object) !== undefined,
    );
  }
}

/** How a term is derived from the wrong value that it replaces; undefined when it is not. */
function writtenAnew(value: TermId, term: TermId): Part | undefined {
  if (terms.isIri(value) && terms.isIri(term)) {
    const [from, to] = [terms.value(value), terms.value(term)];
    return localName(from) === localName(to) && localName(from) !== ''
      ? { kind: 'moved', from: namespaceOf(from), to: namespaceOf(to) }
      : undefined;
  }
  if (!terms.isLiteral(value) || !terms.isLiteral(term)) return undefined;
  const form = literalForm(term);
  if (terms.value(value) === terms.value(term)) return { kind: 'recast', form };
  // The form stays the same and only the text differs, for example that of a list.
  return form === literalForm(value) ? undefined : { kind: 'rewritten', form };
}

/** Undefined for forms that no short sentence describes. */
function titleOf({ removed, added, given }: Form, term: TermPrinter): string | undefined {
  const [to, ...more] = added;
  const [from, ...others] = removed;
  if (to === undefined || more.length + others.length > 0) return undefined;
  const property = term(to.predicate);
  if (from === undefined) {
    if (to.predicate === rdf.type && to.object.kind === 'constant')
      return `add the type ${term(to.object.term)}`;
    const [source] = given;
    return source && `add ${property} by ${term(source.predicate)}`;
  }
  if (from.predicate !== to.predicate) return `rename ${term(from.predicate)} to ${property}`;
  switch (to.object.kind) {
    case 'constant':
      return from.object.kind === 'constant'
        ? `change ${term(from.object.term)} to ${term(to.object.term)} as ${property}`
        : undefined;
    case 'moved':
      return `change ${to.object.from} to ${to.object.to} in ${property}`;
    case 'recast':
    case 'rewritten':
      return `write ${property} as ${formInWords(to.object.form, term)}`;
    case 'focus':
    case 'value':
    case 'variable':
      return undefined;
  }
}

/** The whole change, without the nodes that differ for other results. */
function partsInWords({ removed, added }: Form, term: TermPrinter): string {
  const inWords = ({ subject, predicate, object }: Pattern) => {
    const [from, to] = [subject, object].map((part) =>
      part.kind === 'constant' ? term(part.term) : undefined,
    );
    const value = to === undefined ? term(predicate) : `${to} as ${term(predicate)}`;
    return from === undefined ? value : `${value} of ${from}`;
  };
  const each = (verb: string, patterns: readonly Pattern[]) =>
    patterns.length === 0 ? [] : [`${verb} ${andList([...new Set(patterns.map(inWords))])}`];
  return [...each('remove', removed), ...each('add', added)].join(' and ');
}

/** True for values to which the form may apply: of the same namespace or datatype, written in the same way. */
function looksAlike(value: TermId | undefined, other: TermId | undefined, { parts }: Form): boolean {
  if (value === undefined || other === undefined) return value === other;
  return parts.every((part) => isAlikeFor(part, value, other));
}

function isAlikeFor(part: Part, value: TermId, other: TermId): boolean {
  switch (part.kind) {
    case 'recast':
      return terms.isLiteral(other) && literalForm(other) === literalForm(value);
    case 'rewritten':
      return (
        terms.isLiteral(other) &&
        literalForm(other) === literalForm(value) &&
        outline(terms.value(other)) === outline(terms.value(value))
      );
    case 'moved':
      return terms.isIri(other) && namespaceOf(terms.value(other)) === part.from;
    case 'constant':
      return part.term !== value || other === value;
    case 'focus':
    case 'value':
    case 'variable':
      return true;
  }
}

/** How a text is written: "21,5" and "3,75" look the same, "21.5" does not. */
function outline(text: string): string {
  return text.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a');
}

function changeOf(
  form: Form,
  violation: Violation,
  { input, evaluator }: RecordedValidation,
): GraphDelta | undefined {
  const graph = input.entailment?.asserted ?? input.dataGraph;
  const bound = new Map<string, TermId>();
  const termOf = (part: Part): TermId | undefined => {
    const { focusNode, value } = violation;
    switch (part.kind) {
      case 'constant':
        return part.term;
      case 'focus':
        return focusNode;
      case 'value':
        return value;
      case 'variable':
        return bound.get(part.name);
      case 'recast':
        return value !== undefined && terms.isLiteral(value)
          ? withForm(terms.value(value), part.form)
          : undefined;
      case 'moved':
        return value !== undefined && terms.isIri(value) && namespaceOf(terms.value(value)) === part.from
          ? terms.iri(part.to + localName(terms.value(value)))
          : undefined;
      case 'rewritten':
        return undefined;
    }
  };
  // The data determine the variables.
  for (const { subject, predicate, object } of [...form.removed, ...form.given]) {
    const open = [subject, object].find((part) => part.kind === 'variable' && !bound.has(part.name));
    if (open?.kind !== 'variable') continue;
    const other = termOf(open === subject ? object : subject);
    if (other === undefined) return undefined;
    const found =
      open === subject ? input.dataGraph.subjects(predicate, other) : graph.objects(other, predicate);
    const [only, ...more] = found;
    if (only === undefined || more.length > 0) return undefined;
    bound.set(open.name, only);
  }
  const { constraint } = violation;
  const check = constraint.kind === 'datatype' ? evaluator.check(constraint) : undefined;
  const isOfDatatype = (term: TermId) => check?.kind !== 'value' || check.accepts(term);
  const tripleOf = ({ subject, predicate, object }: Pattern): Triple | undefined => {
    const [from, to] = [termOf(subject), termOf(object)];
    if (from === undefined || to === undefined || terms.isLiteral(from)) return undefined;
    return { subject: from, predicate, object: to };
  };
  const removed: readonly (Triple | undefined)[] = form.removed.map(tripleOf);
  const added: readonly (Triple | undefined)[] = form.added.map(tripleOf);
  if (!isComplete(removed) || !isComplete(added)) return undefined;
  if (!form.parts.every((part) => part.kind !== 'recast' || isOfDatatype(termOf(part)!))) return undefined;
  const canRemove = removed.every((triple) => hasTriple(input.reportedGraph, triple));
  const fresh = added.filter((triple) => !hasTriple(graph, triple));
  return canRemove && fresh.length + removed.length > 0 ? { added: fresh, removed } : undefined;
}

function isComplete(triples: readonly (Triple | undefined)[]): triples is readonly Triple[] {
  return !triples.includes(undefined);
}

/** The parts of a literal other than its text: its datatype, or its language and direction. */
function literalForm(literal: TermId): string {
  const language = terms.language(literal);
  if (language === '') return String(terms.datatype(literal));
  return `@${language} ${terms.direction(literal)}`;
}

/** The literal with a text and the form of another one. */
function withForm(text: string, form: string): TermId {
  if (!form.startsWith('@')) return terms.literal(text, Number(form));
  const [language = '', direction = ''] = form.slice(1).split(' ');
  return terms.languageString(text, language, direction === 'ltr' || direction === 'rtl' ? direction : '');
}

/** For example xsd:integer, or @en. */
function formInWords(form: string, term: TermPrinter): string {
  return form.startsWith('@') ? form.trim() : term(Number(form));
}
