import type { ComponentRepair } from './component.ts';
import { conformToAll } from './conform/conformToAll.ts';
import { lackingPart } from './unknown.ts';
import { violateOne } from './violate/violateValues.ts';

/** Repairs whatever keeps the value from conforming to each of the shapes. */
export const andRepair: ComponentRepair<'and'> = {
  offers: [
    'what the value lacks to conform to all of the shapes',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, goal.constraint.shapeRefs),
  /** Makes a value violate one of the shapes. */
  violationEdits: (goal) => violateOne(goal, goal.constraint.shapeRefs),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** Repairs whatever keeps the value from conforming. */
export const nodeRepair: ComponentRepair<'node'> = {
  offers: [
    'what the value lacks to conform to the shape',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
  /** Makes a value violate the shape. */
  violationEdits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** Repairs the values of the property. Results name the inner constraint, if there is one. */
export const propertyRepair: ComponentRepair<'property'> = {
  offers: ['what the constraints of the property shape offer, at each value'],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
  /** Makes a value violate the shape. */
  violationEdits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};
