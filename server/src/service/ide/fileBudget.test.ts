import { expect, test } from 'vitest';
import { endlessWork, Quarantine } from '../../base/supervision.ts';
import type { WorkProbe } from '../../shacl/watch.ts';
import { block, fixtureRoot } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { AnalysisHost } from './analysisHost.ts';

const { signal } = new AbortController();
const data = `${fixtureRoot}/data.ttl`;
const text = block`
  # shapes: shapes.ttl
  @prefix ex: <http://example.org/> .
  ex:a a ex:Person ; ex:age "4" .
  ex:b a ex:Person .
`;
const shapes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:age ; sh:pattern "^(?=a)(a+)+$" ] .
`;

/** A file of two people with two results of sh:minCount and one of sh:pattern, where processors work as `worked` says, in ms. */
function openedHost(worked: () => number, quarantined: readonly string[] = []) {
  const nothing = () => 0;
  const probe: WorkProbe = {
    patience: 1000,
    worked,
    numberOf: nothing,
    numberOfWork: nothing,
    enter: nothing,
    leave: nothing,
    step: nothing,
    about: () => probe,
  };
  const fileSystem = new InMemoryFileSystem([[`${fixtureRoot}/shapes.ttl`, shapes]]);
  const host = new AnalysisHost({ fileSystem, probe, isCalledOff: () => false });
  const settings = defaultSettings;
  const folders = [{ uri: fixtureRoot, settings }];
  host.configure({ folders, settings, quarantined: new Set(quarantined) });
  host.openDocument(data, 1, text);
  return host;
}

async function judged(host: AnalysisHost) {
  const { status } = await host.validate(data, signal);
  return status;
}

test('the constraints of a file have a budget together, and after an edit all is judged again', async () => {
  let ms = 0;
  const host = openedHost(() => {
    ms += 3001;
    return ms;
  });
  expect(await judged(host)).toMatchObject({
    verdict: 'undecided',
    notChecked: [expect.stringContaining('The time for the whole run was used up.')],
  });
  ms = Number.NEGATIVE_INFINITY;
  host.openDocument(data, 2, `${text}ex:c a ex:Person .\n`);
  expect(await judged(host)).toMatchObject({ verdict: 'violates', results: 4 });
});

test('within it, all is judged', async () => {
  expect(await judged(openedHost(() => 0))).toMatchObject({ verdict: 'violates', results: 3 });
});

test('after six pieces that got stuck, no pattern is tried that may take forever', async () => {
  const quarantine = new Quarantine();
  for (let i = 0; i < 6; i++) {
    expect(quarantine.keys).not.toContain(endlessWork);
    quarantine.addStuck(`another ${i}`);
  }
  expect(await judged(openedHost(() => 0, quarantine.keys))).toMatchObject({
    results: 2,
    notChecked: [expect.stringContaining('may take forever')],
  });
});
