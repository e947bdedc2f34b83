import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { someOf } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import {
  asLines,
  changesEqualLocal,
  fillInMemory,
  modelEqualsLocal,
  type RealOntology,
  readOntology,
} from './realModels.testing.ts';

describeShared('offices with Brick, over a store', 'brick-buildingmotif', (folder) => {
  const names = ['smallOffice_brick.ttl', 'mediumOffice_brick.ttl'];
  const read = () => readOntology([`${folder}/Brick.ttl`, `${folder}/mediumOffice_constraints.ttl`]);
  compare(folder, names, read);
});

describeShared('models of 223P, over a store', '223p', (folder) => {
  compare(`${folder}/models`, readdirSync(`${folder}/models`), () => readOntology([`${folder}/223p.ttl`]));
});

function compare(folder: string, names: readonly string[], read: () => RealOntology): void {
  let ontology: RealOntology | undefined;
  test.each(someOf(names))(
    '%s as context and under changes has the results that it has as files',
    async (name) => {
      ontology ??= read();
      const model = asLines(`${folder}/${name}`);
      const context = await modelEqualsLocal(model, ontology, { runs: 1, fill: fillInMemory });
      expect(context.open).toEqual([]);
      if (model.length > 400) expect(context.results).toBeGreaterThan(0);
      const changes = await changesEqualLocal(model, ontology, { runs: 2, fill: fillInMemory });
      expect(changes.open).toEqual([]);
    },
    6e5,
  );
}
