import { escapeMarkdown, markdownLink } from '../../../base/markdown.ts';
import { escapeInvisible } from '../../../base/visibleText.ts';
import type { HoverStyle } from '../analysis.ts';

/** How a hover is written in one format. The texts that it is given may come from files. */
export interface HoverText {
  plain(text: string): string;
  strong(text: string): string;
  emphasis(text: string): string;
  item(text: string): string;
  link(label: string, target: string): string;
  /** Between the paragraphs of a result. */
  readonly paragraph: string;
  /** Between results. */
  readonly rule: string;
}

export const hoverTexts: Readonly<Record<HoverStyle['format'], HoverText>> = {
  markdown: {
    plain: escapeMarkdown,
    strong: (text) => `**${escapeMarkdown(text)}**`,
    emphasis: (text) => `*${escapeMarkdown(text)}*`,
    item: (text) => `- ${escapeMarkdown(text)}`,
    link: markdownLink,
    paragraph: '\n\n',
    rule: '\n\n---\n\n',
  },
  plaintext: {
    plain: escapeInvisible,
    strong: escapeInvisible,
    emphasis: escapeInvisible,
    item: (text) => `- ${escapeInvisible(text)}`,
    link: (label) => escapeInvisible(label),
    paragraph: '\n',
    rule: '\n\n',
  },
};
