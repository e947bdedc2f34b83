import type { LookUp } from '../../../rdf/observedGraph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Ranked, RepairProblem, VerifiedRepair } from '../../../repair/repair.ts';
import { type Suggestions, suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import { compareResults } from '../../../shacl/incremental/impact.ts';
import { recordValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { type UncheckedPart, type Violation, violationKey } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { WorkIsOver } from '../../../shacl/watch.ts';
import { type AreKnown, fetchNeeded, type Needed, neededFor } from '../../../workspace/store/fetchContext.ts';
import { type GuardedUpdate, guardedUpdate } from '../../../workspace/store/guard.ts';
import {
  type ObservedVerdicts,
  observedVerdicts,
  verdictsOfChange,
} from '../../../workspace/store/observedVerdicts.ts';
import type { Store } from '../../../workspace/store/store.ts';

/** The results at some nodes of a store, with repairs that the store can carry out. */
export interface StoreRepairs {
  readonly results: readonly StoreResult[];
  /** Why the verdict is undecided, as sentences without the name of the store. In that case, nothing is offered. */
  readonly gaps: readonly string[];
  readonly notChecked: readonly UncheckedPart[];
  /** Those of the nodes that no shape judges. */
  readonly idle: readonly TermId[];
  readonly input: ValidationInput;
  readonly print: TermPrinter;
}

export interface StoreResult {
  readonly violation: Violation;
  /** Best first. */
  readonly repairs: readonly StoreRepair[];
  readonly uncertainty: Suggestions['uncertainty'];
}

/** A repair that holds on what is known about the store, as an update that is only applied where it holds. */
export interface StoreRepair extends Ranked<VerifiedRepair> {
  readonly guarded: GuardedUpdate;
}

/** The shapes and settings by which the nodes of a store are judged. */
export interface StoreUnit {
  /** The unit whose data is what is known about the store. */
  readonly unitWith: (known: TurtleDocument) => Promise<Omit<KnownUnit, 'document'>>;
  /** Whether rdfs:subClassOf is read from the store. */
  readonly looksUpClasses: boolean;
  /** The named graph that the store answers from, and that updates change; undefined for its default graph. */
  readonly graph: string | undefined;
}

/**
 * Finds repairs of the results at some nodes of a store. What the verdicts about the nodes rest on is fetched, before and
 * after each repair, so that a repair is proven for the whole store: the result is gone, and there is no new one at any
 * focus node, including those that only the store knows.
 *
 * @param max how many repairs are found for each result, at most.
 * @param signal if its reason is `WorkIsOver`, the results that are known have that as a gap.
 * @throws the signal's reason when aborted.
 */
export async function storeRepairs(
  store: Store,
  nodes: readonly TermId[],
  { unitWith, looksUpClasses, graph }: StoreUnit,
  max: number,
  signal: AbortSignal,
): Promise<StoreRepairs> {
  const search = new Search(nodes, { looksUpClasses, graph }, max, signal);
  const needs = async (known: TurtleDocument, areKnown: AreKnown): Promise<Needed> => {
    const document = withoutText(known);
    return search.on({ ...(await unitWith(document)), document }, areKnown);
  };
  try {
    const { gaps } = await fetchNeeded(store, needs, signal);
    return search.found(gaps);
  } catch (error) {
    if (!(error instanceof WorkIsOver && search.hasJudged)) throw error;
    return search.found([error.message]);
  }
}

/** No text is edited. */
function withoutText({ uri, graph, prefixes }: TurtleDocument): TurtleDocument {
  const columns = Array.from(graph.triples(), ({ subject, predicate, object }) => [
    subject,
    predicate,
    object,
  ]);
  return TurtleDocument.withoutText(uri, Int32Array.from(columns.flat()), prefixes);
}

interface KnownUnit {
  readonly input: ValidationInput;
  /** The triples of the store, which updates change. */
  readonly document: TurtleDocument;
  /** Files, which they don't change. */
  readonly context: RepairProblem['context'];
  readonly print: TermPrinter;
}

interface ProvenOnPart {
  readonly repair: Ranked<VerifiedRepair>;
  /** Why it can't be proven, as a sentence. */
  readonly refusal: string | undefined;
  /** What it rests on, before and after; undefined when it does not hold. */
  readonly lookUps: readonly LookUp[] | undefined;
}

interface Found {
  readonly unit: KnownUnit;
  readonly judged: ObservedVerdicts;
  readonly results: readonly {
    readonly violation: Violation;
    readonly suggestions: Suggestions;
    readonly proven: readonly ProvenOnPart[];
  }[];
}

/** A guard has a condition for each of them, and has at most 1,000 conditions. */
const maxOthers = 500;

/** The search on what is known so far. It is repeated when more is known. */
class Search {
  readonly #nodes: readonly TermId[];
  readonly #of: Pick<StoreUnit, 'looksUpClasses' | 'graph'>;
  readonly #max: number;
  readonly #signal: AbortSignal;
  #found: Found | undefined;

  constructor(
    nodes: readonly TermId[],
    of: Pick<StoreUnit, 'looksUpClasses' | 'graph'>,
    max: number,
    signal: AbortSignal,
  ) {
    this.#nodes = nodes;
    this.#of = of;
    this.#max = max;
    this.#signal = signal;
  }

  /** Repairs are searched for when all is known on which the verdicts rest. */
  async on(unit: KnownUnit, areKnown: AreKnown): Promise<Needed> {
    const judged = await this.#judge(unit.input, this.#nodes);
    const own = this.#nodes.map((subject) => ({ subject }));
    const first = this.#needed([...own, ...judged.lookUps], [judged], unit);
    if (!areKnown(first.lookUps)) {
      this.#found = { unit, judged, results: [] };
      return first;
    }
    const more: ObservedVerdicts[] = [];
    const results = await this.#searchIn(unit, more);
    this.#found = { unit, judged, results };
    const all = [...first.lookUps, ...more.flatMap(({ lookUps }) => lookUps)];
    const changed = results.flatMap(({ proven }) => proven.flatMap(({ repair }) => changedBy(repair)));
    const places = changed.map(({ subject, predicate }) => ({ subject, predicate }));
    return this.#needed([...all, ...places], [judged, ...more], unit);
  }

  /** Whether the nodes were judged on only a part of what has to be known. */
  get hasJudged(): boolean {
    return this.#found !== undefined;
  }

  /** The last repairs found, once nothing is left to ask. */
  found(gaps: readonly string[]): StoreRepairs {
    const { unit, judged, results } = this.#found!;
    const known = unit.document.graph;
    const common = {
      gaps,
      notChecked: judged.notChecked,
      idle: this.#nodes.filter((node) => !judged.targets.has(node)),
      input: unit.input,
      print: unit.print,
    };
    if (gaps.length > 0) {
      const open = judged.violations.map((violation) => ({ violation, repairs: [], uncertainty: undefined }));
      return { ...common, results: open };
    }
    return {
      ...common,
      results: results.map(({ violation, suggestions, proven }) => ({
        violation,
        uncertainty: suggestions.uncertainty,
        repairs: proven.flatMap(({ repair, refusal, lookUps }): StoreRepair[] => {
          if (refusal !== undefined) return [{ ...repair, guarded: { kind: 'refused', reason: refusal } }];
          return lookUps
            ? [{ ...repair, guarded: guardedUpdate(known, repair.verdict.delta, lookUps, this.#of.graph) }]
            : [];
        }),
      })),
    };
  }

  async #searchIn(unit: KnownUnit, judgements: ObservedVerdicts[]): Promise<Found['results']> {
    const { input, document, context, print } = unit;
    const recorded = await recordValidation(input, { term: print }, this.#signal);
    const roots = new Set(this.#nodes);
    const violations = recorded.result.violations.filter(({ rootFocusNode }) => roots.has(rootFocusNode));
    const results: Found['results'][number][] = [];
    for (const violation of violations) {
      const problem = { violation, recorded, documents: [document], context, term: print };
      const suggestions = await suggestRepairs(problem, { max: this.#max }, this.#signal);
      const proven: ProvenOnPart[] = [];
      for (const repair of suggestions.repairs) {
        const proof = await this.#prove(repair, violation, input);
        judgements.push(proof.before, proof.after);
        const lookUps = proof.holds ? [...proof.before.lookUps, ...proof.after.lookUps] : undefined;
        proven.push({ repair, refusal: proof.refusal, lookUps });
      }
      results.push({ violation, suggestions, proven });
    }
    return results;
  }

  /** Judges the nodes, those that the repair changes, and those from which shapes look at these, before and after it. */
  async #prove(repair: Ranked<VerifiedRepair>, violation: Violation, input: ValidationInput) {
    const ends = changedBy(repair).flatMap(({ subject, object }) => [subject, object]);
    const nodes = [...new Set([...this.#nodes, ...ends.filter((end) => !terms.isLiteral(end))])];
    const { before, after, others } = await verdictsOfChange(input, repair.verdict.delta, nodes, {
      maxOthers,
      looksUpClasses: this.#of.looksUpClasses,
    });
    const refusal =
      others > maxOthers
        ? `It may concern the results of ${others} other focus nodes, and more than ${maxOthers} are not judged for a repair.`
        : undefined;
    const { introduced } = compareResults(before.violations, after.violations);
    const key = violationKey(violation);
    const isGone = after.violations.every((each) => violationKey(each) !== key);
    return { before, after, refusal, holds: isGone && introduced.length === 0 };
  }

  #judge(input: ValidationInput, nodes: readonly TermId[]): Promise<ObservedVerdicts> {
    return observedVerdicts(input, nodes, { looksUpClasses: this.#of.looksUpClasses });
  }

  #needed(lookUps: readonly LookUp[], judged: readonly ObservedVerdicts[], { input }: KnownUnit): Needed {
    return neededFor(input, { lookUps, asksForAll: judged.some(({ asksForAll }) => asksForAll) });
  }
}

function changedBy({ verdict: { delta } }: Ranked<VerifiedRepair>): readonly Triple[] {
  return [...delta.added, ...delta.removed];
}
