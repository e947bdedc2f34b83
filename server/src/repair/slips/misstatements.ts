import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { type Draft, isDescribed, usesOf } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { mentionedProperties } from '../evidence/mentionedProperties.ts';
import { type MeantTerm, meantTerms } from './meantTerms.ts';

/** A statement that one mistake may have made of another one. */
export interface Restatement {
  readonly meant: Triple;
  readonly evidence: readonly Evidence[];
  readonly isClear: boolean;
}

/**
 * What a statement was meant to be: with the property or value that its IRI misspells, or with the node that its text
 * names. The mistake shows in the statement itself, whatever a shape says.
 */
export function* misstatements(triple: Triple, draft: Draft): Iterable<Restatement> {
  for (const { term, ...why } of meantProperties(triple, draft)) {
    yield restated({ ...triple, predicate: term }, why);
  }
  // Values of properties that no shape looks at make no difference.
  if (!mentionedProperties(draft.search.shapes).has(triple.predicate)) return;
  for (const { term, ...why } of meantValues(triple, draft)) yield restated({ ...triple, object: term }, why);
}

function restated(meant: Triple, { evidence, isClear }: Omit<MeantTerm, 'term'>): Restatement {
  return { meant, isClear, evidence: [evidence] };
}

function meantProperties({ predicate }: Triple, draft: Draft): readonly MeantTerm[] {
  const mentioned = mentionedProperties(draft.search.shapes);
  if (mentioned.has(predicate)) return [];
  const uses = (property: TermId) => draft.search.input.dataGraph.withPredicate(property).length;
  // What many nodes have is hardly a slip.
  return meantTerms(
    predicate,
    draft,
    (term) => mentioned.has(term) && uses(predicate) <= Math.max(1, uses(term)),
  );
}

function meantValues({ subject, predicate, object }: Triple, draft: Draft): readonly MeantTerm[] {
  if (terms.isLiteral(object)) return namedByText(subject, predicate, object, draft);
  const isClass = predicate === rdf.type || predicate === rdfs.subClassOf;
  const uses = (term: TermId) => draft.search.input.dataGraph.subjects(predicate, term).length;
  return meantTerms(object, draft, (term) => {
    if (term === subject) return false;
    if (isClass) return isClassTerm(term, draft) && uses(object) <= Math.max(1, uses(term));
    return isDescribed(draft, term) || (uses(object) === 1 && uses(term) >= leastUses);
  });
}

/** A node that nothing describes is known from so many statements. */
const leastUses = 3;

/** True for classes that shapes, ontologies or other nodes name. */
function isClassTerm(term: TermId, { search }: Draft): boolean {
  const { classGraph, dataGraph } = search.input;
  return (
    search.shapes.graph.incoming(term).length > 0 ||
    classGraph.objects(term, rdfs.subClassOf).length > 0 ||
    classGraph.subjects(rdfs.subClassOf, term).length > 0 ||
    dataGraph.subjects(rdf.type, term).length > 0
  );
}

const maxUses = 50;

/** The described node whose name or IRI a text is, where others have nodes. */
function namedByText(
  subject: TermId,
  predicate: TermId,
  literal: TermId,
  draft: Draft,
): readonly MeantTerm[] {
  const text = terms.value(literal).trim();
  if (text === '' || /\s/.test(text)) return [];
  const isClass = [rdf.type, rdfs.subClassOf].includes(predicate);
  const [, prefix, name] = /^([\w.-]*):(.+)$/.exec(text) ?? [];
  const { prefixes } = draft.search;
  const expanded = prefix === undefined ? undefined : prefixes.get(prefix);
  const iris = [
    text,
    ...(expanded === undefined ? [] : [expanded + name]),
    ...(terms.isIri(subject) ? [namespaceOf(terms.value(subject)) + text] : []),
    ...[...new Set(prefixes.values())].map((namespace) => namespace + text),
  ];
  const found = [...new Set(iris)].flatMap((iri) => {
    const term = terms.knownIri(iri);
    const fits =
      term !== undefined &&
      term !== subject &&
      (isClass ? isClassTerm(term, draft) : isDescribed(draft, term));
    return fits ? [term] : [];
  });
  if (found.length === 0 || !(isClass || haveNodes(predicate, literal, draft))) return [];
  return found.slice(0, 1).map((term) => ({
    term,
    isClear: true,
    evidence: {
      kind: 'keptText',
      words: `the text is the name of ${draft.search.term(term)}`,
    },
  }));
}

/** True when all others have nodes there. */
function haveNodes(predicate: TermId, except: TermId, draft: Draft): boolean {
  const others = usesOf(draft, predicate, maxUses).filter(({ object }) => object !== except);
  return others.length > 0 && others.every(({ object }) => !terms.isLiteral(object));
}
