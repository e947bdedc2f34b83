import { differentialTest } from './differentialTest.testing.ts';

differentialTest(10_000);
