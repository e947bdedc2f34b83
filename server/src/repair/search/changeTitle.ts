import { counted as count } from '../../base/counted.ts';
import { andList } from '../../base/wordSearch.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import type { Fix } from '../drafts/fix.ts';
import { type Renaming, renamingOf } from '../drafts/renameNode.ts';
import { type Respelling, respellingOf } from '../slips/throughoutData.ts';

/** The end of the titles of changes with a value that the user has to give. */
export const toBeFilledIn = ' (to be filled in)';

/**
 * A one-line description of a change in the file's own words: "Add ex:Building_1 as brick:isPartOf of ex:Room_2",
 * "Change "0.3048" to 0.3048", "Remove ex:b as ex:p of ex:a", "Rename ex:room1 to ex:Room_1".
 */
export function changeTitle(
  change: GraphDelta,
  { minted, placeholders }: Pick<Fix, 'minted' | 'placeholders'>,
  term: TermPrinter,
): string {
  const isNew = new Set(minted);
  const renaming = renamingOf(change);
  if (renaming) return renamingTitle(renaming, term);
  const respelling = respellingOf(change);
  if (respelling) return respellingTitle(respelling, change, term);
  const toFillIn = placeholders.some((value) => terms.isLiteral(value)) ? toBeFilledIn : '';
  const special = listTitle(change, term) ?? annotationTitle(change, isNew, term);
  if (special !== undefined) return special + toFillIn;
  const links = linksOf(change.removed);
  const goesAlong = (node: TermId) =>
    change.removed.some((triple) => triple.subject === node && !links.includes(triple));
  const groups = groupBySlot(links, mainTriples(change.added, isNew));
  const type = (node: TermId) =>
    change.added.find(({ subject, predicate }) => subject === node && predicate === rdf.type)?.object;
  const words: Words = {
    value(value) {
      if (terms.isBlank(value) && goesAlong(value)) {
        return withDescription(value, change.removed, term);
      }
      if (!isNew.has(value)) return shortText(term(value));
      const kind = type(value);
      const name = terms.isBlank(value) ? 'node' : shortText(term(value));
      return kind === undefined ? `new ${name}` : `new ${name} (a ${term(kind)})`;
    },
    term: (value) => shortText(term(value)),
  };
  const sentences = counted(describeAll(groups, words));
  const [first = 'Change nothing', ...rest] = sentences;
  const all = [first, ...rest.map((sentence) => sentence[0]!.toLowerCase() + sentence.slice(1))];
  const shown = all.length <= 3 ? all : [...all.slice(0, 2), `${all.length - 2} more changes`];
  return andList(shown) + toFillIn;
}

/**
 * "Remove ex:a from the list": the effect of a change that only affects lists on their members; undefined for other
 * changes.
 */
function listTitle({ added, removed }: GraphDelta, term: TermPrinter): string | undefined {
  const isOfList = ({ predicate }: Triple) => predicate === rdf.first || predicate === rdf.rest;
  if (![...added, ...removed].every(isOfList)) return undefined;
  const more = (some: readonly Triple[], others: readonly Triple[]) => {
    const left = others.filter(({ predicate }) => predicate === rdf.first).map(({ object }) => object);
    return some.flatMap(({ predicate, object }) => {
      const at = left.indexOf(object);
      if (at >= 0) left.splice(at, 1);
      return predicate === rdf.first && at < 0 ? [shortText(term(object))] : [];
    });
  };
  const [come, gone] = [more(added, removed), more(removed, added)];
  if (come.length + gone.length === 0) return undefined;
  if (come.length === 1 && gone.length === 1) return `Change ${gone[0]} to ${come[0]} in the list`;
  if (gone.length === 0) return `Add ${andList(come)} to the list`;
  const without = `${andList(gone)} from the list`;
  return come.length === 0 ? `Remove ${without}` : `Add ${andList(come)} to the list and remove ${without}`;
}

/**
 * "Annotate ex:a ex:p 1 with ex:by ex:b": the annotations that a change adds to a statement, if it does nothing else;
 * undefined for others.
 */
function annotationTitle(
  { added, removed }: GraphDelta,
  isNew: ReadonlySet<TermId>,
  term: TermPrinter,
): string | undefined {
  const [reifying, ...others] = added.filter(({ predicate }) => predicate === rdf.reifies);
  if (reifying === undefined || others.length > 0 || removed.length > 0) return undefined;
  const statement = terms.triple(reifying.object);
  if (statement === undefined) return undefined;
  if (!added.every(({ subject }) => isNew.has(subject))) return undefined;
  const printed = (ids: readonly TermId[]) => ids.map((id) => shortText(term(id))).join(' ');
  const said = added
    .filter((each) => each !== reifying && each.subject === reifying.subject)
    .map(({ predicate, object }) =>
      terms.isBlank(object) ? `a new node as ${printed([predicate])}` : printed([predicate, object]),
    );
  const { subject, predicate, object } = statement;
  return `Annotate ${printed([subject, predicate, object])}${said.length > 0 ? ` with ${andList(said)}` : ''}`;
}

function renamingTitle({ from, to }: Renaming, term: TermPrinter): string {
  if (terms.isBlank(to)) return `Take the name from ${shortText(term(from))} and keep its statements`;
  return terms.isBlank(from)
    ? `Name the node ${shortText(term(to))}`
    : `Rename ${shortText(term(from))} to ${shortText(term(to))}`;
}

/** One mistake in several statements. */
function respellingTitle({ kind, from, to }: Respelling, { removed }: GraphDelta, term: TermPrinter): string {
  const places = count(removed.length, 'statement');
  return kind === 'namespace'
    ? `Change the namespace <${shortText(from)}> to <${shortText(to)}> in ${places}`
    : `Change ${shortText(term(terms.iri(from)))} to ${shortText(term(terms.iri(to)))} in ${places}`;
}

/** The description of a new node belongs to the triple that links it to existing nodes. */
function mainTriples(added: readonly Triple[], isNew: ReadonlySet<TermId>): readonly Triple[] {
  const aboutOld = added.filter(({ subject }) => !isNew.has(subject));
  if (aboutOld.length > 0) {
    const told = new Set(aboutOld.map(({ object }) => object));
    for (const node of told)
      for (const { subject, object } of added) if (subject === node && isNew.has(node)) told.add(object);
    const others = added.filter(({ subject }) => isNew.has(subject) && !told.has(subject));
    return others.length === 0 ? aboutOld : [...aboutOld, ...mainTriples(others, isNew)];
  }
  const links = added.filter(
    ({ predicate, object }) => predicate !== rdf.type && !isNew.has(object) && !terms.isLiteral(object),
  );
  return links.length > 0 ? links : added;
}

/** The removal of a blank node's description is expressed by the link to that node. */
function linksOf(removed: readonly Triple[]): readonly Triple[] {
  const links = removed.filter(
    (triple) =>
      !terms.isBlank(triple.subject) ||
      !removed.some((other) => other !== triple && other.object === triple.subject),
  );
  return links.length > 0 ? links : removed;
}

/** Describes a removed blank node: by its type, as a list, or by its first triple. */
function withDescription(node: TermId, removed: readonly Triple[], term: TermPrinter): string {
  const said = removed.filter(({ subject }) => subject === node);
  const type = said.find(({ predicate }) => predicate === rdf.type);
  if (type) return `the node (a ${term(type.object)})`;
  if (said.some(({ predicate }) => predicate === rdf.first)) return 'the list';
  const [first] = said.filter(({ object }) => !terms.isBlank(object));
  return first === undefined
    ? 'the node'
    : `the node with ${term(first.predicate)} ${shortText(term(first.object))}`;
}

/** The changes of the objects of one subject and predicate. */
interface Slot {
  readonly subject: TermId;
  readonly predicate: TermId;
  readonly removed: TermId[];
  readonly added: TermId[];
}

interface Words {
  value(value: TermId): string;
  term(value: TermId): string;
}

function groupBySlot(removed: readonly Triple[], added: readonly Triple[]): readonly Slot[] {
  const slots = new Map<string, Slot>();
  const slotOf = ({ subject, predicate }: Triple) => {
    const key = `${subject} ${predicate}`;
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = { subject, predicate, removed: [], added: [] };
      slots.set(key, slot);
    }
    return slot;
  };
  for (const triple of removed) slotOf(triple).removed.push(triple.object);
  for (const triple of added) slotOf(triple).added.push(triple.object);
  return [...slots.values()];
}

/**
 * A sentence for each slot, or for two slots that form one change: a new predicate for the same values, or swapped
 * values.
 */
function describeAll(slots: readonly Slot[], words: Words): readonly string[] {
  const told = new Set<Slot>();
  const sentences: string[] = [];
  for (const slot of slots) {
    if (told.has(slot)) continue;
    const partner = slots.find(
      (other) => other !== slot && !told.has(other) && other.subject === slot.subject && mirrors(slot, other),
    );
    sentences.push(partner ? describePair(slot, partner, words) : describe(slot, words));
    told.add(slot);
    if (partner) told.add(partner);
  }
  return sentences;
}

/** True when the values removed from either slot are added to the other. */
function mirrors(one: Slot, other: Slot): boolean {
  if (one.predicate === rdf.type || other.predicate === rdf.type) return false;
  return isSame(one.removed, other.added) && isSame(one.added, other.removed);
}

function isSame(some: readonly TermId[], others: readonly TermId[]): boolean {
  return some.length === others.length && some.every((value) => others.includes(value));
}

function describePair(one: Slot, other: Slot, words: Words): string {
  const of = words.value(one.subject);
  const [from, to] = one.removed.length > 0 ? [one, other] : [other, one];
  const predicates = [words.term(from.predicate), words.term(to.predicate)];
  if (from.added.length === 0)
    return `Change ${predicates.join(' to ')} for ${list(from.removed, words)} of ${of}`;
  return `Swap ${list(from.removed, words)} and ${list(from.added, words)} as ${predicates.join(' and ')} of ${of}`;
}

/** Merges equal sentences, with the number of places. */
function counted(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return Array.from(counts, ([sentence, count]) =>
    count === 1 ? sentence : `${sentence} in ${count} places`,
  );
}

function describe({ subject, predicate, removed, added }: Slot, words: Words): string {
  const of = words.value(subject);
  const isType = predicate === rdf.type;
  if (removed.length > 0 && added.length > 0) {
    const values = `${list(removed, words)} to ${list(added, words)}`;
    return isType ? `Change the type from ${values} for ${of}` : `Change ${values}`;
  }
  const [verb, values] = added.length > 0 ? (['Add', added] as const) : (['Remove', removed] as const);
  if (isType) {
    const preposition = verb === 'Add' ? 'to' : 'from';
    return `${verb} ${values.length === 1 ? 'type' : 'types'} ${list(values, words)} ${preposition} ${of}`;
  }
  return `${verb} ${list(values, words)} as ${words.term(predicate)} of ${of}`;
}

function list(values: readonly TermId[], words: Words): string {
  const shown = values.slice(0, 3).map((value) => words.value(value));
  if (values.length > 3) shown.push(`${values.length - 3} more`);
  return andList(shown);
}

/** A text of several lines in the quotes of one line, with its line breaks visible. */
function oneLine(text: string): string {
  const [, inner, rest] = /^"""([\s\S]*)"""(.*)$/.exec(text) ?? [];
  return inner === undefined ? text : `"${inner.replace(/\r?\n/g, '\\n')}"${rest}`;
}

/** Literals may be whole paragraphs; names are short, unless they are malicious. */
const [mostOfLiteral, mostOfName] = [60, 200];

/** The text on one line, without its middle where it is long. */
export function shortText(text: string): string {
  const line = oneLine(text).replace(/\s+/g, ' ');
  const most = /^["']/.test(line) ? mostOfLiteral : mostOfName;
  if (line.length <= most) return line;
  return `${line.slice(0, most / 2)}…${line.slice(line.length - most / 2 + 1)}`;
}
