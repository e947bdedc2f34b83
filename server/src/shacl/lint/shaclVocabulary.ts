import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { allComponents } from '../components/index.ts';
import { iris, knownTerms, localNames } from '../shapesGraph/shaclTerms.ts';

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
    'SPARQLConstraintComponent',
    'JSConstraintComponent',
    'ExpressionConstraintComponent',
    'NodeByExpressionConstraintComponent',
  ]),
);

/** All properties of SHACL. */
export const shaclProperties: ReadonlySet<TermId> = new Set([...knownTerms, ...iris(ofOtherThings)]);

/** Properties of SHACL 1.2 that describe shapes for people and programs, and constrain nothing. */
export const describing: ReadonlySet<TermId> = new Set(
  iris(localNames('unit codeIdentifier agentInstruction intent')),
);
