import { counted } from '../../base/counted.ts';
import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { rdf } from '../../rdf/vocab.ts';
import { missingPremises } from '../../shacl/rules/missingPremises.ts';
import { ruleName } from '../../shacl/rules/ruleName.ts';
import { mergeChanges } from '../drafts/change.ts';
import { type Draft, runsRules } from '../drafts/draft.ts';
import { distinct, type Evidence } from '../drafts/evidence.ts';
import { type Fix, isToFillIn } from '../drafts/fix.ts';

/**
 * The same fixes, and before one that states what rules may infer: what would have to be stated for the rule to fire, if
 * that is what the data files state more often. It is one triple, or one from which that triple is inferred in turn.
 */
export function* statingPremises(fixes: Iterable<Fix>, draft: Draft): Iterable<Fix> {
  const isByRules = runsRules(draft.search);
  for (const fix of fixes) {
    const found = isByRules ? statingPremise(fix, draft) : undefined;
    if (found) yield found.fix;
    // Nobody fills in what follows from something else that is to be filled in.
    if (found === undefined || !isToFillIn(fix)) yield found?.other ?? fix;
  }
}

/** The fix with a premise in place of the first triple that follows from one, and the fix with what speaks against it. */
function statingPremise(fix: Fix, draft: Draft): { readonly fix: Fix; readonly other: Fix } | undefined {
  for (const triple of fix.change.added.slice(0, mostReplaced)) {
    const [way] = waysToInfer(triple, draft);
    if (way === undefined || statements(way.triple, draft) <= statements(triple, draft)) continue;
    return { fix: instead(fix, triple, way, draft), other: doubted(fix, triple, way.triple, draft) };
  }
  return undefined;
}

const mostReplaced = 3;

interface Way {
  /** What to state. */
  readonly triple: Triple;
  /** The rules by which the wanted triple follows from it, the last one first. */
  readonly rules: readonly TermId[];
}

/** What a rule needs to infer a triple, or another one to infer that; what is stated most often comes first. */
function waysToInfer(wanted: Triple, draft: Draft): readonly Way[] {
  const direct = premisesFor(wanted, draft);
  const further = direct.flatMap((way) =>
    premisesFor(way.triple, draft).map(({ triple, rules }) => ({ triple, rules: [...way.rules, ...rules] })),
  );
  const seen = new Set([tripleKey(wanted)]);
  return [...direct, ...further]
    .filter(({ triple }) => {
      const key = tripleKey(triple);
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => statements(b.triple, draft) - statements(a.triple, draft));
}

function premisesFor(wanted: Triple, { graph, search }: Draft): readonly Way[] {
  return missingPremises(wanted, graph, search.shapes)
    .filter(({ premise }) => premise.predicate !== wanted.predicate && !hasTriple(graph, premise))
    .map(({ premise, rule }) => ({ triple: premise, rules: [rule] }));
}

/** How often the data files state what a triple says: its property, or its type. */
function statements({ predicate, object }: Triple, { search }: Draft): number {
  const stated: Graph = search.input.reportedGraph;
  return predicate === rdf.type
    ? stated.subjects(rdf.type, object).length
    : stated.withPredicate(predicate).length;
}

/** The fix with a premise in place of what follows from it. */
function instead(fix: Fix, triple: Triple, { triple: premise, rules }: Way, draft: Draft): Fix {
  const { search } = draft;
  const [first, second] = rules;
  const name = second === undefined ? ruleName(search.shapes.graph, first!, search.term) : undefined;
  const by = second === undefined ? 'a rule infers' : 'two rules infer';
  const how = `${name === undefined ? by : `the rule “${name}” infers`} the rest from it`;
  const change = mergeChanges(
    { ...fix.change, added: fix.change.added.filter((each) => each !== triple) },
    { added: [premise], removed: [] },
  );
  const said: Evidence = { kind: 'remark', words: how };
  return { ...fix, change, evidence: distinct([...fix.evidence, said]) };
}

/** The fix with what speaks against stating a triple, because the data state another one and leave this to rules. */
function doubted(fix: Fix, triple: Triple, other: Triple, draft: Draft): Fix {
  const [here, there] = [statements(triple, draft), statements(other, draft)];
  const evidence: Evidence = {
    kind: 'inferred',
    words: `the data state ${draft.search.term(other.predicate)} instead, ${counted(there, 'time')}`,
    for: there,
    of: here + there,
  };
  const against = (each: readonly Evidence[]) => distinct([...each, evidence]);
  return {
    ...fix,
    evidence: against(fix.evidence),
    claims: fix.claims.map((claim) => ({ ...claim, evidence: against(claim.evidence) })),
  };
}
