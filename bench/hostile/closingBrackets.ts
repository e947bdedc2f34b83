import { hostileTurtle } from './turtleSession.ts';

/** Each of them shakes the trust in all that was read of its statement. */
export const closingBrackets = hostileTurtle(
  'closing brackets without opening ones',
  20_000,
  (size) => `ex:a ex:b 1 ; ${'ex:b ] ; ex:c ) ; '.repeat(size / 2)}.`,
);
