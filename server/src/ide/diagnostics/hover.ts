import { code, escapeMarkdown } from '../../base/markdown.ts';
import { containsOrTouches } from '../../base/textRange.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { explainDerivation } from '../../shacl/entailment/explainDerivation.ts';
import { inferredEvidence } from '../../shacl/entailment/inferredEvidence.ts';
import { explainConstraint } from '../../shacl/results/explain.ts';
import { locateConstraint } from '../../shacl/results/locate.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { HoverInfo } from '../analysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { preferredMessage } from './diagnostics.ts';
import type { PlacedViolation } from './placedViolation.ts';

/** Explains the results at an offset of a document; undefined when there are none. */
export function hover(
  document: TurtleDocument,
  offset: number,
  violations: readonly PlacedViolation[],
  unit: UnitGraphs,
  print: TermPrinter,
): HoverInfo | undefined {
  const here = violations.filter(
    ({ place }) => place?.document === document && containsOrTouches(place.range, offset),
  );
  const [first] = here;
  if (!first?.place) return undefined;
  return {
    range: first.place.range,
    markdown: [
      ...here.slice(0, shownResults).map((placed) => describe(placed, unit, print)),
      ...(here.length > shownResults ? [`${here.length - shownResults} more results here`] : []),
    ].join('\n\n---\n\n'),
  };
}

/** One term may be at fault for any number of nodes. */
const shownResults = 20;

function describe({ violation }: PlacedViolation, unit: UnitGraphs, print: TermPrinter): string {
  const { constraint, messages, sourceShape, focusNode, value, details } = violation;
  const { shapes } = unit.input;
  const shape = shapes.get(sourceShape);
  const name = preferredMessage(shapes.graph.objects(sourceShape, sh.name));
  const description = preferredMessage(shapes.graph.objects(sourceShape, sh.description));
  const ownMessage = shape?.messages.length ? preferredMessage(messages) : undefined;
  const lines = [
    `**${escapeMarkdown(print(constraint.parameter))}**${name ? ` · ${escapeMarkdown(name)}` : ''}`,
    ...(ownMessage ? [escapeMarkdown(ownMessage)] : []),
    escapeMarkdown(explainConstraint(violation.constraint, shapes, print)),
    ...(description ? [`*${escapeMarkdown(description)}*`] : []),
    found(print(focusNode), value === undefined ? undefined : print(value)),
    ...inferredEvidence(violation, unit.input).flatMap((triple) => {
      const steps = unit.input.entailment?.derivation(triple);
      return steps ? [escapeMarkdown(explainDerivation(steps, print))] : [];
    }),
    ...details.slice(0, shownDetails).map((detail) => {
      const message =
        preferredMessage(detail.messages) ?? explainConstraint(detail.constraint, shapes, print);
      return `- ${code(print(detail.focusNode))}: ${escapeMarkdown(message)}`;
    }),
    link(violation.constraint, unit, print),
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

const shownDetails = 6;

function found(focusNode: string, value: string | undefined): string {
  if (value === undefined || value === focusNode) return `Focus node ${code(focusNode)}`;
  return `Focus node ${code(focusNode)}, value ${code(value)}`;
}

/** A link that opens the shapes file at the constraint. */
function link(
  constraint: PlacedViolation['violation']['constraint'],
  { shapes }: UnitGraphs,
  print: TermPrinter,
): string {
  const place = locateConstraint(constraint, shapes);
  if (!place) return '';
  const { line, character } = place.document.lines.positionAt(place.range.start);
  const label = terms.isBlank(constraint.shape) ? 'the constraint' : print(constraint.shape);
  const { uri } = place.document;
  // Escapes characters that would end the link or lead elsewhere; a uri cannot contain them.
  const target = uri.replace(
    /[\s()<>\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[Show ${escapeMarkdown(label)} in ${escapeMarkdown(fileNameOfUri(uri))}, line ${line + 1}](${target}#L${line + 1},${character + 1})`;
}
