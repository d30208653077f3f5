// Drafts under review: their template as it was, and approval of one after the other while files are made.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openReportDesk } from '../support/report-desk.ts'

const NAMES = ['Aurora Fittings', 'Borealis Tea', 'Cumulus Shoes']

test('drafts keep their template, and each is approved while the one before is made', async () => {
  const { call, brands, untilEnd } = await openReportDesk({ names: NAMES })
  const [monthly] = (await call('reports.templates', {})).templates
  if (monthly === undefined) throw new Error('There is no template.')
  const { id: _, isBuiltIn: _own, updatedAt: _at, ...fields } = monthly
  const template = await call('reports.saveTemplate', { ...fields, name: 'Ours', summary: 'As it was for {brand}.' })
  const run = await call('reports.create', {
    templateId: template.id,
    period: { days: 28 },
    formats: ['html'],
    review: true,
  })
  expect(run).toMatchObject({ state: 'review', toReview: 3 })
  await call('reports.saveTemplate', { ...fields, id: template.id, name: 'Ours', summary: 'Changed since.' })
  const { rows: packs } = await call('reports.packs', { filter: { state: ['review'] } })
  const [first, second, third] = packs.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('Drafts are missing.')
  expect(first.usual.summary).toBe('As it was for {brand}.')
  const { brandId, id: packId } = first
  const { html } = await call('reports.html', { brandId, packId, period: first.run.period })
  expect(html).toContain('As it was for Aurora Fittings.')
  await expect(
    call('reports.html', { brandId: second.brandId, packId, period: first.run.period }),
  ).rejects.toMatchObject({ kind: 'not-found' })

  const ended = await untilEnd(async () => {
    const approved = await Promise.all(
      [first, second, third].map(({ id }) => call('reports.approve', { runId: run.id, packIds: [id] })),
    )
    return approved[0] ?? run
  })
  expect(ended).toMatchObject({ state: 'done', done: 3, failed: 0, toReview: 0 })
  expect(brands.map(({ name }) => name)).toEqual(NAMES)
})

test('a ZIP that cannot be written again is not offered any more', async () => {
  const { call, untilEnd } = await openReportDesk({ names: NAMES })
  const input = { templateId: 'short', period: { days: 28 }, formats: ['html'], asZip: true, review: true } as const
  const run = await call('reports.create', { ...input, formats: ['html'] })
  const { packs } = await call('reports.run', { runId: run.id })
  const approve = (at: number) =>
    untilEnd(() => call('reports.approve', { runId: run.id, packIds: packs.slice(at, at + 1).map(({ id }) => id) }))
  expect(await approve(0)).toMatchObject({ done: 1, zip: { fileName: expect.stringContaining('.zip') } })
  const [made] = (await call('reports.run', { runId: run.id })).packs.flatMap(({ files }) => files)
  await rm(made?.path ?? '')
  expect(await approve(1)).toMatchObject({ done: 2, zip: null, message: expect.stringContaining('ZIP') })
})
