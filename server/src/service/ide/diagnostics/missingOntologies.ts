import { boundedEditDistance } from '../../../base/editDistance.ts';
import { memoized } from '../../../base/memoized.ts';
import { isRespelling, localName, namespaceOf } from '../../../rdf/iri.ts';
import { mayBeSubclass } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { isNowhereSubject, isOfDescribedVocabulary, misnamedAdvice } from '../../../shacl/describedNodes.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * Explains values that may fail sh:class only because no linked file describes their class: the class is misspelt, an ontology is
 * missing from the links, or the class is misnamed. At most eight sentences.
 */
export function missingOntologies(
  violation: Violation,
  unit: UnitGraphs,
  print: TermPrinter,
): readonly string[] {
  /** The classes that no file describes, with one that is required of their instances. */
  const unknown = new Map<TermId, TermId>();
  const visit = (result: Violation) => {
    const { constraint, value } = result;
    if (constraint.kind === 'class' && value !== undefined) {
      for (const type of typesOfNoFile(value, unit))
        if (mayBeSubclass(type, constraint.class)) unknown.set(type, constraint.class);
    }
    result.details.forEach(visit);
  };
  visit(violation);
  return [...unknown].slice(0, shownTypes).map(([type, asked]) => {
    const advice = isMisspelling(type, asked)
      ? `Did you mean ${print(asked)}?`
      : isOfDescribedVocabulary(type, unit.input)
        ? misnamedAdvice
        : 'Link its ontology.';
    return `No linked file describes the class ${print(type)}. ${advice}`;
  });
}

const shownTypes = 8;

/** Whether a class is the other one with a slip in its name or in the spelling of its namespace. */
function isMisspelling(type: TermId, asked: TermId): boolean {
  if (!terms.isIri(type) || !terms.isIri(asked)) return false;
  const [written, meant] = [terms.value(type), terms.value(asked)];
  if (isRespelling(written, meant)) return true;
  const name = localName(meant);
  // Short names one letter apart are often both meant, as A and B.
  return (
    namespaceOf(written) === namespaceOf(meant) &&
    name.length > 3 &&
    boundedEditDistance(name.toLowerCase(), localName(written).toLowerCase(), 1) <= 1
  );
}

const typesOfNoFileIn = memoized((_: UnitGraphs) => new Map<TermId, readonly TermId[]>());

/** The types of a node that no file describes. Cached, because many results may have the same value. */
function typesOfNoFile(node: TermId, unit: UnitGraphs): readonly TermId[] {
  const known = typesOfNoFileIn(unit);
  let types = known.get(node);
  if (types === undefined) {
    types = unit.input.dataGraph.objects(node, rdf.type).filter((type) => isOfNoFile(type, unit));
    known.set(node, types);
  }
  return types;
}

const ofNoFileIn = memoized((_: UnitGraphs) => new Map<TermId, boolean>());

function isOfNoFile(type: TermId, unit: UnitGraphs): boolean {
  const known = ofNoFileIn(unit);
  let verdict = known.get(type);
  if (verdict === undefined) {
    verdict = isNowhereSubject(type, unit.input);
    known.set(type, verdict);
  }
  return verdict;
}
