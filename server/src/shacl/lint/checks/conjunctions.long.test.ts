import { test } from 'vitest';
import { checkPlanted, checkSatisfiable } from './contradictionChecks.testing.ts';

test('nothing is said about 2,000 shapes graphs with a witness', () => checkSatisfiable(2000), 900_000);

test('500 planted contradictions are found', () => checkPlanted(500), 900_000);
