import { knownNamespaces } from './knownPrefixes.ts';
import { type LocalNames, takeProvidedVocabularies, type VocabularyNames } from './publishedVocabularies.ts';
import { namespaces } from './vocab.ts';

/** The local names of all terms of some vocabularies that are seldom linked, by namespace. */
export const completeVocabularies: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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

let published: VocabularyNames = () => undefined;

/** Loads the names of further vocabularies, unless no prefix of a file belongs to a well-known one. */
export async function loadVocabulariesFor(prefixes: ReadonlyMap<string, string>): Promise<void> {
  if (![...prefixes.values()].some(isFurther)) return;
  const load = takeProvidedVocabularies();
  if (load) published = await load();
}

/** Changes when more vocabularies are loaded, so that what was found with fewer can be recognized. */
export function loadedVocabularies(): VocabularyNames {
  return published;
}

/** As far as they are loaded. */
export function namesIn(namespace: string): LocalNames | undefined {
  return completeVocabularies.get(namespace) ?? published(namespace);
}

function isFurther(namespace: string): boolean {
  return (
    knownNamespaces.has(namespace) && namespace !== namespaces.sh && !completeVocabularies.has(namespace)
  );
}
