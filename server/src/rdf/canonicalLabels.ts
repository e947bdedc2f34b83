import { blanksOf } from './isomorphism.ts';
import { termToNTriples } from './nTriples.ts';
import { type TermId, type Triple, terms } from './terms.ts';

/**
 * The triples as sorted lines of N-Triples, with labels of blank nodes that follow from the statements about them: whatever
 * they were called, and in whatever order the triples come, the lines are the same. Where blank nodes look the same and yet
 * are not interchangeable, which is rare, lines may differ from one process to the next.
 */
export function canonicalLines(triples: readonly Triple[]): readonly string[] {
  const about = new Map<TermId, Triple[]>();
  for (const triple of triples) {
    for (const node of new Set(blanksOf(triple))) {
      const list = about.get(node);
      if (list) list.push(triple);
      else about.set(node, [triple]);
    }
  }
  const labels = labelsOf(about);
  return triples.map((triple) => lineWith(triple, (node) => `b${labels.get(node)}`)).sort();
}

/** Numbers for blank nodes. Nodes that look the same are distinguished one after the other. */
function labelsOf(about: ReadonlyMap<TermId, readonly Triple[]>): ReadonlyMap<TermId, number> {
  let colours: ReadonlyMap<TermId, number> = new Map([...about.keys()].map((node) => [node, 0]));
  for (;;) {
    colours = refined(colours, about);
    const members = new Map<number, TermId[]>();
    for (const [node, colour] of colours) members.set(colour, [...(members.get(colour) ?? []), node]);
    const alike = [...members].filter(([, nodes]) => nodes.length > 1).sort(([a], [b]) => a - b)[0];
    if (alike === undefined) return colours;
    // The others of its colour come after it.
    const [colour, [first]] = alike;
    colours = new Map(
      [...colours].map(([node, each]) => [
        node,
        each > colour || (each === colour && node !== first) ? each + 1 : each,
      ]),
    );
  }
}

/** Colours that also distinguish nodes with different surroundings; the order of the previous colours is kept. */
function refined(
  before: ReadonlyMap<TermId, number>,
  about: ReadonlyMap<TermId, readonly Triple[]>,
): ReadonlyMap<TermId, number> {
  let colours = before;
  let count = new Set(colours.values()).size;
  for (;;) {
    const looks = new Map<TermId, string>();
    for (const [node, triples] of about) {
      const lines = triples.map((triple) =>
        lineWith(triple, (other) => (other === node ? 'self' : `c${colours.get(other)}`)),
      );
      looks.set(node, `${String(colours.get(node)).padStart(9, '0')} ${lines.sort().join('\n')}`);
    }
    const order = new Map([...new Set(looks.values())].sort().map((look, i) => [look, i]));
    colours = new Map([...looks].map(([node, look]) => [node, order.get(look)!]));
    if (order.size === count) return colours;
    count = order.size;
  }
}

function lineWith({ subject, predicate, object }: Triple, label: (node: TermId) => string): string {
  const text = (term: TermId) => (terms.isBlank(term) ? `_:${label(term)}` : termToNTriples(term));
  return `${text(subject)} ${text(predicate)} ${text(object)} .`;
}
