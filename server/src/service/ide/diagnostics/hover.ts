import { offsetBefore, rangeAfter } from '../../../base/textChange.ts';
import { containsOrTouches } from '../../../base/textRange.ts';
import { terms } from '../../../rdf/terms.ts';
import { changeBetween } from '../../../rdf/turtle/changeBetween.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import { isOfDraft } from '../../../shacl/components/index.ts';
import { inferredEvidence } from '../../../shacl/entailment/inferredEvidence.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { explainConstraint } from '../../../shacl/results/explain.ts';
import { locateConstraint } from '../../../shacl/results/locate.ts';
import { explainDerivation } from '../../../shacl/rules/explainDerivation.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { HoverInfo, HoverStyle } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { preferredMessage, violationMessage } from './diagnostics.ts';
import { type HoverText, hoverTexts } from './hoverText.ts';
import type { PlacedViolation } from './placedViolation.ts';

interface HoverContext {
  readonly unit: UnitGraphs;
  readonly print: TermPrinter;
  readonly style: HoverStyle;
}

/**
 * Explains the results at an offset of a document; undefined when there are none. Each explanation gives the problem, what
 * is required and where, and finally why. For a client that shows diagnostics on hover, it only adds what these do not
 * contain.
 */
export function hover(
  document: TurtleDocument,
  offset: number,
  violations: readonly PlacedViolation[],
  context: HoverContext,
): HoverInfo | undefined {
  const here = violations.filter(
    ({ place }) => place?.document === document && containsOrTouches(place.range, offset),
  );
  const [first] = here;
  if (!first?.place) return undefined;
  const text = hoverTexts[context.style.format];
  // Different nodes may break the same constraint at one place; clients that show messages show this already.
  const blocks = new Set(here.slice(0, shownResults).map((placed) => describe(placed, text, context)));
  const left = here.length - shownResults;
  const more = left > 0 ? [`${left} more ${left === 1 ? 'result' : 'results'} here`] : [];
  return {
    range: first.place.range,
    format: context.style.format,
    text: [...blocks, ...more].join(text.rule) + whyLink(document, offset, text, context.style),
  };
}

/** A link to the command that explains the results at an offset. */
function whyLink(
  { lines }: TurtleDocument,
  offset: number,
  text: HoverText,
  { whyCommand }: HoverStyle,
): string {
  if (whyCommand === undefined) return '';
  const position = encodeURIComponent(JSON.stringify([lines.positionAt(offset)]));
  return text.paragraph + text.link('Why?', `command:${whyCommand}?${position}`);
}

/** One term may be at fault for any number of nodes. */
const shownResults = 20;

function describe(
  { violation, severityRule }: PlacedViolation,
  text: HoverText,
  { unit, print, style }: HoverContext,
): string {
  const { constraint, sourceShape, details } = violation;
  const { shapes } = unit.input;
  const name = preferredMessage(shapes.graph.objects(sourceShape, sh.name));
  const description = preferredMessage(shapes.graph.objects(sourceShape, sh.description));
  const asked = [
    text.plain(explainConstraint(constraint, shapes, print)),
    ...(name || description ? [text.emphasis([name, description].filter(Boolean).join(': '))] : []),
  ];
  // Diagnostics contain the rest: the message, and as related information where the constraint is and what failed inside.
  if (!style.withMessages) return asked.join(text.paragraph);
  const [message = '', ...more] = violationMessage(violation, unit, print).split('\n');
  const failed = details
    .slice(0, shownDetails)
    .map((detail) => text.item(preferredMessage(detail.messages) ?? ''));
  return [
    text.strong(message),
    ...more.map(text.plain),
    ...asked,
    declaration(violation, text, unit, print),
    ...(severityRule ? [text.plain(`${severityRule.message}.`)] : []),
    ...inferredEvidence(violation, unit.input).flatMap((triple) => {
      const steps = unit.input.entailment?.derivation(triple);
      return steps ? [text.plain(explainDerivation(steps, print, unit.input.shapes.graph))] : [];
    }),
    ...(failed.length === 0 ? [] : [failed.join('\n')]),
  ].join(text.paragraph);
}

const shownDetails = 6;

/** The severity, and where the constraint is declared: "Warning: sh:datatype of ex:Age in shapes.ttl, line 4". */
function declaration(
  { constraint, severity }: PlacedViolation['violation'],
  text: HoverText,
  { shapes }: UnitGraphs,
  print: TermPrinter,
): string {
  const isKnown = [sh.Warning, sh.Info, sh.Debug, sh.Trace].includes(severity);
  const level = isKnown ? print(severity) : 'sh:Violation';
  const of = terms.isBlank(constraint.shape) ? '' : ` of ${print(constraint.shape)}`;
  const draft = isOfDraft(constraint) ? ' (a draft of SHACL 1.2)' : '';
  const name = `${print(constraint.parameter)}${of}${draft}`;
  const place = locateConstraint(constraint, shapes);
  if (!place) return `${text.plain(`${level}: ${name}`)}`;
  const { line, character } = place.document.lines.positionAt(place.range.start);
  const { uri } = place.document;
  const target = `${uri}#L${line + 1},${character + 1}`;
  return `${text.plain(`${level}:`)} ${text.link(`${name} in ${fileNameOfUri(uri)}, line ${line + 1}`, target)}`;
}

/**
 * Explains the results of an older analysis at an offset of a document that may have changed since, and mentions that they
 * are older. Undefined when there are none, and inside changed text.
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
