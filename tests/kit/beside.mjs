// A reporter of what fails beside the tests (an error that nobody caught, a worker that did not start): vitest ends red for it, and its JSON says nothing of it.
import { writeFileSync } from 'node:fs';

export default class Beside {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env['BESIDE_FILE'], JSON.stringify(errors.map(({ name, message, stack, cause, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({ at: VITEST_TEST_PATH, test: VITEST_TEST_NAME, text: [stack || `${name}: ${message}`, cause?.stack ?? cause?.message].filter(Boolean).join('\n') }))));
  }
}
