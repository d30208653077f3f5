// Stars and tags of keywords are the desk's own: nothing that happens to the rankings takes them away.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { tempHome } from '../support/temp-home.ts'

const marked = async ({ call }: Pick<TestDesk, 'call'>) =>
  (await call('rankings.page', { filter: { tags: ['money'] } })).rows.map(({ brandId, keyword, isStarred, tags }) => ({
    brandId,
    keyword,
    isStarred,
    tags,
  }))

test('stars and tags stay through syncs, a new cache, a restart and a restore, and go with their brand', async () => {
  const sandbox = await openSandbox({ brands: 2, keywords: 12, days: 3 })
  const { home } = tempHome()
  const desk = await openTestDesk({ home })
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const [gone = '', kept = ''] = await Promise.all(
    [0, 1].map(async (index) => (await desk.call('brands.add', { name: `B${index}`, key: sandbox.keyOf(index) })).id),
  )
  await desk.sync({ datasets: ['rankings', 'history'] })
  const keywordOf = async (brandId: string) =>
    (await desk.call('rankings.page', { brandIds: [brandId], limit: 1 })).rows[0]?.keyword ?? ''
  const keywords = [
    { brandId: gone, keyword: await keywordOf(gone) },
    { brandId: kept, keyword: await keywordOf(kept) },
  ]
  const { changed } = await desk.call('rankings.mark', { keywords, star: true, addTags: ['money'] })
  expect(changed).toBe(2)
  const all = await marked(desk)
  expect(all).toEqual(keywords.map((each) => ({ ...each, isStarred: true, tags: ['money'] })))

  await desk.sync({ datasets: ['rankings', 'history'] })
  expect(await marked(desk)).toEqual(all)
  await desk.call('desk.backup', {})
  await desk.close()
  rmSync(join(home, 'cache.db'))

  const again = await openTestDesk({ home })
  for (const [index, { brandId }] of keywords.entries())
    await again.call('brands.replaceKey', { brandId, key: sandbox.keyOf(index), sessionOnly: true })
  await again.sync({ datasets: ['rankings'] })
  expect(await marked(again)).toEqual(all)

  await again.call('brands.remove', { brandId: gone })
  expect(await marked(again)).toEqual(all.slice(1))
  const [backup] = (await again.call('desk.backups', {})).backups
  await again.call('rankings.mark', { keywords: [{ brandId: kept, keyword: keywords[1]?.keyword ?? '' }], star: false })
  const reopened = again.next('desk.reopened', () => true)
  await again.call('desk.restore', { id: backup?.id ?? '' })
  await reopened
  // The backup was taken before the brand was removed: its marks are gone from there too.
  expect((await again.call('rankings.tags', {})).tags).toEqual([{ tag: 'money', count: 1 }])
  expect(await marked(again)).toEqual(all.slice(1))
})
