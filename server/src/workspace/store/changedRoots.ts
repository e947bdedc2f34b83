import { groupBy } from '../../base/groupBy.ts';
import { memoized } from '../../base/memoized.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { type ReadSite, type ReadSites, readSites } from '../../shacl/incremental/affected.ts';
import { leadsToAnyOf } from '../../shacl/incremental/mayChange.ts';
import type { Shape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { countedRows, countOfRows } from './countedSelect.ts';
import { shapesWithQueries } from './lookUpsOfEdit.ts';
import { type Store, StoreError } from './store.ts';
import { StoreFragment } from './storeFragment.ts';
import { chunksOf, patternOfAny, planTargets } from './targetPlan.ts';
import type { WholeStoreOptions } from './wholeStore.ts';

/**
 * A fingerprint of a store's triples: for each predicate, and each class of the subjects, how many triples there are and a
 * sum of hashes of them. Where two of these are equal, so are the triples, but for one change in 10^11. Null is used for
 * triples that can't be compared in this way, such as those with blank nodes.
 */
export type Fingerprint = ReadonlyMap<string, string | null>;

/** @throws StoreError when the store does not provide that; the signal's reason when aborted. */
export async function fingerprintOf(store: Store, signal: AbortSignal): Promise<Fingerprint> {
  const parts = new Map<string, string | null>();
  for (const { p, c, all, hashed, sum } of await countedRows(
    store,
    '?p ?c ?all ?hashed ?sum',
    partsPattern,
    signal,
  )) {
    if (p === undefined || all === undefined) throw new StoreError('It does not say which triples it has.');
    parts.set(keyOf(p, c), all === hashed && sum !== undefined ? `${all} ${sum}` : null);
  }
  return parts;
}

/** The names of blank nodes differ in each answer. */
const partsPattern = `{ SELECT ?p ?c (COUNT(*) AS ?all) (COUNT(?h) AS ?hashed) (SUM(?h) AS ?sum) WHERE {
  ?s ?p ?o OPTIONAL { ?s <${terms.value(rdf.type)}> ?c }
  BIND(CONCAT(STR(?s), " ", STR(?o), " ", COALESCE(STR(DATATYPE(?o)), ""), " ", COALESCE(LANG(?o), "")) AS ?text)
  BIND(IF(isBlank(?s) || isBlank(?o), ?none, <http://www.w3.org/2001/XMLSchema#integer>(SUBSTR(REPLACE(MD5(?text), "[a-f]", ""), 1, 11))) AS ?h)
} GROUP BY ?p ?c }`;

/** What differs between two fingerprints. */
function changedParts(before: Fingerprint, after: Fingerprint): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => (before.get(key) ?? null) === null || before.get(key) !== after.get(key),
  );
}

/** What is the same in both. */
export function commonParts(before: Fingerprint, after: Fingerprint): Fingerprint {
  const changed = new Set(changedParts(before, after));
  return new Map([...after].map(([key, value]) => [key, changed.has(key) ? null : value]));
}

function keyOf(predicate: string, ofClass = ''): string {
  return `${predicate} ${ofClass}`;
}

/** A part of the triples: those of a predicate, with subjects of a class. */
interface Part {
  readonly predicate: TermId;
  /** Undefined for those of subjects without a class. */
  readonly class: TermId | undefined;
  /** Whether the class has no name, and may be any. */
  readonly isOfAny: boolean;
}

function partOf(key: string): Part {
  const [predicate = '', ofClass = ''] = key.split(' ');
  const isOfAny = ofClass !== '' && !ofClass.startsWith('<');
  return {
    predicate: terms.iri(predicate.slice(1, -1)),
    class: ofClass === '' || isOfAny ? undefined : terms.iri(ofClass.slice(1, -1)),
    isOfAny,
  };
}

/**
 * The root shapes whose results may be others where some parts of the triples have changed: those that read one of them.
 *
 * @param keys of a fingerprint.
 * @param classes which classes are below which. If that has changed, all shapes are told.
 */
function changedRoots(
  keys: readonly string[],
  shapes: ShapesGraph,
  classes: ClassHierarchy,
): readonly Shape[] {
  const parts = keys.map(partOf);
  if (parts.some(({ predicate }) => readByAll.has(predicate))) return shapes.roots;
  const sites = readSites(shapes.shapes);
  const references = referencesFrom(shapes, sites);
  const asksQueries = leadsToAnyOf(shapesWithQueries(shapes), shapes);
  const sitesOf = (predicate: TermId): readonly ReadSite[] =>
    predicate === rdf.type ? [...sites.of(predicate), ...sites.classSites] : sites.of(predicate);
  const isBelow = (part: Part, above: TermId) =>
    part.isOfAny || (part.class !== undefined && classes.subclasses(above).has(part.class));
  return shapes.roots.filter((root) => {
    const { targets } = root;
    if (asksQueries(root) || !targets.every(({ kind }) => kind === 'class' || kind === 'subjectsOf'))
      return parts.length > 0;
    const { own, others } = judgedShapes(root, references);
    const targetClasses = targets.flatMap((target) => (target.kind === 'class' ? [target.class] : []));
    const isOfFocus = (part: Part) =>
      targetClasses.length < targets.length || targetClasses.some((each) => isBelow(part, each));
    return parts.some(
      (part) =>
        targets.some((target) =>
          target.kind === 'class'
            ? part.predicate === rdf.type && isBelow(part, target.class)
            : target.kind === 'subjectsOf' && target.predicate === part.predicate,
        ) ||
        sitesOf(part.predicate).some(({ shape, from, back, class: ofClass }) => {
          if (!own.has(shape) && !others.has(shape)) return false;
          if (ofClass !== undefined) return isBelow(part, ofClass);
          return others.has(shape) || from === 'object' || back !== undefined || isOfFocus(part);
        }),
    );
  });
}

/** The predicates for classes, targets and incomplete nodes. */
const readByAll: ReadonlySet<TermId> = new Set([
  rdfs.subClassOf,
  sh.shape,
  sh.incomplete,
  sh.incompleteURIStart,
]);

/** A shape that another refers to, and whether it judges the same nodes. */
interface ReferredShape {
  readonly to: TermId;
  readonly isSame: boolean;
}

function referencesFrom(
  { shapes }: ShapesGraph,
  { references }: ReadSites,
): ReadonlyMap<TermId, readonly ReferredShape[]> {
  const found = shapes.flatMap(({ id }) =>
    references(id).map(({ shape, back }) => ({ from: shape, to: id, isSame: back === undefined })),
  );
  return groupBy(found, ({ from }) => from);
}

/** The shapes that judge the focus nodes of a root shape themselves, and those that judge other nodes for it. */
function judgedShapes(
  root: Shape,
  references: ReadonlyMap<TermId, readonly ReferredShape[]>,
): { readonly own: ReadonlySet<TermId>; readonly others: ReadonlySet<TermId> } {
  const from = (id: TermId) => references.get(id) ?? [];
  const own = new Set([root.id]);
  for (const id of own) for (const { to, isSame } of from(id)) if (isSame) own.add(to);
  const others = new Set([...own].flatMap(from).flatMap(({ to, isSame }) => (isSame ? [] : [to])));
  for (const id of others) for (const { to } of from(id)) others.add(to);
  return { own, others };
}

/** What a store has to be asked again, some time after it was asked about everything. */
export interface AskedAgain {
  /** What it states now. */
  readonly now: Fingerprint;
  /** The places, among all shapes, of the root shapes whose results may differ. */
  readonly roots: ReadonlySet<number>;
  readonly isAll: boolean;
  /** How many focus nodes all root shapes have together. */
  count(): Promise<number>;
}

/**
 * Finds out which root shapes may have other results than before.
 *
 * @param before what the store stated then; undefined when nothing is known.
 * @throws StoreError when the store does not tell; the signal's reason when aborted.
 */
export async function askedAgain(
  store: Store,
  before: Fingerprint | undefined,
  options: Pick<WholeStoreOptions, 'inputWith' | 'looksUpClasses'>,
  signal: AbortSignal,
): Promise<AskedAgain> {
  const now = await fingerprintOf(store, signal);
  const { classes, named, patterns, whyAll, gaps } = await planTargets(
    store,
    options,
    new StoreFragment(store),
    signal,
  );
  const { shapes } = classes.input;
  const keys = before === undefined ? [] : changedParts(before, now);
  const isWhole = before === undefined || gaps.length > 0 || (whyAll !== undefined && keys.length > 0);
  const changed = new Set(
    isWhole ? shapes.roots : changedRoots(keys, shapes, new ClassHierarchy(classes.classGraph)),
  );
  const names = [...new Set([...named.values()].flatMap((each) => [...each]))];
  return {
    now,
    roots: new Set(shapes.shapes.flatMap((shape, i) => (changed.has(shape) ? [i] : []))),
    isAll: changed.size === shapes.roots.length,
    count() {
      const given = chunksOf(names, 500).map((chunk) => `VALUES ?f { ${chunk.join(' ')} }`);
      return countOfRows(store, '?f', patternOfAny([...patterns, ...given]), signal);
    },
  };
}

/** The same shapes, with some of the roots only, by their places among all shapes. The same object for the same shapes. */
export function withRoots(roots: ReadonlySet<number>): (shapes: ShapesGraph) => ShapesGraph {
  return memoized((shapes) => {
    const chosen = new Set(shapes.shapes.filter((_, i) => roots.has(i)));
    return { ...shapes, roots: shapes.roots.filter((shape) => chosen.has(shape)) };
  });
}
