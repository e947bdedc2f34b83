import type { Constraint, ConstraintKind } from '../../shacl/model/shape.ts';
import { cardinalityRepairs } from './cardinality.ts';
import { classRepairs } from './class.ts';
import { closedRepairs } from './closed.ts';
import type { ComponentRepair } from './component.ts';
import { listRepairs } from './lists.ts';
import { logicalRepairs } from './logical.ts';
import { namedValueRepairs } from './namedValues.ts';
import { propertyPairRepairs } from './propertyPairs.ts';
import { qualifiedRepairs } from './qualified.ts';
import { rangeRepairs } from './range.ts';
import { referenceRepairs } from './references.ts';
import { sparqlRepair } from './sparql.ts';
import { stringRepairs } from './stringBased.ts';
import { uniqueLangRepair } from './uniqueLang.ts';
import { uniqueValuesForRepair } from './uniqueValuesFor.ts';
import { valueTypeRepairs } from './valueType.ts';

/** How the results of a constraint are repaired, and how it is violated. */
export function repairOf({ kind }: Pick<Constraint, 'kind'>): ComponentRepair {
  return repairs[kind];
}

const repairs: { readonly [Kind in ConstraintKind]: ComponentRepair<Kind> } = {
  ...cardinalityRepairs,
  ...classRepairs,
  ...closedRepairs,
  ...listRepairs,
  ...logicalRepairs,
  ...namedValueRepairs,
  ...propertyPairRepairs,
  ...qualifiedRepairs,
  ...rangeRepairs,
  ...referenceRepairs,
  ...stringRepairs,
  ...valueTypeRepairs,
  uniqueLang: uniqueLangRepair,
  uniqueValuesFor: uniqueValuesForRepair,
  sparql: sparqlRepair,
};
