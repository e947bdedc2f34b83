import { expect, test } from 'vitest';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import { block } from '../../../testing/fixture.ts';
import { score } from '../scores/scores.ts';
import { deleteFocus } from './plainSystems.ts';

const signal = new AbortController().signal;

test.each([
  ['sh:targetClass ex:Room', 'ex:r a ex:Room ; ex:name "R" .'],
  ['sh:targetSubjectsOf ex:in', 'ex:r ex:in ex:north ; ex:name "R" .'],
  ['sh:targetObjectsOf ex:has', 'ex:north ex:has ex:r . ex:r ex:name "R" .'],
  ['sh:targetNode ex:r', 'ex:r ex:name "R" ; ex:in ex:north . ex:north ex:has ex:r .'],
])('is degenerate where nodes are targets by %s', async (target, data) => {
  const suite = await evaluatedSuite(
    block`
      #- /data.ttl
      ${data}
      #- /shapes.ttl
      ex:S a sh:NodeShape ; ${target} ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
    `,
    [{ remove: 'ex:r ex:name "R" .' }],
  );
  const [each] = suite.suite.cases;
  const task = await suite.task(each!, signal);
  const { rounds } = await deleteFocus.repair(task, signal);
  const { scores } = await score(rounds[0]!.update, suite.scored(each!, task), signal);
  expect(scores).toMatchObject({ syntactic: true, degenerate: true });
});
