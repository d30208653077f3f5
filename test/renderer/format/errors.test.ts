import { expect, it } from 'vitest'
import { errorText, fieldErrorText, issueLines, nextStepOf, safeDetails } from '../../../src-renderer/format/errors.ts'

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

const error = (message: string, ...issues: { path: string; message: string }[]) =>
  ({ kind: 'invalid', message, detail: { issues } }) as const

it('shows no text of the validator and no path of a field', () => {
  const missing = error(
    'The input of brands.add was not accepted: key: Invalid input: expected string, received undefined',
    {
      path: 'key',
      message: 'Invalid input: expected string, received undefined',
    },
  )
  expect(errorText(missing)).toBe('What you entered was not accepted. Check it, then try again.')
  expect(fieldErrorText(missing)).toBe('is not valid')
  expect([...issueLines(missing), nextStepOf(missing)]).toEqual([''])
  expect(safeDetails(missing)).toContain('expected string')
})

it('keeps a text of our own, and leaves out the field of the call', () => {
  const asleep = error('Acme is a demo brand, and the demo’s sandbox is not running. Start the desk again.', {
    path: 'brandId',
    message: 'its sandbox is not running',
  })
  expect([errorText(asleep), ...issueLines(asleep)]).toEqual([asleep.message])
  expect(nextStepOf(asleep)).toBe('')
  expect(
    errorText(
      error('This row is invalid: rows.3.key: must begin with sk_', {
        path: 'rows.3.key',
        message: 'must begin with sk_',
      }),
    ),
  ).toBe('This row is invalid: must begin with sk_')
})

it('names the rows of several refused ones', () => {
  const rows = error(
    '2 rows are neither an e-mail address nor a domain (the first: entries.0.value). No rows were added.',
    {
      path: 'entries.0.value',
      message: 'is no address',
    },
    { path: 'entries.7.value', message: 'is no domain' },
  )
  expect(errorText(rows)).toBe('2 rows are neither an e-mail address nor a domain. No rows were added.')
  expect(issueLines(rows)).toEqual(['Row 1: is no address', 'Row 8: is no domain'])
})

it('what the team’s database refuses gets no advice about keys or the service', () => {
  const refused = { kind: 'forbidden' as const, message: 'Only an admin of the team does this.' }
  expect(nextStepOf(refused)).toBe('')
  expect(nextStepOf({ ...refused, detail: { operation: 'outreach.queue' } })).toContain('The key has no permission')
})
