import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { ResultKeys } from '../../../shacl/results/resultKeys.ts';
import { type ResultSelector, readResultSelector } from '../../../shacl/results/resultSelector.ts';
import { type SeverityLevel, severityLevel } from '../../../shacl/shapesGraph/severityLevel.ts';
import type { ProjectFile, SeverityRule } from '../../../workspace/project/projectFile.ts';
import { projectFileName } from '../../../workspace/project/workspaceFiles.ts';
import type { FilePlace } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import type { SuppressedViolation } from './suppressResults.ts';

/**
 * Gives results the severities of the project file, and separates those that are switched off. The rule for a result takes
 * precedence over that for its shape, which takes precedence over that for the constraint component.
 */
export async function applyProjectSeverities(
  results: readonly PlacedViolation[],
  project: ProjectFile,
  graphs: UnitGraphs,
): Promise<{ readonly placed: readonly PlacedViolation[]; readonly off: readonly SuppressedViolation[] }> {
  const rules = new Rules(project, graphs);
  const placed: PlacedViolation[] = [];
  const off: SuppressedViolation[] = [];
  for (const result of results) {
    const rule = await rules.of(result.violation);
    if (rule === undefined) placed.push(result);
    else if (rule.level === 'off') off.push({ ...result, suppression: reasonOf(rule, project) });
    else placed.push(withSeverity(result, rule.level, { uri: project.uri, range: rule.key.range }));
  }
  return { placed, off };
}

function withSeverity(result: PlacedViolation, level: SeverityLevel, place: FilePlace): PlacedViolation {
  const { violation } = result;
  const severity = severities[level];
  if (violation.severity === severity) return result;
  const message = `${projectFileName} sets the severity: ${level} instead of ${severityLevel(violation.severity)}`;
  // It may be worded later, so it is not copied.
  const rated = new Proxy(violation, {
    get: (target, name) => (name === 'severity' ? severity : Reflect.get(target, name, target)),
  });
  return { ...result, violation: rated, severityRule: { place, message } };
}

function reasonOf({ key: { value, range } }: SeverityRule, project: ProjectFile) {
  return { document: project, range, reason: `${value} is off in ${projectFileName}` };
}

const severities: Readonly<Record<SeverityLevel, TermId>> = {
  violation: sh.Violation,
  warning: sh.Warning,
  info: sh.Info,
};

class Rules {
  readonly #byKey = new Map<string, SeverityRule>();
  readonly #byIri = new Map<string, SeverityRule>();
  readonly #keys: ResultKeys;

  constructor({ severity }: ProjectFile, { data, shapes, context, input }: UnitGraphs) {
    this.#keys = new ResultKeys(input);
    const prefixes = new Map([...context, ...data, ...shapes].flatMap((each) => [...each.prefixes]));
    for (const rule of severity) {
      const selector = readResultSelector(rule.key.value, prefixes) ?? plainIri(rule.key.value);
      if (selector?.kind === 'key') this.#byKey.set(selector.key, rule);
      else if (selector) this.#byIri.set(selector.iri, rule);
    }
  }

  async of(violation: Violation): Promise<SeverityRule | undefined> {
    const { sourceShape, rootShape, constraint, component } = violation;
    const byKey = this.#byKey.size > 0 ? this.#byKey.get(await this.#keys.key(violation)) : undefined;
    if (byKey) return byKey;
    for (const term of [sourceShape, rootShape, constraint.parameter, component]) {
      const rule = terms.isIri(term) ? this.#byIri.get(terms.value(term)) : undefined;
      if (rule) return rule;
    }
    return undefined;
  }
}

function plainIri(text: string): ResultSelector | undefined {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? { kind: 'iri', iri: text } : undefined;
}
