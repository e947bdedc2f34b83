import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { bestRepair, type ChooseRepair } from '../repair/search/repairChoice.ts';
import { type FixAllResult, fixAll } from '../service/ide/repairs/fixAll.ts';
import { analyseUnit, type UnitAnalysis } from '../service/ide/unitAnalysis.ts';
import { ShapesCache } from '../service/ide/unitGraphs.ts';
import type { Violation } from '../shacl/model/violation.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import type { LinkedUnit } from '../workspace/project/linkedUnit.ts';
import { defaultSettings } from '../workspace/project/settings.ts';

/** Texts by URI. A text may have several roles. */
export interface UnitTexts {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context?: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

const signal = new AbortController().signal;

/** Repairs all results of a unit until nothing is left to repair. Uses the best repairs by default. */
export async function repairEverything(
  unit: UnitTexts,
  choose: ChooseRepair = bestRepair({ acceptPlaceholders: true }),
): Promise<FixAllResult> {
  const analyse = analyser();
  const start = await analyse(linked(unit));
  return fixAll(start, { isAsked: () => true, choose, analyse }, signal);
}

/** Analyses units as the host does; each analysis can reuse an earlier one. */
export function analyser(): (linked: LinkedUnit, previous?: UnitAnalysis) => Promise<UnitAnalysis> {
  const shapesCache = new ShapesCache();
  return (linkedUnit, previous) =>
    analyseUnit(
      linkedUnit,
      linkedUnit.unit.data[0]!,
      { settings: defaultSettings, shapesCache, quarantined: new Set(), ...(previous && { previous }) },
      signal,
    );
}

/** The results that an independent engine still finds. */
export async function referenceResults({ after }: FixAllResult): Promise<readonly Violation[]> {
  return (await referenceValidator.validate(after.graphs.input, signal)).violations;
}

export function linked({ data, shapes, context = [], texts }: UnitTexts): LinkedUnit {
  return {
    unit: { data, shapes, context },
    documents: new Map([...texts].map(([uri, text]) => [uri, new TurtleDocument(uri, 1, text)])),
    project: undefined,
    baseline: undefined,
    dependsOn: new Set(texts.keys()),
    searches: [],
    links: [],
    findings: [],
    unreadable: [],
    unresolvedImports: [],
    notChecked: [],
    stores: [],
    gaps: [],
    foreign: new Set(),
  };
}
