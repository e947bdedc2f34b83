import { Store } from 'n3';
import { breakablePlaces, type Place, rangeOf, seeded } from '../edits.ts';
import { atLeast, atMost, type Findings } from '../findings.ts';
import { LanguageServer, type Validation } from '../languageServer.ts';
import { median, medians, percentile, timed } from '../measure.ts';
import { peers, readWithN3 } from '../peers.ts';
import { ms, times } from '../print.ts';
import { qudt81k } from '../workloads.ts';

/** Measures the real server from a change of the text to the end of its validation. */
export async function keystroke(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const server = new LanguageServer({ data, shapes });
  const first = await server.open(data);
  const validations = await edit(server, data, first.results);
  await server.stop();

  const shapesQuads = readWithN3(shapes);
  const reference = peers['rdf-validate-shacl'](shapesQuads);
  const { peer } = await medians(2, {
    peer: timed(() => reference.validate(new Store([...readWithN3(data), ...shapesQuads]))),
  });

  const all = validations.map(({ time }) => time);
  const [half, most] = [median(all), percentile(all, 95)];
  return {
    title: 'From a keystroke to its diagnostics',
    tables: [
      {
        head: ['200 edits at 81k', 'p50', 'p95', 'slowest', 'in the engine, p50', 'n3 + rdf-validate-shacl'],
        rows: [
          [
            'didChange → shaclRepair/validated',
            ms(half),
            ms(most),
            ms(Math.max(...all)),
            ms(median(validations.map(({ engineTime }) => engineTime))),
            `${ms(peer)} (${times(peer, half)})`,
          ],
        ],
      },
    ],
    bars: [
      { what: 'keystroke → validated at 81k, p95', value: most, unit: 'ms', wanted: atMost(50) },
      {
        what: 'keystroke → validated at 81k, against n3 + rdf-validate-shacl',
        value: peer / half,
        unit: '×',
        wanted: atLeast(60),
      },
    ],
    notes: [
      'Edits break and mend single statements at random, and each changes the number of results. Debounce is 0; the times include stdio and both server processes. The ratio is of medians.',
    ],
  };
}

/** Makes 200 edits. Breaking a sound place and restoring a broken one are equally likely. */
async function edit(server: LanguageServer, text: string, results: number): Promise<readonly Validation[]> {
  const random = seeded(1);
  const sound = [...breakablePlaces(text, 200, random)];
  const broken: Place[] = [];
  const validations: Validation[] = [];
  let before = results;
  while (validations.length < 200) {
    const breaks = broken.length === 0 || random() < 0.5;
    const [from, to] = breaks ? [sound, broken] : [broken, sound];
    const [place] = from.splice(Math.floor(random() * from.length), 1) as [Place];
    to.push(place);
    const validation = await server.change(
      rangeOf(place, breaks ? 'sound' : 'broken'),
      breaks ? place.broken : place.sound,
    );
    if (validation.results === before) throw new Error(`no verdict changed in line ${place.line + 1}`);
    before = validation.results;
    validations.push(validation);
  }
  return validations;
}
