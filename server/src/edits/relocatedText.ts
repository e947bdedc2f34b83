import type { TermId } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import type { CollectionNode, TermNode, TriplesStatement } from '../turtle/syntaxTree.ts';
import { type Fragment, join, termFragment } from './fragment.ts';
import type { Relocation } from './intent.ts';
import { lastOfLine } from './newStatements.ts';
import { NotExpressible } from './notExpressible.ts';
import type { Prefixes } from './prefixes.ts';
import { relocatedRange } from './relocations.ts';
import { editBrackets, isRemoved } from './statementWriter.ts';
import type { Place } from './termWriter.ts';
import type { Tools } from './tools.ts';

/** Takes the text of relocated brackets, with what changes in it, from its place to the new one. */
export class Relocator {
  readonly #tools: Tools;
  readonly #prefixes: Prefixes;
  readonly #texts = new Map<TermNode, Fragment>();

  constructor(tools: Tools, prefixes: Prefixes) {
    this.#tools = tools;
    this.#prefixes = prefixes;
  }

  /** Takes all texts out; to be done before anything else is written. */
  takeTexts(): void {
    for (const relocation of this.#tools.intent.relocated.values()) this.#text(relocation);
  }

  /** The text of brackets at the one place that mentions their blank node now. */
  moved(term: TermId, { offset }: Place): Fragment | undefined {
    for (const relocation of this.#tools.intent.relocated.values()) {
      if (relocation.node.id !== term || relocation.kind !== 'moved') continue;
      if (!this.#prefixes.areSame(relocation.statement.start, offset)) {
        throw new NotExpressible('A blank node would move to a place where other prefixes are in force.');
      }
      return this.#text(relocation);
    }
    return undefined;
  }

  /** Writes the statements of the brackets that are to have one: behind the one that they are in, or instead of it. */
  writeApart(): void {
    const { document, edits, trivia, layout, intent } = this.#tools;
    const groups = new Map<TriplesStatement, Fragment[]>();
    for (const relocation of intent.relocated.values()) {
      if (relocation.kind !== 'apart') continue;
      const { statement } = relocation;
      const text = join(this.#text(relocation), ' .');
      const group = groups.get(statement);
      if (group) group.push(text);
      else groups.set(statement, [text]);
    }
    for (const [statement, texts] of groups) {
      const range = { start: statement.start, end: statement.start + statement.length };
      const lineBreak = layout.eol + trivia.indentAt(range.start);
      if (isRemoved(this.#tools, statement)) {
        const comments = trivia.commentsIn(range).map(({ start, end }) => document.text.slice(start, end));
        const lines = [...comments, ...texts].flatMap((line, i) => [i === 0 ? '' : lineBreak, line]);
        edits.replace(range, join(...lines));
        continue;
      }
      const last = lastOfLine(this.#tools, statement);
      const end = last.start + last.length;
      const space = (layout.habits.hasBlankLines ? layout.eol : '') + lineBreak;
      edits.insert(trivia.commentAfter(end)?.end ?? end, join(...texts.flatMap((text) => [space, text])));
    }
  }

  #text(relocation: Relocation): Fragment {
    const known = this.#texts.get(relocation.node);
    if (known) return known;
    editBrackets(this.#tools, relocation.statement, relocation.node);
    const text = this.#takeText(relocation);
    this.#texts.set(relocation.node, text);
    return text;
  }

  #takeText(relocation: Relocation): Fragment {
    const { document, edits, trivia, writer, layout } = this.#tools;
    const { statement, node, kind, isNamed } = relocation;
    const range = relocatedRange(relocation);
    const subject = isNamed ? termFragment(node.id, writer.label(node.id)) : '[]';
    if (kind === 'apart' && node.kind === 'collection') {
      this.#openList(statement, node, subject);
      return edits.takeOut(range);
    }
    if (!isNamed) return edits.takeOut(range);
    const content = edits.takeOut({ start: range.start + 1, end: range.end - 1 });
    const text = content.text.trimEnd();
    // A comment at the end would swallow the dot.
    const endsInComment = trivia
      .commentsIn(range)
      .some(({ start, end }) => text.endsWith(document.text.slice(start, end)));
    const space = /^\s/.test(text) ? '' : ' ';
    return join(subject, space, { ...content, text }, endsInComment ? layout.eol : '');
  }

  /** Turns `( a b )` into `[] rdf:first a ; rdf:rest ( b )`, which may stand alone. */
  #openList(
    { start }: TriplesStatement,
    { start: open, items }: CollectionNode,
    subject: Fragment | string,
  ): void {
    const { document, edits, writer } = this.#tools;
    const place = { offset: start, indent: '' };
    const isTight = !/\s/.test(document.text[start + open + 1]!);
    const first = join(subject, ' ', writer.verb(rdf.first, place), isTight ? ' ' : '');
    edits.replace({ start: start + open, end: start + open + 1 }, first);
    edits.insert(start + items[0]!.term.end, join(' ; ', writer.verb(rdf.rest, place), ' ('));
  }
}
