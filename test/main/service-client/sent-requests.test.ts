// Which requests of this desk a team still has to count: those of its limit's minute, and what a crash may have delayed.
import { expect, test } from 'vitest'
import { createSentRequests } from '../../../src-main/service-client/queries/sent-requests.ts'
import { rankDb } from '../rankings/rank-db.ts'

test('a request counts for 61.1 s, a second of which a crash may have taken, and not at their end', () => {
  const { core } = rankDb()
  const nowMs = 1_000_000
  const insert = core.prepare('INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
  for (const [bucket, msAgo] of [
    ['b over', 61_100],
    ['b counts', 61_099],
    ['b new', 0],
    ['b ahead', -50],
    ['demo:b', 0],
  ] as const)
    insert.run(bucket, nowMs - msAgo)
  const sent = createSentRequests(() => 'key')(core, { nowMs })
  expect(new Map(sent.map(({ bucket, msAgo }) => [bucket, msAgo]))).toEqual(
    new Map([
      ['b counts', 60_099],
      ['b new', -1000],
      ['b ahead', -1000],
    ]),
  )
})
