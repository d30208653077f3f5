import { expect, test } from 'vitest'
import { BUILT_IN_PLAYBOOKS } from '../../../src-main/playbooks/built-in.ts'

test('a built-in playbook asks nothing of its own, and stops at a failed step but for those that may fail', () => {
  const steps = BUILT_IN_PLAYBOOKS.flatMap((playbook) => playbook.steps)
  expect(steps.filter(({ asksFirst }) => asksFirst)).toEqual([])
  const goingOn = BUILT_IN_PLAYBOOKS.map(({ id, steps: own }) => [
    id,
    own.filter(({ goesOn }) => goesOn).map(({ kind }) => kind),
  ])
  expect(Object.fromEntries(goingOn)).toMatchInlineSnapshot(`
    {
      "built-in-key-replaced": [],
      "built-in-launch": [
        "webhook",
      ],
      "built-in-monthly": [
        "sync",
        "freshness",
        "tracked",
        "credits",
        "webhook",
        "report",
      ],
      "built-in-new-client": [
        "suggest",
        "tracked",
        "quote",
        "alertRules",
      ],
    }
  `)
})
