import { runs } from '../../../testing/runs.ts';
import { differentialTest } from './differentialTest.testing.ts';

differentialTest(runs(60));
