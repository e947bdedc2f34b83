import { copyDemo } from './fixtures.ts';
import { ReportPage } from './reportPage.ts';
import type { Scenario, Stage } from './runner.ts';

/** The report of the demo: read, grouped, filtered, followed to its places, repaired from, exported. */
export default {
  name: 'report',
  prepare: copyDemo,

  async run({ driver }: Stage): Promise<void> {
    const report = new ReportPage(driver.page);
    await driver.openFile('units.ttl');
    await driver.statusBarItem(/SHACL \d+ results/);
    await driver.runCommand('SHACL Repair: Show Validation Report');
    await report.verdict(/units\.ttl: \d+ violations/);
    await report.rows.first().waitFor();
    await driver.screenshot('report-1-dark');
  },
} satisfies Scenario;
