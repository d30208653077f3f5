import { expect, test } from 'vitest'
import { refusedRetries } from '../../../src-main/pitches/retry.ts'

const waiting = { conversationId: 'c1', subject: 'Of a colleague', isWaiting: true }
/** It was refused, and another pitch to the same person was waiting before it, and still is. */
const pitch = { item: 4, prospectEmailId: 'p1', subject: 'An idea', body: 'Hello', knownBefore: [waiting] }
const row = { ...waiting, prospectEmailId: 'p1' }

test('a pitch beside one that waits is sent again with the queue, and never at once', () => {
  expect(refusedRetries([pitch], [row], { sendNow: false })).toEqual([])
  expect(refusedRetries([pitch], [row], { sendNow: true })).toEqual([
    { item: 4, reason: expect.stringMatching(/"Of a colleague"\): it is queued\.$/) },
  ])
  expect(refusedRetries([pitch], [{ ...row, prospectEmailId: 'p2' }], { sendNow: true })).toEqual([])
})
