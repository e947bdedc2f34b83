import type { JsonLdNode } from '../../readers/jsonTree.ts';
import { type TermId, terms } from '../../terms.ts';
import { rdf, xsd } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import type { PendingTriples } from '../plannedChanges.ts';
import type { ActiveContext, JsonLdText, JsonStatement, TermDefinition } from './jsonLdText.ts';

/** The key that a value is written at, and how. */
interface Target {
  readonly key: string;
  readonly definition: TermDefinition;
  /** True where even a single value is in an array. */
  readonly isArray: boolean;
  /** The entry of a map of languages. */
  readonly language?: string;
}

interface Place {
  readonly context: ActiveContext;
  readonly definition: TermDefinition;
  /** The indentation of the object that the value belongs to; undefined when it is on one line. */
  readonly indent?: string | undefined;
}

const uncoerced: TermDefinition = { type: undefined, language: null, direction: null, containers: [] };

/** Writes terms as JSON, so that their keys read them, in the style of the text. */
export class JsonTermWriter {
  readonly #text: JsonLdText;
  readonly #change: GraphChange;
  /** Triples about nodes that are written nested are removed from it. */
  readonly #added: PendingTriples;
  readonly #isPlain: boolean;
  readonly #labels = new Map<TermId, string>();
  readonly #toName = new Set<TermId>();
  #lastLabel = 0;

  constructor(text: JsonLdText, change: GraphChange, added: PendingTriples, isPlain: boolean) {
    this.#text = text;
    this.#change = change;
    this.#added = added;
    this.#isPlain = isPlain;
  }

  string(text: string): string {
    return JSON.stringify(text);
  }

  /** The nodes without a name that were referred to. */
  toName(): Iterable<TermId> {
    return this.#toName;
  }

  /** A keyword, or its alias where the text uses it. */
  keyword(context: ActiveContext, keyword: string): string {
    const alias = context.aliases(keyword).find((name) => this.#text.hasKey(name));
    return alias ?? keyword;
  }

  labelOf(node: TermId): string {
    const known = this.#labels.get(node) ?? this.#text.spellingOf(node, false);
    if (known !== undefined) return known;
    const label = this.#newLabel();
    this.#labels.set(node, label);
    if (!this.#change.isFresh(node)) this.#toName.add(node);
    return label;
  }

  #newLabel(): string {
    while (this.#text.text.includes(`"_:n${this.#lastLabel}"`)) this.#lastLabel++;
    return `_:n${this.#lastLabel++}`;
  }

  /** A name for an object that would have no key left: the library misreads what follows `{}`. */
  nameOfEmpty(object: JsonLdNode): string {
    const { colon } = this.#text;
    return `"${this.keyword(this.#text.contextOf(object), '@id')}"${colon}"${this.#newLabel()}"`;
  }

  /** The name of a node. */
  reference(term: TermId, context: ActiveContext, isVocab: boolean): string {
    if (terms.isBlank(term)) return this.labelOf(term);
    const iri = terms.value(term);
    if (this.#isPlain) return iri;
    const spelling = this.#text.spellingOf(term, isVocab);
    if (spelling !== undefined) return spelling;
    return isVocab || this.#text.compactsNames() ? context.compact(iri, isVocab) : iri;
  }

  /** True for what is written as the nested object of a new node or as a list. */
  isNested(term: TermId): boolean {
    if (this.#change.isNestable(term)) return true;
    if (!terms.isIri(term) || term === rdf.nil) return false;
    // A new node with a name is nested if the text has no list of nodes.
    return (
      !this.#text.nodeList() &&
      this.#added.predicates(term).length > 0 &&
      this.#text.objectOf(term) === undefined &&
      this.#change.after.incoming(term).length === 1
    );
  }

  /** What to write for a term that replaces a value or a part of it. */
  exchanged(
    value: JsonLdNode,
    to: TermId,
    { context, definition }: Place,
  ): { readonly node?: JsonLdNode; readonly text: string } | undefined {
    const part = (name: string) => {
      const key = [...(value.members?.keys() ?? [])].find((each) => context.expanded(each) === name);
      return key === undefined ? undefined : value.members!.get(key)!.value;
    };
    const [inner, id, type, language] = ['@value', '@id', '@type', '@language'].map(part);
    const direction = terms.direction(to);
    if (id && value.members!.size === 1 && !terms.isLiteral(to))
      return { node: id, text: this.string(this.reference(to, context, false)) };
    if (inner && terms.isLiteral(to) && direction === '') {
      const isSame =
        (terms.language(to) || undefined) === language?.text?.toLowerCase() ||
        (terms.language(to) !== '' && terms.language(to).toLowerCase() === language?.text?.toLowerCase());
      const datatype = type?.text === undefined ? undefined : context.expanded(type.text);
      const wanted = terms.value(terms.datatype(to)!);
      if (type && !language && datatype === wanted)
        return { node: inner, text: this.string(terms.value(to)) };
      if (language && !type && isSame && terms.language(to) !== '')
        return { node: inner, text: this.string(terms.value(to)) };
    }
    if (!value.members && value.text === undefined && terms.isLiteral(to)) {
      const number = jsonNumber(to);
      const type = definition.type;
      if (number !== undefined && type !== undefined && terms.value(terms.datatype(to)!) === type)
        return { text: number };
    }
    return { text: this.value(to, { context, definition }) };
  }

  /** The key of a value in an object: an existing one, one of the context, or the IRI. */
  target(object: JsonLdNode, predicate: TermId, value: TermId, context: ActiveContext): Target {
    const iri = terms.value(predicate);
    const present = [...object.members!.keys()].filter(
      (name) => context.expanded(name) === iri && !name.startsWith('@'),
    );
    const candidates = this.#isPlain ? present : [...present, ...context.termsFor(iri)];
    let best: { readonly cost: number; readonly target: Target } | undefined;
    for (const key of new Set(candidates)) {
      const definition = context.definition(key);
      const cost = this.#costOf(value, definition) + (present.includes(key) ? 0 : 0.5);
      const isArray = definition.containers.includes('@set');
      const language = definition.containers.includes('@language') ? terms.language(value) : undefined;
      const target = { key, definition, isArray, ...(language && { language }) };
      if (Number.isFinite(cost) && (!best || cost < best.cost)) best = { cost, target };
    }
    if (best) return best.target;
    const compact = this.#isPlain ? iri : context.compact(iri, true);
    const key = context.defines(compact) || object.members!.has(compact) ? iri : compact;
    return { key, definition: { ...uncoerced, ...languageOf(context, key) }, isArray: false };
  }

  /** A key for another property that reads the same values as a given key does. */
  sameKey({ keyName, object }: JsonStatement, to: TermId, context: ActiveContext): string | undefined {
    const iri = terms.value(to);
    const like = JSON.stringify(context.definition(keyName));
    const term = context.termsFor(iri).find((name) => JSON.stringify(context.definition(name)) === like);
    if (term !== undefined) return term;
    const key = context.compact(iri, true);
    return !object.members!.has(key) && JSON.stringify(context.definition(key)) === like ? key : undefined;
  }

  /** 0 if a plain value is enough for the key, 1 if more has to be stated, and infinity if the key can't have it. */
  #costOf(value: TermId, { type, language, direction, containers }: TermDefinition): number {
    const isList = this.#list(value) !== undefined && this.isNested(value);
    if (containers.includes('@list')) return isList ? 0 : Number.POSITIVE_INFINITY;
    if (containers.includes('@language')) return terms.language(value) === '' ? Number.POSITIVE_INFINITY : 0;
    if (containers.some((each) => each !== '@set')) return Number.POSITIVE_INFINITY;
    if (!terms.isLiteral(value)) return type === '@id' || type === '@vocab' ? 0 : 1;
    if (terms.direction(value) !== '' || direction !== null) return 1;
    if (terms.language(value) !== '')
      return type === undefined && language?.toLowerCase() === terms.language(value).toLowerCase() ? 0 : 1;
    const datatype = terms.datatype(value)!;
    if (type === terms.value(datatype)) return 0;
    if (type === undefined && jsonNumber(value) !== undefined) return 0;
    return type === undefined && datatype === xsd.string && language === null ? 0 : 1;
  }

  value(term: TermId, { context, definition, indent }: Place): string {
    const items = this.#list(term);
    if (items && (term === rdf.nil || this.isNested(term))) {
      const isList = definition.containers.includes('@list');
      if (isList || term !== rdf.nil) {
        const place = { context, definition: isList ? { ...definition, containers: [] } : definition };
        const texts = items.map((item) => this.value(item, place));
        const array = `[${texts.join(this.#text.comma)}]`;
        return isList ? array : this.object([['@list', array]], undefined);
      }
    }
    if (this.isNested(term))
      return this.node(term, context, indent === undefined ? undefined : indent + this.#text.unit);
    if (!terms.isLiteral(term)) {
      const { type } = definition;
      const isVocab = type === '@vocab';
      if (isVocab || type === '@id') return this.string(this.reference(term, context, isVocab));
      const id = this.string(this.reference(term, context, false));
      return this.object([[this.keyword(context, '@id'), id]], undefined);
    }
    return this.#literal(term, { context, definition });
  }

  item(term: TermId, place: Place): string {
    return this.value(term, { ...place, definition: { ...place.definition, containers: [] } });
  }

  #literal(term: TermId, { context, definition }: Place): string {
    if (terms.direction(term) !== '')
      throw new NotExpressible('JSON-LD has no text for strings with a direction here. Write it by hand.');
    const { type } = definition;
    const string = this.string(terms.value(term));
    const datatype = terms.value(terms.datatype(term)!);
    const number = jsonNumber(term);
    if (definition.type === datatype)
      return number !== undefined && this.#writesNumbers(datatype) ? number : string;
    if (this.#costOf(term, { ...definition, containers: [] }) === 0) return number ?? string;
    if (number !== undefined && (type === undefined || type.startsWith('@')) && type !== '@json')
      return number;
    const members: [string, string][] = [[this.keyword(context, '@value'), string]];
    const language = terms.language(term);
    if (language !== '') members.push([this.keyword(context, '@language'), this.string(language)]);
    else if (datatype !== terms.value(xsd.string))
      members.push([
        this.keyword(context, '@type'),
        this.string(this.#isPlain ? datatype : context.compact(datatype, true)),
      ]);
    return this.object(members, undefined);
  }

  /** Whether coerced values are numbers elsewhere, as is usual for integers. */
  #writesNumbers(datatype: string): boolean {
    return datatype === terms.value(xsd.integer) || datatype === terms.value(xsd.boolean);
  }

  /** A new node with everything that is added to it. */
  node(subject: TermId, context: ActiveContext, indent: string | undefined): string {
    const members: [string, string][] = [];
    const isNamed = !this.#change.isNestable(subject);
    if (isNamed)
      members.push([this.keyword(context, '@id'), this.string(this.reference(subject, context, false))]);
    const take = (predicate: TermId) => {
      const objects = this.#added.objects(subject, predicate);
      for (const object of objects) this.#added.take({ subject, predicate, object });
      return objects;
    };
    const types = this.#added.objects(subject, rdf.type);
    if (types.every((type) => terms.isIri(type)) && types.length > 0) {
      const names = take(rdf.type).map((type) => this.string(this.reference(type, context, true)));
      members.push([this.keyword(context, '@type'), this.#several(names, false)]);
    }
    const values = new Map<string, { readonly texts: string[]; readonly isArray: boolean }>();
    const maps = new Map<string, Map<string, string[]>>();
    const nothing = { start: 0, end: 0, members: new Map() };
    for (const predicate of this.#added.predicates(subject)) {
      for (const object of take(predicate)) {
        const target = this.target(nothing, predicate, object, context);
        const { key, isArray, language } = target;
        if (language !== undefined) {
          const map = maps.get(key) ?? new Map<string, string[]>();
          maps.set(key, map.set(language, [...(map.get(language) ?? []), this.string(terms.value(object))]));
          continue;
        }
        const entry = values.get(key) ?? { texts: [], isArray: isArray || this.#text.writesArrays(key) };
        values.set(key, entry);
        entry.texts.push(this.value(object, { ...target, context, indent }));
      }
    }
    for (const [key, { texts, isArray }] of values) members.push([key, this.#several(texts, isArray)]);
    for (const [key, map] of maps) {
      const entries = [...map].map(([language, texts]): [string, string] => [
        language,
        this.#several(texts, false),
      ]);
      members.push([key, this.object(entries, undefined)]);
    }
    return this.object(members, indent);
  }

  #several(texts: readonly string[], isArray: boolean): string {
    return texts.length === 1 && !isArray ? texts[0]! : `[${texts.join(this.#text.comma)}]`;
  }

  /** @param indent of the members; undefined for one line. */
  object(members: readonly (readonly [string, string])[], indent: string | undefined): string {
    const { unit, colon, comma, text } = this.#text;
    const written = members.map(([key, value]) => `${this.string(key)}${colon}${value}`);
    if (written.length === 0) return '{}';
    const isTight = !/\{[ \t]/.test(text);
    if (indent === undefined) return isTight ? `{${written.join(comma)}}` : `{ ${written.join(comma)} }`;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const outer = indent.endsWith(unit) ? indent.slice(0, -unit.length) : '';
    return `{${eol}${written.map((each) => indent + each).join(`,${eol}`)}${eol}${outer}}`;
  }

  #list(term: TermId): readonly TermId[] | undefined {
    if (term !== rdf.nil && !terms.isBlank(term)) return undefined;
    const items = this.#change.list(term)?.map((item) => item.term);
    if (items && term !== rdf.nil) this.#takeCells(term);
    return items;
  }

  #takeCells(head: TermId): void {
    if (!this.#change.isNestable(head)) return;
    for (const { cell } of this.#change.list(head)!) {
      for (const predicate of [rdf.first, rdf.rest])
        for (const object of this.#added.objects(cell, predicate))
          this.#added.take({ subject: cell, predicate, object });
    }
  }
}

function languageOf(context: ActiveContext, key: string): Pick<TermDefinition, 'language' | 'direction'> {
  const { language, direction } = context.definition(key);
  return { language, direction };
}

/** A literal as a number or boolean of JSON that is read as that literal. */
export function jsonNumber(term: TermId): string | undefined {
  const lexical = terms.value(term);
  switch (terms.datatype(term)) {
    case xsd.boolean:
      return lexical === 'true' || lexical === 'false' ? lexical : undefined;
    case xsd.integer:
      return /^(?:0|-?[1-9]\d{0,14})$/.test(lexical) ? lexical : undefined;
    case xsd.double: {
      const number = Number(lexical);
      if (!Number.isFinite(number) || Number.isInteger(number)) return undefined;
      const canonical = number.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
      return canonical === lexical ? String(number) : undefined;
    }
    default:
      return undefined;
  }
}
