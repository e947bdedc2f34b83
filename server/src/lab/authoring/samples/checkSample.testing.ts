import { applyEdits } from '../../../base/textEdit.ts';
import { terms } from '../../../rdf/terms.ts';
import { type RepairUnit, validated } from '../../../testing/checkRepair.ts';
import { suppliedPrefixes, withoutPrelude } from '../../../testing/fixture.ts';
import { generateSamples, type SampleOptions, type Samples } from './generateSamples.ts';

const signal = new AbortController().signal;

/** What is asked for; the class or the shape by a prefixed name of the fixture. */
export interface AskedSample {
  readonly class?: string;
  readonly shape?: string;
  readonly count?: number;
  readonly includes?: SampleOptions['includes'];
}

export async function sampleFor(
  { class: type, shape, count = 1, includes = 'required' }: AskedSample,
  unit: RepairUnit,
): Promise<Samples> {
  const { recorded, documents, term } = await validated(unit);
  const context = unit.context.map(({ uri, graph }) => ({ uri, graph }));
  const kind = { kind: type === undefined ? 'shape' : 'class', id: termOf(type ?? shape!) } as const;
  const options = { kind, count, includes };
  return generateSamples({ recorded, documents, term, context }, options, signal);
}

/** The edited text without the supplied prefixes, or the reasons. */
export function sampleText(samples: Samples): string {
  if (samples.kind === 'unmet') return samples.reasons.join('\n');
  return samples.edits
    .map(({ document, edits }) => withoutPrelude(applyEdits(document.text, edits)))
    .join('\n#-\n')
    .trimEnd();
}

function termOf(name: string): number {
  const [prefix, local] = name.split(':');
  const [, namespace] = new RegExp(`@prefix ${prefix}: <([^>]*)>`).exec(suppliedPrefixes)!;
  return terms.iri(namespace! + local);
}
