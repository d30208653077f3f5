import { expect, test } from 'vitest'
import { brandWork } from '../../../../src-renderer/views/prospects/brand-work.tsx'
import { fieldName, moreFields, moreText } from '../../../../src-renderer/views/prospects/more-fields.ts'
import { prospectColumnsOf, prospectSortingOf } from '../../../../src-renderer/views/prospects/prospect-columns.tsx'

test('other fields are shown as text, whatever they contain', () => {
  const fields = moreFields({ domainAuthority: 41, found_at: null, note: '<img src=x onerror=alert(1)>', tags: ['a'] })
  expect(fields).toEqual([
    { name: 'domain authority', text: '41' },
    { name: 'found at', text: '—' },
    { name: 'note', text: '<img src=x onerror=alert(1)>' },
    { name: 'tags', text: '[\n "a"\n]' },
  ])
  expect(moreText({ domainAuthority: 41, found_at: null })).toBe('domain authority: 41 · found at: —')
  expect(fieldName('URLRating')).toBe('urlrating')
})

test('brand work lists each status, marks running ones and leaves out missing and idle ones', () => {
  const statuses = [
    { brandId: 'acme', discoveryStatus: 'running', mentionCheckStatus: null, relationshipSweepStatus: 'paused' },
    { brandId: 'idle', discoveryStatus: 'completed', mentionCheckStatus: 'idle', relationshipSweepStatus: 'completed' },
  ]
  expect(brandWork(statuses)).toEqual([
    { brandId: 'acme', what: 'Discovery', status: 'running', isRunning: true },
    { brandId: 'acme', what: 'Relationship sweep', status: 'paused', isRunning: false },
  ])
})

test('brand work names each of the three by its own word', () => {
  const words = { discoveryStatus: 'failed', mentionCheckStatus: 'running', relationshipSweepStatus: 'paused' }
  expect(brandWork([{ brandId: 'acme', ...words }]).map(({ what, status }) => [what, status])).toEqual([
    ['Discovery', 'failed'],
    ['Mention check', 'running'],
    ['Relationship sweep', 'paused'],
  ])
})

test('the strongest sites come first, and by name where the service rates none', () => {
  expect(prospectSortingOf(['visits', 'domainAuthority'])).toEqual([{ id: 'more.domainAuthority', desc: true }])
  expect(prospectSortingOf(['visits'])).toEqual([{ id: 'domain', desc: false }])
})

test('tags have a column from the first tag on', () => {
  const isShown = (tags: boolean) =>
    prospectColumnsOf([], { tags, mark: false }).all.some(
      ({ id, isHiddenAtFirst }) => id === 'tags' && isHiddenAtFirst !== true,
    )
  expect([isShown(false), isShown(true)]).toEqual([false, true])
})
