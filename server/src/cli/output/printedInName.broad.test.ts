import { expect, test } from 'vitest';
import { constraintKey } from '../../shacl/evaluator.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { WorkProbe } from '../../shacl/watch.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `
#- /data.ttl
ex:a a ex:Person ; ex:age "old" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 3 ] .`;

test.each([
  ['validate data.ttl --shapes shapes.ttl', 'text'],
  ['validate data.ttl --shapes shapes.ttl', 'json'],
  ['validate data.ttl --shapes shapes.ttl', 'turtle'],
  ['validate data.ttl --shapes shapes.ttl', 'markdown'],
  ['validate data.ttl --shapes shapes.ttl', 'sarif'],
  ['repair data.ttl --shapes shapes.ttl', 'text'],
  ['repair data.ttl --shapes shapes.ttl', 'json'],
  ['repair data.ttl --shapes shapes.ttl --apply', 'text'],
])('%s --format %s prints each result in the name of its constraint', async (command, format) => {
  const probe = new RecordingProbe();
  const { code } = await runInMemory(`${command} --format ${format}`, { files, probe });
  expect(code).toBe(1);
  const printing = probe.steps.find(({ step }) => step.startsWith('printing'));
  expect(printing?.entered).toEqual(new Set(['sh:datatype', 'sh:minCount']));
});

test('each step names the file that it is at', async () => {
  const probe = new RecordingProbe();
  await runInMemory('validate data.ttl', {
    files: files.replace('ex:a a', '# shapes: *.ttl\nex:a a'),
    probe,
  });
  expect(probe.steps.map(({ step }) => step)).toEqual([
    'running validate',
    'linking data.ttl',
    'validating data.ttl',
    'putting the results in order',
    'printing the results as text',
  ]);
});

/** Remembers what was entered in each step. */
class RecordingProbe implements WorkProbe {
  readonly steps: { readonly step: string; readonly entered: Set<string> }[] = [];
  readonly #names: string[] = [''];

  numberOf(constraint: Constraint): number {
    const parameter = constraintKey(constraint).match(/shacl#(\w+)> [^ ]+$/)?.[1];
    return this.numberOfWork(`sh:${parameter}`);
  }
  numberOfWork(key: string): number {
    return this.#names.push(key) - 1;
  }
  step(step: string): void {
    this.steps.push({ step, entered: new Set() });
  }
  enter(number: number): number {
    this.steps.at(-1)?.entered.add(this.#names[number]!);
    return 0;
  }
  leave(): void {}
  about(): WorkProbe {
    return this;
  }
}
