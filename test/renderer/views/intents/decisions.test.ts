import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DecideUnknown } from '../../../../src-renderer/views/intents/decisions.tsx'
import type { IntentWithItems } from '../../../../src-shared/desk/intents.ts'

test('a decision about unknown items names no cause: the action says it', () => {
  const item = {
    item: 0,
    label: 'a.test',
    refId: 'a',
    state: 'unknown',
    reason: 'The numbers do not add up.',
    result: {},
  }
  const intent = { id: 'i', kind: 'findPeople', brandId: 'b', items: [item] } as unknown as IntentWithItems // what it shows
  const markup = renderToStaticMarkup(createElement(MantineProvider, null, createElement(DecideUnknown, { intent })))
  expect(markup).toContain('1 site may have been done.')
  expect(markup).not.toMatch(/connection/i)
})
