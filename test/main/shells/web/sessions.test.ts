import { expect, test } from 'vitest'
import { createSessions, readCookie } from '../../../../src-main/shells/web/sessions.ts'

test('a token opens one session once; neither stands for the other', () => {
  const sessions = createSessions()
  const token = sessions.newToken()
  const session = sessions.exchange(token) ?? ''
  expect(sessions.isKnown(session)).toBe(true)
  expect(sessions.isKnown(token)).toBe(false)
  expect(sessions.exchange(token)).toBeNull()
  expect(sessions.exchange(session)).toBeNull()
})

test('addresses nobody opened do not pile up: the oldest give way', () => {
  const sessions = createSessions()
  const tokens = Array.from({ length: 40 }, () => sessions.newToken())
  expect(sessions.exchange(tokens[0] ?? '')).toBeNull()
  expect(sessions.exchange(tokens[39] ?? '')).not.toBeNull()
})

test('a cookie is found by its whole name', () => {
  expect(readCookie('a=1; agency_desk_80=x=y; agency_desk_8=z', 'agency_desk_8')).toBe('z')
  expect(readCookie('a=1;agency_desk_80=x=y', 'agency_desk_80')).toBe('x=y')
  expect(readCookie('xagency_desk_80=1', 'agency_desk_80')).toBeNull()
  expect(readCookie(undefined, 'a')).toBeNull()
})
