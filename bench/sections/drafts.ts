import { readFileSync } from 'node:fs';
import { type TermId, terms } from '../../server/src/rdf/terms.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../server/src/rdf/vocab.ts';
import { ClassHierarchy } from '../../server/src/shacl/classHierarchy.ts';
import { draftShapes } from '../../server/src/shacl/draft/draftShapes.ts';
import { draftText } from '../../server/src/shacl/draft/draftText.ts';
import { changedInput } from '../../server/src/shacl/incremental/changedInput.ts';
import { recordValidation } from '../../server/src/shacl/incremental/recordedValidation.ts';
import type { Constraint } from '../../server/src/shacl/model/shape.ts';
import type { ShapesGraph } from '../../server/src/shacl/model/shapesGraph.ts';
import { shortForm } from '../../server/src/shacl/model/words.ts';
import { readShapes } from '../../server/src/shacl/shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../../server/src/shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../../server/src/shacl/validationUnit.ts';
import { makeMistakes } from '../../server/src/vio/mistakes/makeMistakes.ts';
import { defaultMistakeProfile } from '../../server/src/vio/mistakes/mistakeProfile.ts';
import { atLeast, type Findings } from '../findings.ts';
import { qudt81k, vocabularyUnit, type Workload } from '../workloads.ts';

const { signal } = new AbortController();

/** As many mistakes are made in each data set. */
const mistakes = 300;

/**
 * Drafts shapes from data sets that have hand-written ones. Measures how many of the hand-written constraints are in the draft,
 * where the data support them, and how many of the mistakes that they find the draft finds as well.
 */
export async function drafts(): Promise<Findings> {
  await loadQueryEngine();
  const measured = [];
  for (const workload of workloads()) measured.push(await measure(workload));
  return {
    title: 'Drafted shapes',
    tables: [
      {
        head: [
          'data',
          'triples',
          'drafted constraints',
          'results',
          'hand-written constraints that are supported',
          'in the draft',
          'mistakes found by hand-written shapes',
          'by the draft',
        ],
        rows: measured.map((each) => [
          each.name,
          String(each.triples),
          String(each.drafted),
          String(each.results),
          String(each.supported),
          share(each.present, each.supported),
          String(each.made),
          share(each.killed, each.made),
        ]),
      },
      {
        head: ['data', 'hand-written constraints that the draft lacks'],
        rows: measured.map(({ name, lacking }) => [
          name,
          [...lacking].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none',
        ]),
      },
    ],
    bars: measured.flatMap(({ name, present, supported, killed, made }) => [
      {
        what: `${name}: hand-written constraints in the draft`,
        value: present / supported,
        unit: '×' as const,
        wanted: atLeast(0.8),
      },
      {
        what: `${name}: mistakes that the draft finds`,
        value: killed / made,
        unit: '×' as const,
        wanted: atLeast(0.8),
      },
    ]),
    notes: [
      'Hand-written constraints count where they are about one property of the instances of a class, and at least 3 of these have it. A draft has such a constraint when one of the same kind, for the class or a superclass, asks for as much.',
    ],
  };
}

function workloads(): readonly Workload[] {
  const file = (name: string) => readFileSync(`test-fixtures/${name}`, 'utf8');
  return [
    {
      name: 'University',
      data: file('university/university.ttl'),
      shapes: file('university/university-shapes.ttl'),
    },
    { name: 'Library', data: file('heldout/library.ttl'), shapes: file('heldout/library-shapes.ttl') },
    { ...vocabularyUnit(), shapes: file('units/units-shapes.ttl') },
    qudt81k(),
  ];
}

async function measure({ name, data, shapes }: Workload) {
  const document = new TurtleDocument('file:///data.ttl', 1, data);
  const written = readShapes(new TurtleDocument('file:///shapes.ttl', 1, shapes).graph);
  const { graph } = document;
  const text = draftText(draftShapes(graph, graph, { minSupport: 3 }), {
    source: name,
    prefixes: document.prefixes,
    isClosed: false,
  });
  const drafted = readShapes(new TurtleDocument('file:///draft.ttl', 1, text).graph);
  const inputOf = (judging: ShapesGraph): ValidationInput => ({
    dataGraph: graph,
    reportedGraph: graph,
    classGraph: graph,
    shapes: judging,
  });
  const compared = compare(written, drafted, graph);
  const recorded = await recordValidation(inputOf(written), { term: shortForm });
  const making = makeMistakes(
    { recorded, prefixes: document.prefixes, term: shortForm },
    { ...defaultMistakeProfile, seed: 1, maxMistakes: mistakes, maxEdits: 50, ontologyNodes: false },
    signal,
  );
  const judging = await recordValidation(inputOf(drafted));
  let [made, killed] = [0, 0];
  for await (const { change } of making) {
    made++;
    // Nothing is wrong before.
    const { after } = await judging.impactOf(changedInput(inputOf(drafted), change), signal);
    if (after.length > 0) killed++;
  }
  const constraints = drafted.shapes.reduce((sum, shape) => sum + shape.constraints.length, 0);
  return {
    name,
    triples: graph.size,
    drafted: constraints,
    results: judging.result.violations.length,
    made,
    killed,
    ...compared,
  };
}

/** A constraint on a property of the instances of a class. */
interface Asked {
  readonly class: TermId;
  readonly path: TermId;
  readonly constraint: Constraint;
}

function asked(shapes: ShapesGraph): readonly Asked[] {
  return shapes.shapes.flatMap((shape) =>
    shape.targets.flatMap((target) =>
      target.kind === 'class' && !shape.deactivated
        ? shape.constraints.flatMap((constraint): readonly Asked[] => {
            if (constraint.kind !== 'property') return [];
            const property = shapes.get(constraint.parameterValue);
            const { path } = property ?? {};
            if (path?.kind !== 'predicate') return [];
            return property!.constraints.map((each) => ({
              class: target.class,
              path: path.predicate,
              constraint: each,
            }));
          })
        : [],
    ),
  );
}

function compare(written: ShapesGraph, drafted: ShapesGraph, graph: ValidationInput['classGraph']) {
  const classes = new ClassHierarchy(graph);
  const have = asked(drafted);
  const seen = new Set<string>();
  const lacking = new Map<string, number>();
  let [supported, present] = [0, 0];
  for (const want of asked(written)) {
    const { kind } = want.constraint;
    if (!comparable.has(kind) || ('count' in want.constraint && want.constraint.count === 0)) continue;
    const key = `${want.class} ${want.path} ${kind} ${want.constraint.parameterValue}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const users = graph
      .withPredicate(want.path)
      .filter(({ subject }) =>
        graph.objects(subject, rdf.type).some((type) => classes.subclasses(want.class).has(type)),
      );
    if (new Set(users.map(({ subject }) => subject)).size < 3) continue;
    supported++;
    const near = have.filter(
      ({ class: id, path }) => path === want.path && classes.subclasses(id).has(want.class),
    );
    if (near.some(({ constraint }) => asksAsMuch(constraint, want.constraint, classes))) present++;
    else lacking.set(kind, (lacking.get(kind) ?? 0) + 1);
  }
  return { supported, present, lacking };
}

const comparable: ReadonlySet<Constraint['kind']> = new Set([
  'minCount',
  'maxCount',
  'datatype',
  'class',
  'nodeKind',
  'in',
  'pattern',
  'languageIn',
  'uniqueLang',
  'minInclusive',
  'minExclusive',
  'minLength',
  'lessThan',
  'lessThanOrEquals',
]);

function asksAsMuch(one: Constraint, other: Constraint, classes: ClassHierarchy): boolean {
  if (other.kind === 'minCount' && one.kind === 'minCount') return one.count >= other.count;
  if (other.kind === 'maxCount' && one.kind === 'maxCount') return one.count <= other.count;
  if (other.kind === 'class' && one.kind === 'class')
    return classes.subclasses(other.parameterValue).has(one.parameterValue);
  if (other.kind === 'nodeKind') {
    if (other.nodeKind === sh.Literal && ['datatype', 'languageIn'].includes(one.kind)) return true;
    return (
      one.kind === 'nodeKind' &&
      (one.nodeKind === other.nodeKind ||
        other.nodeKind === sh.BlankNodeOrIRI ||
        other.nodeKind === sh.IRIOrLiteral)
    );
  }
  if (other.kind === 'in' && one.kind === 'in')
    return one.members.every((each) => other.members.includes(each));
  if (other.kind === 'languageIn' && one.kind === 'languageIn') return true;
  if (other.kind === 'minLength')
    return one.kind === 'minLength' || one.kind === 'pattern' || one.kind === 'in';
  if (other.kind === 'minInclusive' || other.kind === 'minExclusive')
    return one.kind === 'minInclusive' || one.kind === 'minExclusive' || one.kind === 'in';
  if (other.kind === 'lessThanOrEquals' && one.kind === 'lessThan')
    return terms.value(one.parameterValue) === terms.value(other.parameterValue);
  if (other.kind === 'pattern') return one.kind === 'pattern' || one.kind === 'in';
  return one.kind === other.kind && terms.value(one.parameterValue) === terms.value(other.parameterValue);
}

function share(part: number, whole: number): string {
  return `${part} (${Math.round((100 * part) / Math.max(1, whole))} %)`;
}
