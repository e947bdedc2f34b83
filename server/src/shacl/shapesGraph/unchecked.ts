import { counted } from '../../base/counted.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, sh } from '../../rdf/vocab.ts';
import { isYielded } from '../components/logical.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesFinding } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import type { TermPrinter } from '../model/words.ts';
import { declaredComponents } from '../sparql/parameters.ts';
import { unsupportedRegimes } from './regimes.ts';
import { isShaclTerm } from './shaclTerms.ts';
import { unusableSuggestions } from './suggestionGenerators.ts';
import { type Note, unsupportedStatements, withPredicates } from './unsupported.ts';

/** What a shapes graph requires but validation does not do, and other facts that its author should know. */
export interface Unchecked {
  readonly findings: readonly ShapesFinding[];
  readonly notChecked: readonly UncheckedPart[];
  readonly foreignStatements: readonly Triple[];
  readonly rulesNotRun: UncheckedPart | undefined;
}

/** Searches all well-formed shapes for what the evaluator leaves out. */
export function findUnchecked(
  graph: Graph,
  {
    shapes,
    cycles,
    paradoxes,
  }: {
    readonly shapes: readonly Shape[];
    readonly cycles: ReadonlyMap<TermId, number>;
    readonly paradoxes: readonly Constraint[];
  },
  term: TermPrinter,
): Unchecked {
  const active = shapes.filter(({ deactivated }) => !deactivated);
  const statements = active.flatMap((shape) => graph.outgoing(shape.id));
  const parameters = new Set(
    declaredComponents(graph).flatMap((component) => component.parameters.map(({ predicate }) => predicate)),
  );
  const notes: Note[] = [
    ...unsupportedStatements(graph, statements, term),
    ...active.flatMap((shape) => undescribedShapes(graph, shape, term)),
    ...recursiveShapes(active, cycles),
    ...paradoxes.map((constraint) => paradox(graph, constraint, term)),
    ...untargetedClasses(graph, active, term),
    ...unusableSuggestions(graph),
  ];
  const rulesNotRun = rules(statements);
  return {
    rulesNotRun,
    findings: notes.map(({ finding }) => finding),
    notChecked: [
      ...entailments(graph, term),
      ...(rulesNotRun ? [rulesNotRun] : []),
      ...notes.flatMap(({ notChecked }) => (notChecked ? [notChecked] : [])),
    ],
    foreignStatements: withPredicates(
      statements,
      (predicate) => !isShaclTerm(predicate) && !isCommon(predicate) && !parameters.has(predicate),
    ),
  };
}

/**
 * Every node conforms to a shape that is referenced but not described. The cause is a typing error or a missing file.
 */
function undescribedShapes(graph: Graph, shape: Shape, term: TermPrinter): readonly Note[] {
  return shape.constraints.flatMap((constraint) =>
    shapeRefsOf(constraint)
      .filter((ref) => terms.isIri(ref) && graph.outgoing(ref).length === 0)
      .map((ref) => {
        const message = `The shape ${term(ref)} is not described in the linked shapes files, so nothing is checked against it.`;
        return {
          finding: {
            severity: 'warning' as const,
            message,
            shape: shape.id,
            parameter: constraint.parameter,
            value: constraint.parameterValue,
            undescribed: ref,
          },
          notChecked: { reason: message, shape: shape.id, component: constraint.component },
        };
      }),
  );
}

/** One note for shapes that lead to each other, where one with a name is referred to. */
function recursiveShapes(shapes: readonly Shape[], cycles: ReadonlyMap<TermId, number>): readonly Note[] {
  const backs = new Map<number, Constraint>();
  const toNames = new Map<number, Constraint>();
  for (const { id, constraints } of shapes) {
    const cycle = cycles.get(id);
    if (cycle === undefined) continue;
    for (const constraint of constraints) {
      for (const ref of shapeRefsOf(constraint).filter((each) => cycles.get(each) === cycle)) {
        const found: Map<number, Constraint> = terms.isIri(ref) ? toNames : backs;
        if (!found.has(cycle)) found.set(cycle, constraint);
      }
    }
  }
  return [...new Map([...backs, ...toNames]).values()].map(recursion);
}

function recursion({ shape, parameter, parameterValue }: Constraint): Note {
  const message =
    'This shape refers back to itself, which SHACL leaves undefined. Here a node conforms unless something shows ' +
    'that it does not: where checking it leads back to the same node and shape, that counts as conforming.';
  return { finding: { severity: 'information', message, shape, parameter, value: parameterValue } };
}

function paradox(graph: Graph, constraint: Constraint, term: TermPrinter): Note {
  const { shape, parameter, parameterValue, component } = constraint;
  const expression = isYielded(constraint)
    ? graph.objects(shape, parameter).find((each) => terms.isBlank(each))
    : undefined;
  const where = expression === undefined ? '' : ` where the node expression yields ${term(parameterValue)}`;
  const message =
    `${term(parameter)} leads back to its own shape${where}, so that conforming would depend on not conforming. ` +
    'SHACL gives this no meaning; the constraint is not checked.';
  return {
    finding: { severity: 'warning', message, shape, parameter, value: expression ?? parameterValue },
    notChecked: { reason: `${term(shape)}: ${message}`, shape, component },
  };
}

function entailments(graph: Graph, term: TermPrinter): readonly UncheckedPart[] {
  return unsupportedRegimes(graph).map((regime) => ({
    reason:
      `The shapes ask for the entailment regime ${term(regime)}, which is not supported: what it would infer ` +
      'is not validated. RDFS is.',
  }));
}

/** Rules infer triples and check nothing, and ontologies may have thousands of them, so all rules share one note. */
function rules(statements: readonly Triple[]): UncheckedPart | undefined {
  const withRules = statements.filter(({ predicate }) => predicate === sh.rule).map(({ subject }) => subject);
  if (withRules.length === 0) return undefined;
  const [infers, them] = withRules.length === 1 ? ['it infers', 'it'] : ['they infer', 'them'];
  return {
    reason: `${counted(withRules.length, 'rule')} (sh:rule) not run: what ${infers} is not validated. The inference "rules" runs ${them}.`,
    concerns: [...new Set(withRules)],
  };
}

/**
 * Many authors expect OWL classes to be implicit class targets and wonder why nothing is checked. All such classes
 * share one note.
 */
function untargetedClasses(graph: Graph, shapes: readonly Shape[], term: TermPrinter): readonly Note[] {
  const classes = shapes.filter(
    ({ id, targets, constraints }) =>
      targets.length === 0 && constraints.length > 0 && graph.has(id, rdf.type, owl.Class),
  );
  const [first] = classes;
  if (first === undefined) return [];
  const message =
    `${term(first.id)} is an owl:Class and has no target, so nothing is checked against it by itself` +
    `${classes.length > 1 ? `; the same holds for ${counted(classes.length - 1, 'other shape')}` : ''}. ` +
    'SHACL applies a class that is a shape to its instances only when it is an rdfs:Class too.';
  return [
    {
      finding: {
        severity: 'information',
        message,
        shape: first.id,
        parameter: rdf.type,
        value: owl.Class,
      },
    },
  ];
}

/** True for predicates that describe things of any kind and are not constraints. */
function isCommon(predicate: TermId): boolean {
  const iri = terms.value(predicate);
  return commonNamespaces.some((namespace) => iri.startsWith(namespace));
}

const commonNamespaces = [
  namespaces.rdf,
  namespaces.rdfs,
  namespaces.owl,
  'http://www.w3.org/2004/02/skos/core#',
  'http://purl.org/dc/terms/',
  'http://purl.org/dc/elements/1.1/',
  'http://datashapes.org/dash#',
];
