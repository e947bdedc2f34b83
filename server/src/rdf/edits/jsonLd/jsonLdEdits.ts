import type { OffsetEdit } from '../../../base/textEdit.ts';
import { hasTriple } from '../../graph.ts';
import type { JsonLdNode } from '../../readers/jsonTree.ts';
import { type TermId, type Triple, terms } from '../../terms.ts';
import { rdf } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import { exchangedValues, propertyInstead, takeRenamedNodes } from '../libraryChanges.ts';
import { PendingTriples } from '../plannedChanges.ts';
import { JsonChanges } from './jsonLdChanges.ts';
import { JsonTermWriter } from './jsonLdTerms.ts';
import type { JsonLdText, JsonStatement } from './jsonLdText.ts';

/**
 * The edits that write a change of a graph into JSON-LD: values are replaced where they are, removed with their comma, and
 * added to the key that has others of their kind. Whether the text then states the changed graph is for the caller to
 * prove.
 *
 * @param isPlain writes new keys as IRIs and new values in full, where the terms of a context stand for something else.
 * @throws NotExpressible
 */
export function jsonLdEdits(text: JsonLdText, change: GraphChange, isPlain: boolean): readonly OffsetEdit[] {
  return new JsonLdPlanner(text, change, isPlain).edits();
}

class JsonLdPlanner {
  readonly #text: JsonLdText;
  readonly #change: GraphChange;
  readonly #removed: PendingTriples;
  readonly #added: PendingTriples;
  readonly #changes: JsonChanges;
  readonly #writer: JsonTermWriter;

  constructor(text: JsonLdText, change: GraphChange, isPlain: boolean) {
    this.#text = text;
    this.#change = change;
    this.#removed = new PendingTriples(change.removed.triples());
    this.#added = new PendingTriples(change.added.triples());
    this.#writer = new JsonTermWriter(text, change, this.#added, isPlain);
    this.#changes = new JsonChanges(text, (object) => this.#writer.nameOfEmpty(object));
  }

  edits(): readonly OffsetEdit[] {
    this.#renameNodes();
    this.#rewriteLists();
    for (const [triple, to] of exchangedValues(this.#removed, this.#added)) this.#exchange(triple, to);
    this.#renameKeys();
    for (const triple of this.#removed.triples()) this.#remove(triple);
    this.#addToNodes();
    this.#addNodes();
    for (const node of this.#writer.toName()) {
      const place = this.#text.objectOf(node, (each) => !this.#changes.isRemoved(each));
      if (!place)
        throw new NotExpressible('A node without @id would be named in two places. Write it by hand.');
      const label = this.#writer.string(this.#writer.labelOf(node));
      this.#changes.prependMember(place, this.#writer.keyword(this.#text.contextOf(place), '@id'), label);
    }
    return this.#changes.edits();
  }

  /** A renamed node gets its new name wherever it is named. */
  #renameNodes(): void {
    for (const [from, to] of takeRenamedNodes(this.#change, this.#removed, this.#added)) {
      for (const { node, name, isVocab } of this.#text.namesOf(from)) {
        const context = this.#text.contextOf(node);
        this.#changes.replace(name, this.#writer.string(this.#writer.reference(to, context, isVocab)));
      }
    }
  }

  #exchange(triple: Triple, to: TermId): void {
    const { subject, predicate } = triple;
    if (this.#writer.isNested(to) || this.#change.isFresh(to)) return;
    const statements = this.#text.statementsOf(triple);
    const written = statements.map((statement) => this.#exchanged(statement, to));
    if (statements.length === 0 || !written.every((each) => each !== undefined)) return;
    statements.forEach(({ value }, i) => {
      const { node, text } = written[i]!;
      this.#changes.replace(node ?? value, text);
    });
    this.#removed.take(triple);
    this.#added.take({ subject, predicate, object: to });
  }

  /** What represents a term in the place of another; undefined where it has to be written elsewhere. */
  #exchanged(
    { value, object, key, isReverse, isType, keyName }: JsonStatement,
    to: TermId,
  ): { readonly node?: JsonLdNode; readonly text: string } | undefined {
    if (isReverse || this.#changes.isRemoved(value)) return undefined;
    const context = this.#text.contextOf(object);
    if (isType && terms.isLiteral(to)) return undefined;
    if (isType) return { text: this.#writer.string(this.#writer.reference(to, context, true)) };
    if (value.members && this.#text.statesInside(value)) return undefined;
    const definition = context.definition(keyName);
    const language = this.#text.languageOf(value, key);
    if (language !== undefined)
      return terms.language(to) === language ? { text: this.#writer.string(terms.value(to)) } : undefined;
    return this.#writer.exchanged(value, to, { context, definition });
  }

  /** Where all values of a key get another property, the key is replaced. */
  #renameKeys(): void {
    for (const triple of this.#removed.triples()) {
      const { subject } = triple;
      const to = propertyInstead(triple, this.#added);
      const [statement, second] = this.#text.statementsOf(triple);
      if (to === undefined || !statement || second || statement.isType || statement.isReverse) continue;
      if (
        to === rdf.type ||
        this.#added.objects(subject, to).length > this.#text.statementsAt(statement.key).length
      )
        continue;
      const ofKey = this.#text.statementsAt(statement.key);
      const renamed = ofKey.map((each) => ({ ...each.triple, predicate: to }));
      if (
        !ofKey.every((each) => this.#removed.has(each.triple)) ||
        !renamed.every((each) => this.#added.has(each))
      )
        continue;
      const context = this.#text.contextOf(statement.object);
      const name = this.#writer.sameKey(statement, to, context);
      if (name === undefined || statement.object.members!.has(name)) continue;
      this.#changes.renameKey(statement.key, this.#writer.string(name));
      for (const each of ofKey) this.#removed.take(each.triple);
      for (const each of renamed) this.#added.take(each);
    }
  }

  #remove(triple: Triple): void {
    const statements = this.#text.statementsOf(triple);
    if (statements.length === 0)
      throw new NotExpressible('A list would lose a cell or its end. Write it by hand.');
    for (const { value, isType } of statements) {
      if (!isType) this.#keepDescription(value, triple);
      this.#changes.remove(value);
    }
    this.#removed.take(triple);
  }

  /** Statements inside a removed value that are still true move to the other nodes. */
  #keepDescription(value: JsonLdNode, but?: Triple): void {
    const isKept =
      this.#text
        .statementsInside(value)
        .some((each) => each.triple !== but && hasTriple(this.#change.after, each.triple)) ||
      this.#text.nodesInside(value).some((node) => this.#isDescribedOnlyIn(value, node));
    if (isKept && value.members) this.#addNode(this.#changes.moved(value));
  }

  /** True for a node that still has statements, but no object to hold them. */
  #isDescribedOnlyIn(value: JsonLdNode, node: TermId): boolean {
    return (
      this.#change.after.outgoing(node).length > 0 &&
      !this.#text.objectOf(node, ({ start, end }) => start < value.start || value.end < end)
    );
  }

  #addToNodes(): void {
    for (const subject of this.#added.subjects) {
      const object = this.#text.objectOf(subject, (each) => !this.#changes.isRemoved(each));
      if (!object) continue;
      for (const predicate of this.#added.predicates(subject)) {
        for (const value of this.#added.objects(subject, predicate)) {
          this.#added.take({ subject, predicate, object: value });
          this.#add(object, predicate, value);
        }
      }
    }
  }

  #add(object: JsonLdNode, predicate: TermId, value: TermId): void {
    const context = this.#text.contextOf(object);
    const indent = this.#text.indentInside(object);
    if (predicate === rdf.type && terms.isIri(value)) {
      const text = this.#writer.string(this.#writer.reference(value, context, true));
      const key = [...object.members!.keys()].find((name) => context.expanded(name) === '@type');
      this.#addValue(object, key ?? this.#writer.keyword(context, '@type'), text, false);
      return;
    }
    const target = this.#writer.target(object, predicate, value, context);
    if (target.language !== undefined) {
      this.#addOfLanguage(object, target.key, target.language, this.#writer.string(terms.value(value)));
    } else {
      const text = this.#writer.value(value, { ...target, context, indent });
      this.#addValue(object, target.key, text, target.isArray);
    }
  }

  #addOfLanguage(object: JsonLdNode, key: string, language: string, string: string): void {
    const member = object.members!.get(key)?.value;
    const inMap = member?.members?.get(language)?.value;
    if (inMap && !this.#changes.isRemoved(inMap)) this.#changes.addValue(inMap, string);
    else if (member && !this.#changes.isRemoved(member))
      this.#changes.appendMember(member, language, string, false);
    else this.#changes.appendMember(object, key, this.#writer.object([[language, string]], undefined), false);
  }

  #addValue(object: JsonLdNode, key: string, text: string, isArray: boolean): void {
    const member = object.members!.get(key)?.value;
    if (!member) {
      this.#changes.appendMember(object, key, text, isArray || this.#text.writesArrays(key));
      return;
    }
    const set = [...(member.members ?? [])].find(
      ([name]) => this.#text.contextOf(member).expanded(name) === '@set',
    );
    this.#changes.addValue(set?.[1].value ?? member, text);
  }

  /** New nodes are written where they are mentioned, otherwise in the list of nodes. */
  #addNodes(): void {
    for (const subject of this.#added.subjects) {
      if (this.#added.predicates(subject).length === 0 || this.#change.isNestable(subject)) continue;
      const list = this.#text.nodeList();
      const context = this.#text.contextOf(list ?? this.#text.root);
      this.#addNode(this.#writer.node(subject, context, list && this.#text.indentOfItem(list)));
    }
  }

  #addNode(text: string): void {
    const list = this.#text.nodeList();
    const { root } = this.#text;
    if (list) this.#changes.append(list, text);
    else {
      const key = this.#writer.keyword(this.#text.contextOf(root), '@included');
      this.#changes.appendMember(root, key, text, false);
    }
  }

  /** Items of a list are replaced, added and removed in their array, whose other items stay unchanged. */
  #rewriteLists(): void {
    for (const { array, cells, statement } of this.#text.lists()) {
      const isTouched = cells.some(
        (cell) => this.#removed.predicates(cell).length > 0 || this.#added.predicates(cell).length > 0,
      );
      const { subject, predicate, object } = statement.triple;
      const isExchanged = this.#removed.has(statement.triple);
      if (!isTouched && !isExchanged) continue;
      const head = isExchanged
        ? this.#added.objects(subject, predicate).find((each) => this.#isListHead(each))
        : object;
      const items = head === undefined ? undefined : this.#change.list(head);
      if (!items) continue;
      const { context, definition } = {
        context: this.#text.contextOf(statement.object),
        definition: this.#text.contextOf(statement.object).definition(statement.keyName),
      };
      const before = cells.map((cell) => this.#change.before.objects(cell, rdf.first)[0]!);
      const gone = this.#changes.rewriteItems(
        array,
        before,
        items.map(({ term }) => term),
        (term) => this.#writer.item(term, { context, definition }),
      );
      for (const item of gone) this.#keepDescription(item);
      if (isExchanged) {
        this.#removed.take(statement.triple);
        this.#added.take({ subject, predicate, object: head! });
      }
      for (const cell of [...cells, ...items.map((item) => item.cell)]) {
        for (const pending of [this.#removed, this.#added]) {
          for (const each of [rdf.first, rdf.rest])
            for (const value of pending.objects(cell, each))
              pending.take({ subject: cell, predicate: each, object: value });
        }
      }
    }
  }

  #isListHead(term: TermId): boolean {
    return term === rdf.nil || this.#change.after.objects(term, rdf.first).length > 0;
  }
}
