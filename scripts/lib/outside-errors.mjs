// A reporter of vitest: its JSON report leaves out the errors that no test waited for, which end a run with exit code 1.
import { writeFileSync } from 'node:fs'

const FRAMES = 4

export default class OutsideErrors {
  onTestRunEnd(_files, errors) {
    const file = process.env.AGENCY_DESK_OUTSIDE_ERRORS
    if (file === undefined) return
    const told = errors.map(({ name, message, stack = '', VITEST_TEST_PATH: path }) => ({
      text: `${name}: ${message}`,
      while: path ?? null,
      frames: stack
        .split('\n')
        .filter((line) => line.trim().startsWith('at '))
        .slice(0, FRAMES),
    }))
    writeFileSync(file, JSON.stringify(told))
  }
}
