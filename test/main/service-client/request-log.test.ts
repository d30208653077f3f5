import { expect, test } from 'vitest'
import type { Log } from '../../../src-main/base/log.ts'
import { type Attempt, createRequestLog } from '../../../src-main/service-client/request-log.ts'

const subject = { operation: 'cms.publish', brandId: 'brand_1', label: 'Acme' } as const

const record = (write: (log: ReturnType<typeof createRequestLog>) => void) => {
  const lines: unknown[][] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields])
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Log // what it calls
  write(createRequestLog(log))
  return lines
}
const reply = (status: number): Attempt['outcome'] => ({
  kind: 'reply',
  status,
  headers: { 'x-echo': 'sk_canary_0123456789' },
  body: new TextEncoder().encode('sk_canary_0123456789').buffer,
})
const done = { kind: 'done' } as const
const stop = { kind: 'stop', isUnknown: true } as const

test.each<[string, Partial<Attempt>, string]>([
  ['succeeded at once', { outcome: reply(200), ms: 1_999 }, 'debug'],
  ['succeeded slowly', { outcome: reply(200), ms: 2_000 }, 'info'],
  ['was refused', { outcome: reply(403), next: stop }, 'info'],
  ['had no answer', { outcome: { kind: 'timeout', code: null }, next: stop }, 'info'],
  ['was cancelled', { outcome: { kind: 'cancelled', code: null }, next: stop }, 'debug'],
  ['is repeated', { outcome: { kind: 'cut', code: 'ECONNRESET' }, next: { kind: 'repeat', afterMs: 5 } }, 'warn'],
  ['met the limit', { outcome: reply(429), next: { kind: 'limited', afterMs: 5 } }, 'warn'],
  ['met the limit for the last time', { outcome: reply(429), next: stop }, 'warn'],
])('a request that %s is one line of its level, without headers and body', (_, attempt, level) => {
  const lines = record((log) =>
    log.attempt(subject, { outcome: reply(200), ms: 10, attempt: 2, next: done, ...attempt }),
  )
  expect(lines).toMatchObject([
    [level, 'request', { operation: 'cms.publish', brandId: 'brand_1', status: expect.anything(), attempt: 2 }],
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test.each([
  [0.4, []],
  [4_999, [['debug', 'limiter wait', { operation: 'cms.publish', brandId: 'brand_1', waitMs: 4_999 }]]],
  [5_000, [['info', 'limiter wait', { operation: 'cms.publish', brandId: 'brand_1', waitMs: 5_000 }]]],
])('a wait of %d ms for the limiter is logged by its length', (ms, lines) => {
  expect(record((log) => log.wait(subject, ms))).toEqual(lines)
})
