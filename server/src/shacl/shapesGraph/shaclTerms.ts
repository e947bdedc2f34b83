import { nearestOf } from '../../base/editDistance.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { allComponents } from '../components/index.ts';

const localNames = (names: string) => names.trim().split(/\s+/);

/** Properties that shapes may have in addition to constraint parameters. They need no checking. */
const others = localNames(`
  name description order group defaultValue message severity deactivated path inversePath alternativePath
  zeroOrMorePath oneOrMorePath zeroOrOnePath targetNode targetClass targetSubjectsOf targetObjectsOf
  shapesGraph suggestedShapesGraph entailment declare prefix namespace prefixes
  parameter optional labelTemplate validator nodeValidator propertyValidator select ask construct update
  condition subject predicate object nodes filterShape intersection union returnType
  sparql js rule target expression values incomplete incompleteURIStart`);

/** Constraint parameters and targets that are defined in drafts of SHACL 1.2 and in the Advanced Features. */
const shacl12 = localNames(`
  nodeByExpression expression targetWhere shape values`);

const iris = (names: readonly string[]) => names.map((name) => terms.constant(namespaces.sh + name));

export const shacl12Terms: ReadonlySet<TermId> = new Set(iris(shacl12));

/** Classes and other terms that are in subjects and objects, of SHACL 1.0, its Advanced Features and the drafts of SHACL 1.2. */
const individuals = localNames(`
  Shape NodeShape PropertyShape ShapeClass ShapesGraph PropertyGroup Parameterizable Parameter PrefixDeclaration
  ConstraintComponent Validator SPARQLAskValidator SPARQLSelectValidator SPARQLConstraint SPARQLExecutable
  SPARQLAskExecutable SPARQLSelectExecutable SPARQLConstructExecutable SPARQLUpdateExecutable SPARQLExprExpression SPARQLSelectExpression
  Function SPARQLFunction Target TargetType SPARQLTarget SPARQLTargetType ResultAnnotation JSConstraint JSConstraintComponent
  JSExecutable JSFunction JSLibrary JSRule JSTarget JSTargetType JSValidator
  Rule TripleRule SPARQLRule SPARQLRuleTemplate RuleSet RulesGraph Rules RulesEntailment
  ValidationReport ValidationResult AbstractResult Severity Violation Warning Info Debug Trace
  NodeKind IRI Literal BlankNode BlankNodeOrIRI BlankNodeOrLiteral IRIOrLiteral TripleTerm
  BlankNodeOrTripleTerm IRIOrTripleTerm LiteralOrTripleTerm BlankNodeOrIRIOrLiteral
  this ByTypes NodeExpression NamedParameterExpression NamedParameterExpressionFunction
  ListParameterExpression ListParameterExpressionFunction BodyExpression
  PropertyShapeComponent`);

/** Properties of results, of rules and of JavaScript, which shapes do not have. */
const ofOtherThings = localNames(`
  conforms result detail focusNode resultPath value sourceShape sourceConstraint sourceConstraintComponent
  resultSeverity resultMessage shapesGraphWellFormed conformanceDisallows resultAnnotation annotationProperty annotationVarName
  annotationValue jsFunctionName jsLibrary jsLibraryURL nodeShape nodeType properties datatypes unit bodyExpression sparqlExpr
  layer runOnce expectedPredicate hasRule includesRuleSet ruleProcessor tempTriple codeIdentifier agentInstruction intent
  if then else count distinct limit offset orderBy desc sum min max exists groupConcat separator minus path var arg
  reifier sourceReifier shapesGraphs list`);

/** The individuals, classes and datatypes of SHACL. */
export const shaclIndividuals: ReadonlySet<TermId> = new Set(
  iris([
    ...individuals,
    ...allComponents.map(({ iri }) => localName(terms.value(iri))),
    ...shacl12.map(componentName),
    'SPARQLConstraintComponent',
    'JSConstraintComponent',
    'ExpressionConstraintComponent',
  ]),
);

function componentName(parameter: string): string {
  return `${parameter[0]!.toUpperCase()}${parameter.slice(1)}ConstraintComponent`;
}

const knownTerms: ReadonlySet<TermId> = new Set([
  ...iris(others),
  ...shacl12Terms,
  ...allComponents.flatMap(({ parameter, refinements }) => [parameter, ...refinements]),
]);

/** All properties of SHACL. */
export const shaclProperties: ReadonlySet<TermId> = new Set([...knownTerms, ...iris(ofOtherThings)]);

/** True for IRIs in the sh: namespace that no version of SHACL defines as a property of shapes. */
export function isUnknownShaclTerm(id: TermId): boolean {
  return isShaclTerm(id) && !knownTerms.has(id);
}

export function isShaclTerm(id: TermId): boolean {
  return terms.isIri(id) && terms.value(id).startsWith(namespaces.sh);
}

/** The defined term that the author may have meant by an unknown one; undefined when none is similar. */
export function similarTerm(id: TermId): TermId | undefined {
  return nearestOf(terms.value(id).toLowerCase(), knownTerms, 2, (term) => terms.value(term).toLowerCase());
}
