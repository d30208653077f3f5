import { expect, test } from 'vitest'
import {
  acceptChanges,
  changesOf,
  type Frozen,
  missing,
  queueCount,
  queuedBrands,
  queueInput,
  ROTATION,
  readyBrands,
  START_CHOICES,
  stayingLabel,
} from '../../../../src-renderer/views/compose/queue-plan.ts'

const brand = (brandId: string, ready: number, blocked = 0, warned = 0) => ({ brandId, ready, blocked, warned })
const frozen = (brands: Frozen['brands'], codes: Frozen['codes'] = [], warned: Frozen['warned'] = []): Frozen => ({
  previewId: 'p',
  brands,
  codes,
  warned,
})

test('nothing can be queued if everyone is blocked', () => {
  const all = frozen([brand('a', 0, 3)], [{ code: 'empty-variable', count: 3 }])
  expect(readyBrands(all)).toEqual([])
  expect(missing(all, START_CHOICES)).toEqual(['No recipients are left.'])
})

test('ready pitches are queued; what is blocked or warned stays in the draft until it is accepted', () => {
  const warned = frozen(
    [brand('a', 3, 1, 1), brand('b', 2, 0, 2)],
    [
      { code: 'wrong-brand', count: 2 },
      { code: 'no-subject', count: 1 },
      { code: 'contacted-before', count: 2 },
    ],
    [
      { brandId: 'a', codes: ['contacted-before'], count: 1 },
      { brandId: 'b', codes: ['contacted-before', 'wrong-brand'], count: 1 },
      { brandId: 'b', codes: ['wrong-brand'], count: 1 },
    ],
  )
  const accepting = (...codes: string[]) => ({ ...START_CHOICES, accepted: new Set(codes) })
  expect(missing(warned, START_CHOICES)).toEqual([])
  expect(queueCount(warned, START_CHOICES)).toBe(2)
  expect(queuedBrands(warned, START_CHOICES).map(({ brandId }) => brandId)).toEqual(['a'])
  expect(stayingLabel(warned, START_CHOICES)).toBe('1 blocked, 3 with warnings. These 4 stay in the draft.')
  expect(stayingLabel(warned, { ...START_CHOICES, skipped: 2 })).toBe(
    '1 blocked, 3 with warnings, 2 left out. These 6 stay in the draft.',
  )
  expect(stayingLabel(frozen([brand('a', 3)]), { ...START_CHOICES, skipped: 2 })).toBe('')
  expect(queueInput(warned, START_CHOICES)).toMatchObject({ accept: [], leavesUnaccepted: true })
  expect(queueCount(warned, accepting('contacted-before'))).toBe(3)
  expect(queueCount(warned, accepting('wrong-brand'))).toBe(3)
  const all = accepting('wrong-brand', 'contacted-before')
  expect(queueCount(warned, all)).toBe(5)
  expect(stayingLabel(warned, all)).toBe('1 blocked. It stays in the draft.')
  expect(queueInput(warned, all).accept).toEqual(['wrong-brand', 'contacted-before'])
})

test('a pitch to a site that links already is queued, unless the person leaves it out or it has another warning', () => {
  const warned = frozen(
    [brand('a', 3, 0, 2)],
    [
      { code: 'site-links', count: 2 },
      { code: 'contacted-before', count: 1 },
    ],
    [
      { brandId: 'a', codes: ['site-links'], count: 1 },
      { brandId: 'a', codes: ['site-links', 'contacted-before'], count: 1 },
    ],
  )
  expect(queueCount(warned, START_CHOICES)).toBe(2)
  expect(queueInput(warned, START_CHOICES).accept).toEqual(['site-links'])
  expect(queueCount(warned, { ...START_CHOICES, accepted: new Set() })).toBe(1)
})

test('nothing can be queued while every pitch has a warning', () => {
  const warned = frozen(
    [brand('a', 1, 0, 1)],
    [{ code: 'wrong-brand', count: 1 }],
    [{ brandId: 'a', codes: ['wrong-brand'], count: 1 }],
  )
  expect(missing(warned, START_CHOICES)).toEqual(['No pitch is ready: accept a warning or edit the message.'])
  expect(missing(warned, { ...START_CHOICES, accepted: new Set(['wrong-brand']) })).toEqual([])
})

test('more than ten brands need their number typed', () => {
  const many = frozen(Array.from({ length: 11 }, (_, index) => brand(`b${index}`, 1)))
  expect(missing(many, { ...START_CHOICES, typed: '10' })).toEqual(['Type the number of brands.'])
  expect(missing(many, { ...START_CHOICES, typed: ' 11 ' })).toEqual([])
})

test('a mailbox is sent for one brand only', () => {
  const choices = { ...START_CHOICES, mailbox: 'm1' }
  expect(queueInput(frozen([brand('a', 2)]), choices)).toMatchObject({ sendingAccountId: 'm1', previewId: 'p' })
  expect(queueInput(frozen([brand('a', 2), brand('b', 1)]), choices)).not.toHaveProperty('sendingAccountId')
  expect(queueInput(frozen([brand('a', 2)]), { ...choices, mailbox: ROTATION })).not.toHaveProperty('sendingAccountId')
})

test('send now is for exactly one pitch and needs its own confirmation', () => {
  const now = { ...START_CHOICES, isNow: true }
  expect(missing(frozen([brand('a', 1)]), now)).toEqual(['Confirm that you want to send it now.'])
  expect(queueInput(frozen([brand('a', 1)]), now).sendNow).toBe(true)
  expect(queueInput(frozen([brand('a', 2)]), now).sendNow).toBe(false)
})

const refusal = (kind: 'conflict' | 'invalid', ...issues: { code: string; count?: number }[]) => ({
  kind,
  message: 'Not accepted yet.',
  detail: { issues: issues.map((issue) => ({ path: 'accept', message: 'in words', ...issue })) },
})

test('people suppressed since the preview are left out after consent, and not counted', () => {
  const all = frozen([brand('a', 3)])
  const error = refusal('conflict', { code: 'suppressed', count: 2 }, { code: 'suppressed' })
  expect(changesOf(error)).toEqual([{ code: 'suppressed', count: 2 }])
  expect(changesOf(refusal('conflict', { code: 'unfilled-placeholder' }))).toEqual([])
  expect(changesOf({ ...error, kind: 'invalid' })).toEqual([])
  expect(queueInput(all, START_CHOICES).accept).toEqual([])
  const without = { ...START_CHOICES, isNow: true, ...acceptChanges(START_CHOICES, changesOf(error)) }
  expect(queueInput(all, without)).toMatchObject({ accept: ['suppressed'], sendNow: true })
  expect(missing(all, { ...without, isNow: false })).toEqual([])
  expect(missing(frozen([brand('a', 2)]), { ...without, isNow: false })).toEqual(['No recipients are left.'])
})

test('people queued since the preview are written to after consent', () => {
  const error = refusal('conflict', { code: 'queued-meanwhile', count: 1 })
  const choices = { ...START_CHOICES, ...acceptChanges(START_CHOICES, changesOf(error)) }
  expect(choices.skipped).toBe(0)
  expect(queueInput(frozen([brand('a', 2)]), choices).accept).toEqual(['queued-meanwhile'])
})

test('people whom a colleague queued are left out after consent, with those suppressed before', () => {
  const error = refusal('conflict', { code: 'open-pitch', count: 2 }, { code: 'open-pitch' })
  expect(changesOf(error)).toEqual([{ code: 'open-pitch', count: 2 }])
  const before = { ...START_CHOICES, accepted: new Set(['suppressed']), skipped: 1 }
  const choices = { ...before, ...acceptChanges(before, changesOf(error)) }
  expect(queueCount(frozen([brand('a', 5)]), choices)).toBe(2)
  expect(queueInput(frozen([brand('a', 5)]), choices).accept).toEqual(['suppressed', 'open-pitch'])
})
