import { expect, test } from 'vitest'
import { isServiceWord, serviceErrorText } from '../../../src-shared/service/errors.ts'

test.each([
  [{ success: false, error: 'Search is down' }],
  [{ success: false, error: 'Search is down', message: 'x', statusCode: 503, code: 'down', retryAfterSeconds: 3 }],
])('%j is the service’s own word', (body) => {
  expect(isServiceWord(body, 503)).toBe(true)
})

test.each([
  ['a gateway’s message', { message: 'Service Unavailable' }],
  ['a gateway’s error', { error: 'upstream connect error' }],
  ['a gateway’s error with its status', { error: 'Service Unavailable', statusCode: 503, message: 'x' }],
  ['an error that is an object', { success: false, error: { code: 503 } }],
  ['an empty sentence', { success: false, error: ' ' }],
  ['no sentence', { success: false, message: 'down' }],
  ['another status inside', { success: false, error: 'down', statusCode: 500 }],
  ['a success', { success: true, error: 'down' }],
  ['a word that is not the boolean', { success: 'false', error: 'down' }],
  ['a list', [{ success: false, error: 'down' }]],
  ['nothing', null],
])('%s is not', (_, body) => {
  expect(isServiceWord(body, 503)).toBe(false)
})

test.each([
  ['both texts', { error: 'Too many requests', message: 'Rate limit exceeded' }, 'Too many requests'],
  ['an error alone', { error: 'Too many requests' }, 'Too many requests'],
  ['a message alone', { message: 'Rate limit exceeded' }, 'Rate limit exceeded'],
  ['an empty error', { error: ' ', message: 'Rate limit exceeded' }, 'Rate limit exceeded'],
  ['empty texts', { error: '', message: '\n' }, undefined],
  ['no text', { statusCode: 429 }, undefined],
])('an error body with %s shows the error first, then the message', (_, body, text) => {
  expect(serviceErrorText(body)).toBe(text)
})
