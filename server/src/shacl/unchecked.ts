import type { Graph } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { namespaces, owl, rdf, sh } from '../rdf/vocab.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { counted } from './components/phrases.ts';
import { readBoolean } from './components/reading.ts';
import { shapeRefsOf } from './recursion.ts';
import { isShaclTerm, isUnknownShaclTerm, shacl12Terms, similarTerm } from './shaclTerms.ts';
import type { Constraint, Shape } from './shape.ts';
import type { ShapesFinding } from './shapesGraph.ts';
import type { NotChecked } from './violation.ts';
import { shortForm } from './words.ts';

/** What a shapes graph asks for and validation does not do, and other things that its author should know. */
export interface Unchecked {
  readonly findings: readonly ShapesFinding[];
  readonly notChecked: readonly NotChecked[];
  readonly foreignStatements: readonly Triple[];
}

/** Looks through all well-formed shapes for what the evaluator leaves out. */
export function findUnchecked(
  graph: Graph,
  shapes: readonly Shape[],
  cycles: ReadonlyMap<TermId, number>,
  paradoxes: readonly Constraint[],
): Unchecked {
  const active = shapes.filter(({ deactivated }) => !deactivated);
  const statements = active.flatMap((shape) => graph.outgoing(shape.id));
  const custom = new CustomComponents(graph);
  const notes: Note[] = [
    ...statements.flatMap((statement) => unsupportedStatement(graph, statement)),
    ...active.flatMap((shape) => custom.usedBy(shape)),
    ...active.flatMap((shape) => undescribedShapes(graph, shape)),
    ...active.flatMap((shape) => recursiveShape(shape, cycles)),
    ...paradoxes.map(paradox),
    ...untargetedClasses(graph, active),
  ];
  return {
    findings: notes.map(({ finding }) => finding),
    notChecked: [
      ...entailments(graph),
      ...rules(statements),
      ...notes.flatMap(({ notChecked }) => (notChecked ? [notChecked] : [])),
    ],
    foreignStatements: statements.filter(
      ({ predicate }) => !isShaclTerm(predicate) && !isCommon(predicate) && !custom.isParameter(predicate),
    ),
  };
}

interface Note {
  readonly finding: ShapesFinding;
  readonly notChecked?: NotChecked;
}

/** Constraints and targets by their property, with the component that results would name. */
const unsupported: ReadonlyMap<TermId, { readonly what: string; readonly component?: TermId }> = new Map([
  [sh.sparql, { what: 'SPARQL constraints are', component: sh.SPARQLConstraintComponent }],
  [
    sh.js,
    { what: 'JavaScript constraints are', component: terms.iri(`${namespaces.sh}JSConstraintComponent`) },
  ],
  [sh.target, { what: 'Targets given by sh:target are' }],
]);

function unsupportedStatement(graph: Graph, { subject, predicate, object }: Triple): readonly Note[] {
  const known = unsupported.get(predicate);
  const place = { shape: subject, parameter: predicate, value: object };
  if (known) {
    if (isDeactivated(graph, object)) return [];
    const component = known.component === undefined ? {} : { component: known.component };
    const message = `${known.what} not evaluated.`;
    return [
      {
        finding: { severity: 'information', message, ...place },
        notChecked: { reason: `${shortForm(subject)}: ${message}`, shape: subject, ...component },
      },
    ];
  }
  if (shacl12Terms.has(predicate)) {
    const message = `${shortForm(predicate)} is not part of SHACL Core (2017) and is not checked.`;
    return [
      {
        finding: { severity: 'information', message, ...place },
        notChecked: { reason: `${shortForm(subject)}: ${message}`, shape: subject },
      },
    ];
  }
  if (isUnknownShaclTerm(predicate)) {
    const similar = similarTerm(predicate);
    const hint = similar === undefined ? '' : ` Did you mean ${shortForm(similar)}?`;
    const message = `${shortForm(predicate)} is not a SHACL property and is not checked.${hint}`;
    return [
      {
        finding: { severity: 'warning', message, ...place },
        notChecked: { reason: `${shortForm(subject)}: ${message}`, shape: subject },
      },
    ];
  }
  return [];
}

function isDeactivated(graph: Graph, node: TermId): boolean {
  return graph.objects(node, sh.deactivated).some((value) => {
    const reading = readBoolean(value);
    return reading.kind === 'boolean' && reading.boolean;
  });
}

/** A shape that is named but described nowhere accepts everything: a typing error or a missing file. */
function undescribedShapes(graph: Graph, shape: Shape): readonly Note[] {
  return shape.constraints.flatMap((constraint) =>
    shapeRefsOf(constraint)
      .filter((ref) => terms.isIri(ref) && graph.outgoing(ref).length === 0)
      .map((ref) => {
        const message = `The shape ${shortForm(ref)} is not described in the linked shapes files, so nothing is checked against it.`;
        return {
          finding: {
            severity: 'warning' as const,
            message,
            shape: shape.id,
            parameter: constraint.parameter,
            value: constraint.parameterValue,
          },
          notChecked: { reason: message, shape: shape.id, component: constraint.component },
        };
      }),
  );
}

function recursiveShape(shape: Shape, cycles: ReadonlyMap<TermId, number>): readonly Note[] {
  const cycle = cycles.get(shape.id);
  const back = shape.constraints.find((constraint) =>
    shapeRefsOf(constraint).some((ref) => cycle !== undefined && cycles.get(ref) === cycle),
  );
  if (back === undefined) return [];
  const message =
    'This shape refers back to itself, which SHACL leaves undefined. Here a node conforms unless something shows ' +
    'that it does not: where checking it leads back to the same node and shape, that counts as conforming.';
  return [
    {
      finding: {
        severity: 'information',
        message,
        shape: shape.id,
        parameter: back.parameter,
        value: back.parameterValue,
      },
    },
  ];
}

function paradox({ shape, parameter, parameterValue, component }: Constraint): Note {
  const message =
    `${shortForm(parameter)} leads back to its own shape, so that conforming would depend on not conforming. ` +
    'SHACL gives this no meaning; the constraint is not checked.';
  return {
    finding: { severity: 'warning', message, shape, parameter, value: parameterValue },
    notChecked: { reason: `${shortForm(shape)}: ${message}`, shape, component },
  };
}

function entailments(graph: Graph): readonly NotChecked[] {
  return graph.withPredicate(sh.entailment).map(({ object }) => ({
    reason: `The shapes ask for the entailment regime ${shortForm(object)}, which is not applied.`,
  }));
}

/** Rules infer triples, they check nothing; ontologies have thousands of them. One note for all. */
function rules(statements: readonly Triple[]): readonly NotChecked[] {
  const count = statements.filter(({ predicate }) => predicate === sh.rule).length;
  return count === 0
    ? []
    : [{ reason: `The shapes have ${counted(count, 'rule')} (sh:rule), which validation does not apply.` }];
}

/** Many authors expect OWL classes to be implicit class targets, and see nothing checked. One note for all. */
function untargetedClasses(graph: Graph, shapes: readonly Shape[]): readonly Note[] {
  const classes = shapes.filter(
    ({ id, targets, constraints }) =>
      targets.length === 0 && constraints.length > 0 && graph.has(id, rdf.type, owl.Class),
  );
  const [first] = classes;
  if (first === undefined) return [];
  const message =
    `${shortForm(first.id)} is an owl:Class and has no target, so nothing is checked against it by itself` +
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

/** Constraint components that the shapes graph declares itself; their validators are SPARQL or JavaScript. */
class CustomComponents {
  readonly #graph: Graph;
  readonly #components: readonly {
    readonly id: TermId;
    readonly required: readonly TermId[];
    readonly parameters: readonly TermId[];
  }[];

  constructor(graph: Graph) {
    this.#graph = graph;
    const types = new ClassHierarchy(graph).subclasses(sh.ConstraintComponent);
    const ids = [...types].flatMap((type) => graph.subjects(rdf.type, type));
    this.#components = [...new Set(ids)].map((id) => {
      const declarations = graph.objects(id, sh.parameter);
      const pathsOf = (nodes: readonly TermId[]) => nodes.flatMap((node) => graph.objects(node, sh.path));
      return {
        id,
        parameters: pathsOf(declarations),
        required: pathsOf(declarations.filter((node) => !isOptional(graph, node))),
      };
    });
  }

  isParameter(predicate: TermId): boolean {
    return this.#components.some(({ parameters }) => parameters.includes(predicate));
  }

  usedBy(shape: Shape): readonly Note[] {
    const values = (parameter: TermId) => this.#graph.objects(shape.id, parameter);
    return this.#components
      .filter(
        ({ required }) => required.length > 0 && required.every((parameter) => values(parameter).length > 0),
      )
      .map(({ id, required }) => {
        const message = `The constraint component ${shortForm(id)} is declared in the shapes and is not evaluated.`;
        const parameter = required[0]!;
        return {
          finding: {
            severity: 'information',
            message,
            shape: shape.id,
            parameter,
            value: values(parameter)[0]!,
          },
          notChecked: { reason: `${shortForm(shape.id)}: ${message}`, shape: shape.id, component: id },
        };
      });
  }
}

function isOptional(graph: Graph, parameter: TermId): boolean {
  return graph.objects(parameter, terms.iri(`${namespaces.sh}optional`)).some((value) => {
    const reading = readBoolean(value);
    return reading.kind === 'boolean' && reading.boolean;
  });
}

/** Properties that describe things of any kind and ask for nothing. */
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
