import { differentialTest } from './differentialTest.testing.ts';

differentialTest(60);
