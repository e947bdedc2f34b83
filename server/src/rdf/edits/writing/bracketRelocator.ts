import type { TermId } from '../../terms.ts';
import type { CollectionNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { NotExpressible } from '../notExpressible.ts';
import type { PlanContext } from '../planContext.ts';
import type { Relocation } from '../plannedChanges.ts';
import { lastStatementOnLine, placeBehind } from './addStatement.ts';
import { emptyFragment, type Fragment, joinFragments, sliceFragment, termFragment } from './fragment.ts';
import type { PrefixWriter } from './prefixWriter.ts';
import { relocatedRange } from './relocateBrackets.ts';
import { editBrackets, isStatementRemoved } from './statementWriter.ts';
import type { InsertionPlace } from './termWriter.ts';

/** Moves the text of relocated brackets, with its own changes, to the new place. */
export class BracketRelocator {
  readonly #context: PlanContext;
  readonly #prefixes: PrefixWriter;
  readonly #texts = new Map<TermId, Fragment>();

  constructor(context: PlanContext, prefixes: PrefixWriter) {
    this.#context = context;
    this.#prefixes = prefixes;
  }

  /**
   * Removes all texts to be moved; must be called before anything else is written. Inner brackets come first, so that
   * the text of the outer ones no longer includes them.
   */
  takeTexts(): void {
    const length = ({ node }: Relocation) => node.end - node.start;
    const relocations = [...this.#context.planned.relocated.values()];
    for (const relocation of relocations.toSorted((a, b) => length(a) - length(b))) {
      editBrackets(this.#context, relocation.statement, relocation.node);
      this.#texts.set(relocation.node.id, this.#takeText(relocation));
    }
  }

  /** A placeholder for the text of brackets, at the only place that mentions their blank node now. */
  moved(term: TermId, { offset }: InsertionPlace): Fragment | undefined {
    for (const { node, kind, statement } of this.#context.planned.relocated.values()) {
      if (node.id !== term || kind !== 'moved') continue;
      if (!this.#prefixes.areSame(statement.start, offset)) {
        throw new NotExpressible('A blank node would move to a place where other prefixes are in force.');
      }
      return emptyFragment(term);
    }
    return undefined;
  }

  /** Fills the placeholders of a fragment with the moved texts. */
  fill(fragment: Fragment): Fragment {
    const parts: Fragment[] = [];
    let position = 0;
    for (const { term, range } of fragment.terms) {
      const text = range.start === range.end ? this.#texts.get(term) : undefined;
      if (text === undefined) continue;
      parts.push(sliceFragment(fragment, position, range.start), this.fill(text));
      position = range.start;
    }
    return parts.length === 0
      ? fragment
      : joinFragments(...parts, sliceFragment(fragment, position, fragment.text.length));
  }

  /**
   * Writes the statements for brackets that get one of their own: after the statement that contains them, or in its
   * place.
   */
  writeApart(): void {
    const { document, edits, trivia, layout, planned } = this.#context;
    const groups = new Map<TriplesStatement, Fragment[]>();
    for (const relocation of planned.relocated.values()) {
      if (relocation.kind !== 'apart') continue;
      const { statement } = relocation;
      const text = joinFragments(this.#texts.get(relocation.node.id)!, ' .');
      const group = groups.get(statement);
      if (group) group.push(text);
      else groups.set(statement, [text]);
    }
    for (const [statement, texts] of groups) {
      const range = { start: statement.start, end: statement.start + statement.length };
      const lineBreak = layout.eol + trivia.indentAt(range.start);
      if (isStatementRemoved(this.#context, statement)) {
        const comments = trivia.commentsIn(range).map(({ start, end }) => document.text.slice(start, end));
        const lines = [...comments, ...texts].flatMap((line, i) => [i === 0 ? '' : lineBreak, line]);
        edits.replace(range, joinFragments(...lines));
        continue;
      }
      const last = lastStatementOnLine(this.#context, statement);
      const space = (layout.style.hasBlankLines ? layout.eol : '') + lineBreak;
      edits.insert(
        placeBehind(this.#context, last),
        joinFragments(...texts.flatMap((text) => [space, text])),
      );
    }
  }

  #takeText(relocation: Relocation): Fragment {
    const { document, edits, trivia, writer, layout } = this.#context;
    const { statement, node, kind, isNamed } = relocation;
    const range = relocatedRange(relocation);
    const subject = isNamed ? termFragment(node.id, writer.label(node.id)) : '[]';
    if (kind === 'apart' && node.kind === 'collection') {
      this.#openList(statement, node, subject);
      return edits.takeOut(range);
    }
    if (!isNamed) return edits.takeOut(range);
    const inside = { start: range.start + 1, end: range.end - 1 };
    const content = edits.takeOut(inside);
    const text = withoutSpaceAtEnd(content);
    // A comment at the end would swallow the dot.
    const endsInComment = trivia
      .commentsIn(inside)
      .some(({ start, end }) => text.endsWith(document.text.slice(start, end)));
    const space = /^\s/.test(text) ? '' : ' ';
    return joinFragments(subject, space, { ...content, text }, endsInComment ? layout.eol : '');
  }

  /** Turns `( a b )` into `[] rdf:first a ; rdf:rest ( b )`, which can be a statement. */
  #openList(
    { start }: TriplesStatement,
    { start: open, items }: CollectionNode,
    subject: Fragment | string,
  ): void {
    const { document, edits, writer } = this.#context;
    const place = { offset: start, indent: '' };
    const isTight = !/\s/.test(document.text[start + open + 1]!);
    const first = joinFragments(subject, ' ', writer.verb(rdf.first, place), isTight ? ' ' : '');
    edits.replace({ start: start + open, end: start + open + 1 }, first);
    edits.insertFirst(start + items[0]!.term.end, joinFragments(' ; ', writer.verb(rdf.rest, place), ' ('));
  }
}

/** The text of a fragment up to its last character or placeholder. */
function withoutSpaceAtEnd({ text, terms }: Fragment): string {
  return text.slice(0, Math.max(text.trimEnd().length, ...terms.map(({ range }) => range.end)));
}
