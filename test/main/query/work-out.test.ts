import { expect, test } from 'vitest'
import { runJobs } from '../../../src-main/query/work-out.ts'

/** A clock on which each job takes a second. */
const openJobs = (count: number) => {
  let now = 0
  const done: number[] = []
  const jobs = Array.from({ length: count }, (_, no) => async () => {
    done.push(no)
    now += 1_000
  })
  return { jobs, done, clock: { monotonicMs: () => now } }
}

test('what a query needs is worked out within its time, and the next query goes on from there', async () => {
  const { jobs, done, clock } = openJobs(5)
  await expect(runJobs(jobs, { clock, untilMs: 3_000 })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/^After the last sync 2 of 5 results are not worked out yet\. Run the query again/),
  })
  expect(done).toEqual([0, 1, 2])
  await runJobs(jobs.slice(3), { clock, untilMs: 6_000 })
  expect(done).toEqual([0, 1, 2, 3, 4])
})

test('a query that a person stopped works out nothing more', async () => {
  const { jobs, done, clock } = openJobs(3)
  const stop = new AbortController()
  const stopping = [...jobs.slice(0, 1), async () => stop.abort(), ...jobs.slice(1)]
  await runJobs(stopping, { clock, untilMs: 60_000, signal: stop.signal })
  expect(done).toEqual([0])
})
