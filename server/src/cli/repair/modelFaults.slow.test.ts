import { expect, test } from 'vitest';
import { openModel } from '../../languageServer/jobs/models/openModel.ts';
import { badAnswers, type ModelFault, modelFaults, plantedKey, toldOf } from '../../testing/modelFaults.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

// The command line in memory, and real endpoints on loopback.

const nameless = `#- /data.ttl
ex:alice a ex:Person .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .`;

/** Those that patience for the whole answer ends, which no option sets. */
const faults = modelFaults.filter(({ timeout }) => timeout === undefined);

test.concurrent.each(faults)('$name: told on stderr, and nothing is changed', async (fault) => {
  const endpoint = await fault.start();
  const { code, err, out, written } = await repair(endpoint.baseUrl, fault);
  await endpoint.close();
  expect(toldOf(err, endpoint).split('\n')).toContain(fault.told);
  expect(code).toBe(2);
  expect(written).toEqual({});
  expect(err + out).not.toContain(plantedKey);
});

test.concurrent.each(badAnswers)('$name: told with the result, and nothing is changed', async (bad) => {
  const endpoint = await scriptedEndpoint(bad.reply);
  const listed = await repair(endpoint.baseUrl, {}, '--format json');
  const applied = await repair(endpoint.baseUrl, {}, '--apply --accept-placeholders');
  await endpoint.close();
  expect(listed.code).toBe(1);
  expect(toldOf(JSON.parse(listed.out).violations[0].reason, endpoint)).toBe(
    `None of tiny's answers repairs this violation. ${bad.told}`,
  );
  expect([applied.code, applied.written]).toEqual([1, {}]);
  expect(listed.err + listed.out + applied.err + applied.out).not.toContain(plantedKey);
});

function repair(baseUrl: string, { silence }: Pick<ModelFault, 'silence'>, more = '') {
  const texts = silence === undefined ? {} : { '/.vscode/settings.json': settings(silence) };
  const env = { OPENAI_API_KEY: plantedKey };
  const command = `repair data.ttl --shapes shapes.ttl --system model:tiny --base-url ${baseUrl} ${more}`;
  return runInMemory(command, { files: nameless, openModel, env, texts });
}

function settings(timeout: number): string {
  return JSON.stringify({ 'shaclRepair.model.timeout': timeout });
}
