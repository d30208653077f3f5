// What is kept of a day that is evaluated again.
import { expect, test } from 'vitest'
import type { SaveAlertsArgs } from '../../../src-main/alerts/queries/alerts.ts'
import { AlertRuleDraftSchema } from '../../../src-shared/desk/alerts.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('a second audit of a day replaces the score that its alert tells, and what was seen stays seen; of a removed brand nothing is saved', async () => {
  const { store } = await tempStore()
  const { id } = await store.write('brands.insert', newBrand('Acme'))
  const day = 20_000
  const rule = { ...AlertRuleDraftSchema.parse({ name: 'Score', condition: { kind: 'audit-score' } }), id: 'r' }
  await store.write('alerts.saveRule', { ...rule, isNew: true, atMs: 0 })
  const saveOf = (brandId: string, ...scores: readonly number[]) =>
    store.write('alerts.save', {
      rule,
      brandId,
      days: [day],
      evaluated: [day],
      fired: scores.map((after) => ({
        day,
        total: 1,
        occurrences: [
          { key: 'https://acme.example/', subject: 'https://acme.example/', before: 80, after, clicks: null },
        ],
      })),
      atMs: day * 86_400_000,
      newFrom: day,
      isFirstLook: false,
      isMuted: false,
    } satisfies SaveAlertsArgs)
  const save = (...scores: readonly number[]) => saveOf(id, ...scores)
  const listed = async () =>
    (
      await store.read('alerts.page', {
        brandIds: 'all',
        search: '',
        filter: {},
        sort: [{ by: 'day', direction: 'desc' }],
        limit: 10,
      })
    ).rows.map(({ title, state }) => [title, state])
  expect(await save(65)).toEqual({ fired: 1, changed: 1 })
  expect(await save(65)).toEqual({ fired: 0, changed: 0 })
  expect(await save(40)).toEqual({ fired: 0, changed: 1 })
  expect(await listed()).toEqual([['Audit score 40', 'new']])
  await store.write('alerts.mark', { brandIds: 'all', state: 'seen' })
  await save(30)
  expect(await listed()).toEqual([['Audit score 30', 'seen']])
  // It was so on that day, whatever came later.
  await save()
  expect(await listed()).toEqual([['Audit score 30', 'seen']])
  expect(await saveOf('removed', 20)).toEqual({ fired: 0, changed: 0 })
})

test('nothing is saved of a rule that was turned off, muted, forgotten or removed while it was evaluated', async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const day = 20_000
  const rule = {
    ...AlertRuleDraftSchema.parse({ name: 'Drift', condition: { kind: 'drift' } }),
    id: 'r',
    mutedUntil: null,
  }
  await store.write('alerts.saveRule', { ...rule, isNew: true, atMs: 0 })
  const occurrences = [{ key: 'k', subject: 'Reply', before: 'allow', after: 'deny', clicks: null }]
  const save = async (before: SaveAlertsArgs['before']) => {
    const fired = [{ day, total: 1, occurrences }]
    const about = { rule, brandId, days: [day], evaluated: [day], before, fired, atMs: 0, newFrom: day }
    return (await store.write('alerts.save', { ...about, isFirstLook: false, isMuted: false })).fired
  }
  const set = (change: { isOn?: boolean; mutedUntil?: string | null }) =>
    store.write('alerts.setRule', { id: 'r', ...change })
  await set({ isOn: false })
  expect(await save(undefined)).toBe(0)
  await set({ isOn: true, mutedUntil: 'always' })
  expect(await save(undefined)).toBe(0)
  await set({ mutedUntil: null })
  expect(await save([day - 1])).toBe(0)
  expect(await save(undefined)).toBe(1)
  await store.write('alerts.forget', { ruleId: 'r' })
  expect(await save([day])).toBe(0)
  await store.write('alerts.removeRule', { id: 'r' })
  expect(await save(undefined)).toBe(0)
})
