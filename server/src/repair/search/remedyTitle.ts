import { andList } from '../../base/wordSearch.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { decodedFileName } from '../proof/splitDelta.ts';
import type { RepairProblem, RepairRemedy } from '../repair.ts';
import { shortText } from './changeTitle.ts';

/** The effect of a remedy, on one line, such as "Link a file that describes unit:M". */
export function remedyTitle(
  remedy: RepairRemedy,
  { violation, term }: Pick<RepairProblem, 'violation' | 'term'>,
): string {
  switch (remedy.kind) {
    case 'link':
      return `Link a file that ${describes(remedy, term)}`;
    case 'fillIn':
      return fillInTitle(remedy.statement, term);
    case 'choose':
      return `Choose one of the ${remedy.between.length} repairs`;
    case 'openContext':
      return `Look at ${term(remedy.node)} in ${decodedFileName(remedy.uri)}`;
    case 'openShape':
      return `Look at ${term(violation.constraint.parameter)} in the shape`;
  }
}

function fillInTitle({ subject, predicate, object }: Triple, term: RepairProblem['term']): string {
  return predicate === rdf.type && !terms.isBlank(subject)
    ? `Fill in another class than ${term(object)} for ${term(subject)}`
    : `Fill in another value for ${shortText(term(object))}`;
}

/** What a file to be linked contains: "describes unit:M and unit:K", "has instances of ex:Unit". */
export function describes(
  { nodes, instancesOf }: Extract<RepairRemedy, { readonly kind: 'link' }>,
  term: RepairProblem['term'],
): string {
  return instancesOf === undefined
    ? `describes ${andList(nodes.map((node) => shortText(term(node))))}`
    : `has instances of ${shortText(term(instancesOf))}`;
}

/** A remedy in the form for programs. */
export interface RemedyFacts {
  readonly kind: RepairRemedy['kind'];
  readonly title: string;
  /** The nodes or the class that a file should describe, the value to replace, the node to look at. */
  readonly terms: readonly TermId[];
  /** The repairs to choose from. */
  readonly updates: readonly string[];
}

export function remedyFacts(
  remedy: RepairRemedy,
  problem: Pick<RepairProblem, 'violation' | 'term'>,
): RemedyFacts {
  const facts = { kind: remedy.kind, title: remedyTitle(remedy, problem) };
  switch (remedy.kind) {
    case 'link': {
      const { nodes, instancesOf } = remedy;
      return { ...facts, terms: instancesOf === undefined ? nodes : [instancesOf], updates: [] };
    }
    case 'fillIn':
      return { ...facts, terms: [remedy.statement.object], updates: [] };
    case 'choose':
      return { ...facts, terms: [], updates: remedy.between };
    case 'openContext':
      return { ...facts, terms: [remedy.node], updates: [] };
    case 'openShape':
      return { ...facts, terms: [], updates: [] };
  }
}
