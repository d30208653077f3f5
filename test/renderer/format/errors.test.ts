import { expect, it } from 'vitest'
import { safeDetails } from '../../../src-renderer/format/errors.ts'

it('copied details contain nothing like a key', () => {
  const details = safeDetails({
    kind: 'unauthorized',
    message: 'The key sk_live_4242 was refused',
    detail: { serviceText: 'Authorization: Bearer abc.def-123 is not known', status: 401 },
  })
  expect(details).not.toContain('4242')
  expect(details).not.toContain('abc.def')
  expect(details).toContain('401')
})
