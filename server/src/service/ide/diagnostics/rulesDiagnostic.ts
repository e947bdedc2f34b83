import { sh } from '../../../rdf/vocab.ts';
import { locateShape } from '../../../shacl/results/locate.ts';
import type { FileDiagnostic } from '../analysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** The key of the diagnostic that says that rules are not run. */
export const rulesKey = 'rules not run';

/** The diagnostic that rules are not run, at the first of them; undefined when all are run, or there are none. */
export function rulesDiagnostic({
  input,
  shapes,
}: UnitGraphs): { readonly uri: string; readonly diagnostic: FileDiagnostic } | undefined {
  const { rulesNotRun, notChecked } = input.shapes;
  const [first] = Array.isArray(rulesNotRun?.concerns) ? rulesNotRun.concerns : [];
  if (rulesNotRun === undefined || first === undefined || !notChecked.includes(rulesNotRun)) return undefined;
  const place = locateShape(shapes, first, sh.rule);
  if (!place) return undefined;
  return {
    uri: place.document.uri,
    diagnostic: {
      range: place.range,
      severity: 'information',
      source: 'SHACL Repair',
      code: 'notChecked',
      codeHref: undefined,
      related: [],
      key: rulesKey,
      message: rulesNotRun.reason,
    },
  };
}
