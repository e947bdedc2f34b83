import { escapeIri, escapeString, termToNTriples, tripleToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { type EntailmentStep, statedPremises } from '../../shacl/entailment/entailment.ts';
import { inferredEvidence } from '../../shacl/entailment/inferredEvidence.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { locateConstraint } from '../../shacl/results/locate.ts';
import { isLongTerm, longestTerm } from '../../shacl/results/resultName.ts';
import { storeEvidence } from '../ide/diagnostics/storeEvidence.ts';
import { placeJson } from './excerpt.ts';
import type { JsonDetail, JsonResult } from './jsonResult.ts';
import { statedByJson } from './statedByJson.ts';
import type { ReportableResult } from './validationRun.ts';

/** A result in JSON except for its key, which depends on the other results of the run. */
export function resultJson(
  { violation, place, restsOn, analysis }: Omit<ReportableResult, 'key'>,
  details = violation.details,
): Omit<JsonResult, 'key'> {
  const { shapes, input } = analysis.graphs;
  const statedBy = storeEvidence(violation, analysis.graphs);
  return {
    ...detailJson(violation, shapes, details),
    location: place ? placeJson(place) : null,
    ...(restsOn !== undefined ? { restsOn } : {}),
    ...(statedBy.length > 0 && { statedBy: statedByJson(statedBy) }),
    ...(input.entailment ? { inferred: inferredJson(violation, analysis) } : {}),
  };
}

function inferredJson(
  violation: Violation,
  { graphs: { input } }: ReportableResult['analysis'],
): NonNullable<JsonResult['inferred']> {
  return inferredEvidence(violation, input).flatMap((triple) => {
    const steps = input.entailment?.derivation(triple);
    if (steps === undefined) return [];
    const [stated] = statedPremises(steps);
    return {
      triple: tripleToNTriples(triple),
      from: stated ? tripleToNTriples(stated) : null,
      by: steps.map(stepJson),
    };
  });
}

function stepJson(step: EntailmentStep): NonNullable<JsonResult['inferred']>[number]['by'][number] {
  return step.kind === 'schema'
    ? { rule: step.rule, schema: tripleToNTriples(step.schema) }
    : { rule: termToNTriples(step.rule), premises: step.premises.map(tripleToNTriples) };
}

/** The common fields of a result and of each of its details. */
export function detailJson(
  violation: Violation,
  shapes: readonly TurtleDocument[],
  details = violation.details,
): JsonDetail {
  const { focusNode, path, value, sourceShape, component, severity, messages, constraint } = violation;
  const place = locateConstraint(constraint, shapes);
  return {
    focusNode: shortTerm(focusNode),
    path: path ? printPath(path, termToNTriples) : null,
    value: value === undefined ? null : shortTerm(value),
    ...(value !== undefined && isLongTerm(value) && { valueLength: terms.value(value).length }),
    sourceShape: termToNTriples(sourceShape),
    component: termToNTriples(component),
    severity: termToNTriples(severity),
    messages: messages.map((message) => terms.value(message)),
    shapeLocation: place ? placeJson(place) : null,
    details: details.map((detail) => detailJson(detail, shapes)),
  };
}

/** A term as N-Triples. A very long one is cut so that it can't be taken for another term. */
function shortTerm(term: TermId): string {
  if (!isLongTerm(term)) return termToNTriples(term);
  const start = terms.value(term).slice(0, longestTerm);
  return `${terms.isLiteral(term) ? `"${escapeString(start)}` : `<${escapeIri(start)}`}…`;
}

/** A term as N-Triples; null when there is none. */
export function termJson(term: TermId | undefined): string | null {
  return term === undefined ? null : termToNTriples(term);
}
