import { offsetBefore, rangeAfter } from '../../base/textChange.ts';
import { changeBetween } from '../../turtle/changeBetween.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { HoverInfo, HoverStyle } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { hover } from './hover.ts';
import { hoverTexts } from './hoverText.ts';

/**
 * Explains the results of an older analysis at an offset of a document that may have changed since, and says that they are
 * older. Undefined when there are none, and inside of what has changed.
 */
export function hoverInNewerText(
  now: TurtleDocument,
  offset: number,
  { placed, graphs: unit, print }: UnitAnalysis,
  { whyCommand: _, ...style }: HoverStyle,
): HoverInfo | undefined {
  const document = unit.linked.documents.get(now.uri);
  if (!document) return undefined;
  const change = changeBetween(document.rope, now.rope);
  const before = offsetBefore(offset, change);
  const info = before === undefined ? undefined : hover(document, before, placed, { unit, print, style });
  return (
    info && {
      ...info,
      range: rangeAfter(info.range, change),
      text: `${info.text}${hoverTexts[style.format].paragraph}From the text before the last changes.`,
    }
  );
}
