// Assistants, the command line and the window are written for these limits: one changes together with limits.txt
// (`npx vitest run test/shared/desk/limits.test.ts -u`).
import { expect, test } from 'vitest'
import { CALL_NAMES, calls } from '../../../src-shared/desk/contract.ts'
import { limitsOf } from '../../support/schema-limits.ts'

test('what a call takes has the limits and defaults that are written down', async () => {
  const lines = CALL_NAMES.flatMap((name) => limitsOf(calls[name].input, name))
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot('limits.txt')
})
