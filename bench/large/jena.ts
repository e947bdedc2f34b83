import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ProcessCost, runMeasured } from './runMeasured.ts';

const java = '/usr/share/java';

/** What Jena's command needs of Debian's jars: all of them together hold two ways to log, which refuse each other. */
const jars = [
  ...['jena-cmds', 'jena-shacl', 'jena-arq', 'jena-core', 'jena-base', 'jena-iri'],
  ...['slf4j-api', 'slf4j-nop', 'guava', 'dexx', 'gson', 'thrift', 'protobuf', 'httpclient', 'httpcore'],
  ...['commons-cli', 'commons-codec', 'commons-compress', 'commons-csv', 'commons-io', 'commons-lang3'],
  ...['jackson-annotations', 'jackson-core', 'jackson-databind', 'jsonld-java', 'titanium-json-ld'],
];

/** What installs Apache Jena, where it is missing. */
export const howToInstallJena =
  'apt-get install --no-install-recommends libapache-jena-java default-jre-headless unzip';

export function hasJena(): boolean {
  return (
    existsSync(`${java}/jena-shacl.jar`) &&
    ['java', 'unzip'].every((name) => !spawnSync(name, ['-version']).error)
  );
}

/** Runs `shacl validate` of Debian's Apache Jena. */
export async function runJena(
  data: string,
  shapes: string,
  javaOptions: readonly string[],
): Promise<ProcessCost> {
  const messages = unpackMessages();
  try {
    const classPath = [messages, ...jars.map((name) => `${java}/${name}.jar`)].join(path.delimiter);
    const command = ['shacl.shacl', 'validate', '--shapes', shapes, '--data', data];
    return await runMeasured('java', [...javaOptions, '-cp', classPath, ...command]);
  } finally {
    rmSync(messages, { recursive: true });
  }
}

/** Debian's jar has Xerces in another package than its messages, without which it does not start. */
function unpackMessages(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'jena-messages-'));
  const [packed, wanted] = ['org/apache/jena/ext/xerces/impl', 'xerces/impl'];
  spawnSync('unzip', ['-q', `${java}/jena-core.jar`, `${packed}/*.properties`, '-d', folder]);
  cpSync(path.join(folder, packed), path.join(folder, wanted), { recursive: true });
  return folder;
}
