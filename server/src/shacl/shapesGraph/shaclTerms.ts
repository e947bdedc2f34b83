import { nearestOf } from '../../base/editDistance.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { allComponents } from '../components/index.ts';

export const localNames = (names: string) => names.trim().split(/\s+/);

/** Properties that shapes may have in addition to constraint parameters. They need no checking. */
const others = localNames(`
  name description order group defaultValue message severity deactivated path inversePath alternativePath
  zeroOrMorePath oneOrMorePath zeroOrOnePath targetNode targetClass targetSubjectsOf targetObjectsOf
  targetWhere shape
  shapesGraph suggestedShapesGraph entailment declare prefix namespace prefixes
  parameter optional labelTemplate validator nodeValidator propertyValidator select ask construct update
  condition subject predicate object nodes filterShape intersection union returnType
  sparql js rule target nodeByExpression expression values incomplete incompleteURIStart`);

export const iris = (names: readonly string[]) => names.map((name) => terms.constant(namespaces.sh + name));

/** The properties that shapes may have. */
export const knownTerms: ReadonlySet<TermId> = new Set([
  ...iris(others),
  ...allComponents.flatMap(({ parameter, refinements }) => [parameter, ...refinements]),
]);

/** Properties that came with the drafts of SHACL 1.2. */
export const draftProperties: readonly TermId[] = [
  ...allComponents
    .filter(({ isDraft }) => isDraft)
    .flatMap(({ parameter, refinements }) => [parameter, ...refinements]),
  ...iris(
    localNames(
      'targetWhere shape nodeByExpression values bodyExpression conformanceDisallows incomplete incompleteURIStart',
    ),
  ),
];

/** Whether a term came with the drafts of SHACL 1.2, which may change. */
export function isDraftTerm(id: TermId): boolean {
  return draftProperties.includes(id) || otherDraftTerms.includes(id);
}

const otherDraftTerms = iris(
  localNames(
    'ShapeClass ByTypes Debug Trace TripleTerm BlankNodeOrTripleTerm IRIOrTripleTerm LiteralOrTripleTerm BlankNodeOrIRIOrLiteral',
  ),
);

/** True for IRIs in the sh: namespace that no version of SHACL defines as a property of shapes. */
export function isUnknownShaclTerm(id: TermId): boolean {
  return isShaclTerm(id) && !knownTerms.has(id);
}

export function isShaclTerm(id: TermId): boolean {
  return terms.isIri(id) && terms.value(id).startsWith(namespaces.sh);
}

/** The defined term that the author may have meant by an unknown one; undefined when none is similar. */
export function similarTerm(id: TermId): TermId | undefined {
  const iri = terms.value(id).toLowerCase();
  return nearestOf(iri, knownTerms, localName(iri).length < 3 ? 0 : 2, (term) =>
    terms.value(term).toLowerCase(),
  );
}
