// Backups as a person meets them: a list with what each holds, and a restore while the desk runs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { garbage } from '../support/store-file.ts'

const suppress = ({ call }: Pick<Awaited<ReturnType<typeof openTestDesk>>, 'call'>, values: readonly string[]) =>
  call('outreach.suppress', { entries: values.map((value) => ({ value })) })

const suppressed = async ({ call }: Pick<Awaited<ReturnType<typeof openTestDesk>>, 'call'>) =>
  (await call('outreach.suppressions', {})).rows.map(({ value }) => value).toSorted()

test('backups are listed with date, size, reason and counts, the newest first', async () => {
  const desk = await openTestDesk()
  await suppress(desk, ['one@example.test'])
  const first = await desk.call('desk.backup', {})
  await suppress(desk, ['two@example.test'])
  await desk.call('desk.backup', {})
  writeFileSync(join(desk.home, 'backups', 'core-2026-01-01T000000.000Z.db'), garbage())
  const { backups, now } = await desk.call('desk.backups', {})
  expect(backups.map(({ reason, counts }) => [reason, counts?.suppressions])).toEqual([
    ['asked', 2],
    ['asked', 1],
    [null, undefined],
  ])
  expect(backups[1]).toMatchObject({ takenAt: first.takenAt, bytes: first.bytes, isFromFuture: false })
  expect(now).toEqual({ brands: 0, intents: 0, deliveries: 0, suppressions: 2, templates: 0 })
  expect((await desk.call('desk.about', {})).lastBackupAt).toBe(backups[0]?.takenAt)
})

test('a backup is restored while the desk runs, after a backup of the current state', async () => {
  const desk = await openPublishingDesk({ brands: 1 })
  await suppress(desk, ['kept@example.test'])
  await desk.call('desk.backup', {})
  await suppress(desk, ['lost@example.test'])
  const [chosen] = (await desk.call('desk.backups', {})).backups
  const reopened = desk.next('desk.reopened', () => true)
  await desk.call('desk.restore', { id: chosen?.id ?? '' })
  await reopened
  expect(await suppressed(desk)).toEqual(['kept@example.test'])
  expect((await desk.call('brands.check', { brandId: desk.brand.id })).keyState).toBe('ok')

  const { backups } = await desk.call('desk.backups', {})
  expect(backups.map(({ reason }) => reason)).toEqual(['before-restore', 'asked'])
  await desk.call('desk.restore', { id: backups[0]?.id ?? '' })
  expect(await suppressed(desk)).toEqual(['kept@example.test', 'lost@example.test'])
})

test('open intents of a restored backup are unknown and are not sent', async () => {
  const desk = await openPublishingDesk({ brands: 1 })
  const act = { brandId: desk.brand.id, articleSlugs: ['one'], provider: 'ghost' as const }
  const { intentId } = await desk.call('publishing.publish', { ...act, holdSeconds: 3600 })
  await desk.call('desk.backup', {})
  await desk.call('intents.cancel', { id: intentId })
  const [chosen] = (await desk.call('desk.backups', {})).backups
  await desk.call('desk.restore', { id: chosen?.id ?? '' })
  expect((await desk.call('intents.get', { id: intentId })).state).toBe('unknown')
  expect((await desk.sandbox.requests()).filter(({ path }) => path.startsWith('/cms'))).toEqual([])
})

test('restore is refused while an intent is being sent', async () => {
  const desk = await openPublishingDesk({ brands: 1 })
  await desk.call('desk.backup', {})
  await desk.sandbox.fault({ operation: 'cms.publish', kind: 'hold' })
  const inFlight = desk.next('intents.changed', ({ state }) => state === 'in_flight')
  await desk.call('publishing.publish', {
    brandId: desk.brand.id,
    articleSlugs: ['one'],
    provider: 'ghost',
    holdSeconds: 0,
  })
  await inFlight
  const [chosen] = (await desk.call('desk.backups', {})).backups
  await expect(desk.call('desk.restore', { id: chosen?.id ?? '' })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('1 intent is being sent'),
  })
  expect((await desk.call('desk.backups', {})).backups).toHaveLength(1)
  await desk.sandbox.release()
})

test('restore is refused for a file that is not a listed backup', async () => {
  const desk = await openTestDesk()
  await suppress(desk, ['kept@example.test'])
  const folder = join(desk.home, 'backups')
  writeFileSync(join(folder, 'core-2026-01-01T000000.000Z.db'), garbage())
  mkdirSync(join(desk.home, 'elsewhere'))
  const { path } = await desk.call('desk.backup', {})
  for (const id of ['../elsewhere/core.db', path, '.', 'core-2026-01-02T000000.000Z.db'])
    await expect(desk.call('desk.restore', { id }), id).rejects.toMatchObject({ kind: 'not-found' })
  await expect(desk.call('desk.restore', { id: 'core-2026-01-01T000000.000Z.db' })).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('damaged'),
  })
  expect(await suppressed(desk)).toEqual(['kept@example.test'])
})
