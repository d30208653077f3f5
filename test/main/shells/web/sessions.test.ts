import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSessions } from '../../../../src-main/shells/web/sessions.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

const newSession = () => randomBytes(32).toString('hex')
const headersOf = (session: string, token?: string) => ({
  authorization: `Bearer ${session}`,
  ...(token === undefined ? {} : { 'x-desk-token': token }),
})

test('a token opens one session, and neither is accepted as the other', () => {
  const sessions = createSessions(createManualClock())
  const token = sessions.newToken()
  const [session, other] = [newSession(), newSession()]
  expect(sessions.admits(headersOf(session))).toBe(false)
  expect(sessions.admits(headersOf(session, token))).toBe(true)
  expect(sessions.admits(headersOf(session, token))).toBe(true)
  expect(sessions.admits(headersOf(session))).toBe(true)
  expect(sessions.admits(headersOf(other, token))).toBe(false)
  expect(sessions.admits(headersOf(token))).toBe(false)
  expect(sessions.admits(headersOf(other, session))).toBe(false)
})

test('an invalid session is refused, and leaves the token unused', () => {
  const sessions = createSessions(createManualClock())
  const token = sessions.newToken()
  for (const session of ['', 'short', 'a'.repeat(63), `${'a'.repeat(64)}\n`])
    expect(sessions.admits(headersOf(session, token))).toBe(false)
  expect(sessions.admits(headersOf(newSession(), token))).toBe(true)
})

test('the oldest of more than 64 sessions ends', () => {
  const sessions = createSessions(createManualClock())
  const opened = Array.from({ length: 65 }, newSession)
  for (const session of opened) expect(sessions.admits(headersOf(session, sessions.newToken()))).toBe(true)
  expect(opened.map((session) => sessions.admits(headersOf(session)))).toEqual([false, ...Array(64).fill(true)])
})
