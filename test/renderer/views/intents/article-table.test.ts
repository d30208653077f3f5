import { MantineProvider } from '@mantine/core'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RetryFailed } from '../../../../src-renderer/views/intents/decisions.tsx'
import { articleTableOf } from '../../../../src-renderer/views/intents/intent-body.tsx'
import type { IntentItem, IntentWithItems } from '../../../../src-shared/desk/intents.ts'

const FAILED: IntentItem = {
  ...{ item: 0, label: 'commercial-solar', refId: 'a1', state: 'failed' },
  ...{ reason: 'WordPress answered 401: the application password has expired.', result: {} },
}

const markupOf = (...children: Parameters<typeof createElement>[2][]) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Fragment, null, ...children)))

test('articles of an action are named by their title, and have no column that is empty', () => {
  const { head, body } = articleTableOf([FAILED])
  expect([head, body[0]?.length]).toEqual([['Article', 'Status'], 2])
  expect(markupOf(...(body[0] ?? []))).toContain('Commercial solar')
  const posted: IntentItem = { ...FAILED, state: 'confirmed', reason: null, result: { postId: 7 } }
  const both = articleTableOf([FAILED, posted])
  expect([both.head.at(-1), ...both.body.map((row) => row.length)]).toEqual(['At the service', 3, 3])
})

test('an article whose cause is to be corrected is not retried as it is', () => {
  const intent = {
    ...{ id: 'i', kind: 'publish', brandId: 'b', state: 'failed', details: {}, items: [FAILED] },
    ...{ counts: { total: 1, confirmed: 0, failed: 1, skipped: 0, unknown: 0 }, reason: FAILED.reason },
  } as unknown as IntentWithItems // what it shows
  const retry = (reason: string | null, items = [FAILED]) =>
    markupOf(createElement(RetryFailed, { intent: { ...intent, reason, items } }))
  expect(retry(FAILED.reason)).not.toContain('Retry')
  expect(retry('The service did not answer in time.')).toContain('Retry')
  // Of several, those that failed are retried without the others.
  expect(retry(FAILED.reason, [FAILED, { ...FAILED, item: 1, state: 'confirmed' }])).toContain('Retry failed only (1)')
})
