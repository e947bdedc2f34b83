import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { problemsOf } from '../testing/checkRepair.ts';
import { describeShared } from '../testing/shared.ts';
import { buildingUnit } from './building.testing.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const brick = (name: string) => terms.iri(`https://brickschema.org/schema/Brick#${name}`);

describeShared('a building with the Brick ontology', 'brick-buildingmotif', (folder) => {
  const inverses = new Map([
    [brick('hasPoint'), brick('isPointOf')],
    [brick('feeds'), brick('isFedBy')],
  ]);

  test('what the graph implies comes first, and is all that it adds', async () => {
    const unit = buildingUnit(folder);
    const problems = await problemsOf(unit);
    expect(problems).toHaveLength(69);
    const asked: string[] = [];
    for (const problem of problems) {
      const { repairs } = await suggestRepairs(problem, { max: 1 }, new AbortController().signal);
      const { repair, verdict } = repairs[0]!;
      if (verdict.needsInput) {
        asked.push(repair.title);
        continue;
      }
      expect(repair.support).toBe('implied');
      const { constraint } = problem.violation;
      expect(constraint.kind === 'qualifiedMinCount' && constraint.count).toBe(verdict.delta.added.length);
      expect(verdict.delta.removed).toEqual([]);
      for (const { subject, predicate, object } of verdict.delta.added) {
        expect(unit.documents[0]!.graph.has(object, inverses.get(predicate)!, subject)).toBe(true);
      }
    }
    expect(asked).toEqual(
      ['', '-1', '-2'].map(
        (suffix) =>
          `Add new mediumOffice:Supply_Air_Temperature_Setpoint_1 (a brick:Supply_Air_Temperature_Setpoint) as brick:hasPoint of mediumOffice:5-Zone-PVAV${suffix}`,
      ),
    );
  });
});
