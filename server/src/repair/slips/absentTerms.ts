import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf } from '../../rdf/vocab.ts';
import type { Draft } from '../drafts/draft.ts';

/**
 * True for a term that its vocabulary does not have: one whose terms are all known, or one that a linked file describes as an
 * ontology. A term of any other vocabulary may well exist, although nothing here describes it.
 */
export function isAbsent(term: TermId, { search }: Draft): boolean {
  if (!terms.isIri(term)) return false;
  const iri = terms.value(term);
  const namespace = namespaceOf(iri);
  const names = vocabularies.get(namespace);
  if (names !== undefined) return !names.has(localName(iri)) && !isMember(iri);
  const { classGraph } = search.input;
  return [namespace, namespace.replace(/[#/]$/, '')].some((name) => {
    const ontology = terms.knownIri(name);
    return ontology !== undefined && classGraph.has(ontology, rdf.type, owl.Ontology);
  });
}

/** rdf:_1, rdf:_2 and so on. */
function isMember(iri: string): boolean {
  return iri.startsWith(`${namespaces.rdf}_`) && /_[1-9]\d*$/.test(iri);
}

/** All terms of some vocabularies that are seldom linked, each followed by its terms. */
const vocabularies: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      [
        namespaces.rdf,
        'type subject predicate object first rest nil value List Statement Property Bag Seq Alt langString HTML XMLLiteral ' +
          'PlainLiteral JSON CompoundLiteral direction language dirLangString reifies Description li about ID resource datatype',
      ],
      [
        namespaces.rdfs,
        'Class Resource Literal Datatype Container ContainerMembershipProperty Proposition subClassOf subPropertyOf domain range label ' +
          'comment seeAlso isDefinedBy member',
      ],
      [
        namespaces.owl,
        'AllDifferent AllDisjointClasses AllDisjointProperties Annotation AnnotationProperty AsymmetricProperty Axiom Class DataRange ' +
          'DatatypeProperty DeprecatedClass DeprecatedProperty FunctionalProperty InverseFunctionalProperty IrreflexiveProperty ' +
          'NamedIndividual NegativePropertyAssertion Nothing ObjectProperty Ontology OntologyProperty ReflexiveProperty Restriction ' +
          'SymmetricProperty Thing TransitiveProperty allValuesFrom annotatedProperty annotatedSource annotatedTarget assertionProperty ' +
          'backwardCompatibleWith bottomDataProperty bottomObjectProperty cardinality complementOf datatypeComplementOf deprecated ' +
          'differentFrom disjointUnionOf disjointWith distinctMembers equivalentClass equivalentProperty hasKey hasSelf hasValue imports ' +
          'incompatibleWith intersectionOf inverseOf maxCardinality maxQualifiedCardinality members minCardinality ' +
          'minQualifiedCardinality onClass onDataRange onDatatype onProperties onProperty oneOf priorVersion propertyChainAxiom ' +
          'propertyDisjointWith qualifiedCardinality rational real sameAs someValuesFrom sourceIndividual targetIndividual targetValue ' +
          'topDataProperty topObjectProperty unionOf versionIRI versionInfo withRestrictions',
      ],
      [
        namespaces.xsd,
        'string boolean decimal integer double float date time dateTime dateTimeStamp gYear gMonth gDay gYearMonth gMonthDay duration ' +
          'yearMonthDuration dayTimeDuration byte short int long unsignedByte unsignedShort unsignedInt unsignedLong positiveInteger ' +
          'nonNegativeInteger negativeInteger nonPositiveInteger hexBinary base64Binary anyURI language normalizedString token NMTOKEN ' +
          'NMTOKENS Name NCName QName NOTATION ID IDREF IDREFS ENTITY ENTITIES anyType anySimpleType anyAtomicType length minLength ' +
          'maxLength pattern minInclusive maxInclusive minExclusive maxExclusive totalDigits fractionDigits enumeration whiteSpace',
      ],
      [
        'http://www.w3.org/2004/02/skos/core#',
        'Collection Concept ConceptScheme OrderedCollection altLabel broadMatch broader broaderTransitive changeNote closeMatch ' +
          'definition editorialNote exactMatch example hasTopConcept hiddenLabel historyNote inScheme mappingRelation member memberList ' +
          'narrowMatch narrower narrowerTransitive notation note prefLabel related relatedMatch scopeNote semanticRelation topConceptOf',
      ],
      [
        'http://purl.org/dc/elements/1.1/',
        'contributor coverage creator date description format identifier language publisher relation rights source subject title type',
      ],
    ] as const
  ).map(([namespace, names]) => [namespace, new Set(names.split(' '))]),
);
