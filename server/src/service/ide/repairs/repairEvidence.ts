import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { EvidenceKind } from '../../../repair/drafts/evidence.ts';
import type { SoundRepair } from '../../../repair/repair.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { onlyInStores, type StoreEvidence } from '../diagnostics/storeEvidence.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** Why a repair is offered. */
export interface RepairEvidence {
  /** On one line, with the addresses of the stores that it rests on; undefined when there is nothing to say. */
  readonly words: string | undefined;
  /** What it rests on that only stores contain, by store. */
  readonly statedBy: readonly StoreEvidence[];
}

/**
 * Why a repair is offered, and which part of that only stores contain: which others have the value that it adds, what its
 * reasons mention about these, of the repaired node and of the value, the names by which the value was found, and the types
 * of the value.
 */
export function repairEvidence(
  { repair, verdict }: SoundRepair,
  graphs: Pick<UnitGraphs, 'data' | 'context' | 'input'>,
  print: TermPrinter,
): RepairEvidence {
  const { evidence: words } = repair;
  const statedBy = onlyInStores(graphs, ({ graph: store }) => {
    const reason = repair.reasons.map((each) => each.words).join('; ');
    const isOfOthers = repair.reasons.some(({ kind }) => ofOthers.has(kind));
    const refused = new Set(verdict.delta.removed.map(({ object }) => terms.value(object).toLowerCase()));
    const isNamed = ({ predicate, object }: Triple) =>
      predicate === rdf.type ? names(reason, print(object)) : names(reason, print(predicate));
    const isName = ({ object }: Triple) =>
      terms.isLiteral(object) && refused.has(terms.value(object).toLowerCase());
    const found = new Map<string, Triple>();
    const add = (triples: readonly Triple[]) => {
      for (const triple of triples) found.set(tripleKey(triple), triple);
    };
    for (const { subject, predicate, object } of verdict.delta.added) {
      const others = isOfOthers
        ? graphs.input.dataGraph.subjects(predicate, object).filter((each) => each !== subject)
        : [];
      const shown = others.slice(0, mostOthers);
      add(shown.map((other) => ({ subject: other, predicate, object })));
      for (const node of [subject, ...shown]) add(store.outgoing(node).filter(isNamed));
      if (terms.isLiteral(object)) continue;
      add(store.outgoing(object).filter((triple) => isName(triple) || isNamed(triple)));
      add(store.objects(object, rdf.type).map((type) => typeTriple(object, type)));
    }
    return [...found.values()];
  });
  if (statedBy.length === 0) return { words, statedBy };
  const addresses = statedBy.map(({ store }) => store).join(' and ');
  const from = `according to ${addresses}`;
  return { words: words === undefined ? from : `${words}, ${from}`, statedBy };
}

/** The reasons that count what other nodes have. */
const ofOthers: ReadonlySet<EvidenceKind> = new Set([
  'peers',
  'reuse',
  'analogy',
  'connected',
  'mirrored',
  'usual',
]);

/** Listing more adds nothing. */
const mostOthers = 50;

/** Whether a text contains a name, other than as a part of a longer one. */
function names(text: string, name: string): boolean {
  return text.split(/[\s,;()“”"']+/).includes(name);
}

function typeTriple(subject: TermId, object: TermId): Triple {
  return { subject, predicate: rdf.type, object };
}
