import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type GetDispatcher, getDispatcher } from '../../../src-main/base/dispatcher.ts'
import { silentLog } from '../../../src-main/base/log.ts'
import { createForwards, type ForwardedDelivery, type ForwardsDeps } from '../../../src-main/webhooks/forwards.ts'
import type { ForwardAttempt, WaitingForward } from '../../../src-main/webhooks/queries/delivery-forwards.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import { createManualClock, settle } from '../../support/manual-clock.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const URL = 'https://there.example/hook'
const DELIVERY = {
  delivery: { id: 'delivery_1', brandId: 'brand_1' },
  headers: [['Content-Type', 'text/plain']],
  body: new TextEncoder().encode('Hello'),
} as unknown as ForwardedDelivery // what a forward reads of it

type Answer = number | Error

/** Forwards whose attempts are kept in `attempts`; each request gets the next answer, after the last one 200. */
const openForwards = (
  answers: Answer[],
  { waiting = [] as WaitingForward[], random = (): number => 0.5, there = null as GetDispatcher | null } = {},
) => {
  const clock = createManualClock()
  const attempts: ForwardAttempt[] = []
  const cleared: (number | null)[] = []
  const requests: { url: string; headers: Record<string, string>; body: unknown }[] = []
  let isDeleted = false
  const { headers, body, ...stored } = DELIVERY
  const deps = {
    clock,
    random,
    log: silentLog,
    emit: () => undefined,
    getDispatcher:
      there ??
      interceptRequests(({ url, headers, body }) => {
        requests.push({ url: url.href, headers, body })
        const answer = answers.shift() ?? 200
        if (answer instanceof Error) throw answer
        return { answer: { status: answer } }
      }),
    store: {
      read: async (name: string) =>
        name === 'deliveries.waitingForwards' ? waiting : isDeleted ? null : { ...stored, content: { headers, body } },
      write: async (_name: string, { forward, afterNo }: { forward: ForwardAttempt; afterNo: number | null }) => {
        attempts.push(forward)
        cleared.push(afterNo)
        return isDeleted ? null : attempts.length
      },
    },
  }
  const remove = () => {
    isDeleted = true
  }
  const forwards = createForwards(deps as unknown as ForwardsDeps) // what forwards use of them
  return { forwards, clock, attempts, cleared, requests, remove }
}

const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const late = Object.assign(new Error('late'), { name: 'TimeoutError' })

test('an attempt that may yet succeed is made again up to four times, after longer and longer pauses', async () => {
  const { forwards, clock, attempts, cleared, requests } = openForwards([gone, late, 408, 429, 500])
  expect(await forwards.send(DELIVERY, URL)).toMatchObject({
    attempt: 1,
    error: 'Could not be reached (ECONNREFUSED).',
  })
  const pauses: number[][] = []
  for (let at = 0; at < 4; at += 1) {
    pauses.push(clock.sleeping())
    await clock.advance(clock.sleeping()[0] ?? 0)
    await settle()
  }
  expect(pauses).toEqual([[2000], [10_000], [60_000], [300_000]])
  expect(clock.sleeping()).toEqual([])
  expect(attempts.map(({ attempt, status, error }) => [attempt, status, error])).toEqual([
    [1, null, 'Could not be reached (ECONNREFUSED).'],
    [2, null, 'No answer within 10 s.'],
    [3, 408, 'Answered 408.'],
    [4, 429, 'Answered 429.'],
    [5, 500, 'Answered 500.'],
  ])
  expect(attempts.at(-1)?.nextTryAtMs).toBeNull()
  // Each ends the wait of the one before.
  expect(cleared).toEqual([null, 1, 2, 3, 4])
  expect(new Set(requests.map(({ url }) => url))).toEqual(new Set([URL]))
  const headers = { 'content-type': 'text/plain', 'x-agency-desk-delivery': 'delivery_1' }
  expect(requests[0]).toMatchObject({ headers, body: 'Hello' })
})

test('a pause is between three quarters and five quarters of its length', async () => {
  for (const [at, ms] of [
    [0, 1500],
    [1, 2500],
  ] as const) {
    const { forwards, clock } = openForwards([503], { random: () => at })
    await forwards.send(DELIVERY, URL)
    expect(clock.sleeping()).toEqual([ms])
    await forwards.close()
  }
})

test.each([200, 204, 301, 400, 404, 499])('an answer of %i ends it', async (status) => {
  const { forwards, clock, attempts } = openForwards([status])
  const error = status < 300 ? null : `Answered ${status}.`
  expect(await forwards.send(DELIVERY, URL)).toMatchObject({ status, error, nextTryAtMs: null })
  expect(clock.sleeping()).toEqual([])
  expect(attempts).toHaveLength(1)
})

test('an answer is known before its text ends, which nobody reads', async () => {
  const hungUp = Promise.withResolvers<void>()
  const server = await startScriptedServer((response) => {
    response.once('close', hungUp.resolve)
    response.writeHead(500).write('It goes on and on')
  })
  const { forwards } = openForwards([], { there: getDispatcher })
  const sent = forwards.send(DELIVERY, server.baseUrl)
  expect(await Promise.race([sent, sleep(5000, 'it waits for the text')])).toMatchObject({ error: 'Answered 500.' })
  await hungUp.promise
  expect(server.seen).toMatchObject([{ method: 'POST', body: 'Hello', headers: { 'content-type': 'text/plain' } }])
  await forwards.close()
})

test('what a desk that ended was waiting for goes on with the next one, at once if its time has passed', async () => {
  const last = { url: URL, atMs: 0, status: 500, error: 'Answered 500.', attempt: 2, nextTryAtMs: 1 }
  const { forwards, clock, attempts, cleared } = openForwards([500], {
    waiting: [{ ...last, no: 7, deliveryId: 'delivery_1' }],
  })
  await forwards.start()
  await settle()
  expect(attempts.map(({ attempt, url }) => [attempt, url])).toEqual([[3, URL]])
  expect(cleared).toEqual([7])
  expect(clock.sleeping()).toEqual([60_000])
  await forwards.close()
})

test('a delivery that was deleted meanwhile is not forwarded again', async () => {
  const { forwards, clock, requests, remove } = openForwards([500])
  await forwards.send(DELIVERY, URL)
  remove()
  await clock.advance(2000)
  expect(requests).toHaveLength(1)
  const other = openForwards([500])
  other.remove()
  await other.forwards.send({ ...DELIVERY, headers: [] }, URL)
  expect(other.clock.sleeping()).toEqual([])
  expect(other.requests[0]?.headers['content-type']).toBe('application/json')
})
