// Desks of a team ask the service once: the others take what the first one stored.
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cachedRows } from '../../support/cached-rows.ts'
import { describePostgres } from '../../support/postgres.ts'
import { asked, DAYS, syncAll, syncSome, twoDesks } from '../../support/two-desks.ts'

describePostgres('desks of a team', (programs) => {
  test('fill from what one desk fetched, without a key and without a request, with the same rows', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: false })
    await syncAll(ann)
    const before = await asked(sandbox)
    expect(before.length).toBeGreaterThan(2 * DAYS)
    const bobs = await openBobs()
    await syncAll(bobs)
    expect(await asked(sandbox)).toEqual(before)
    await ann.close()
    await bobs.close()
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('fill a lost cache again from the team', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    await syncAll(ann)
    await syncAll(bobs)
    await ann.close()
    await bobs.close()
    writeFileSync(homes[1].cacheFile, 'no database any more')
    const again = await openBobs()
    const before = await asked(sandbox)
    await syncAll(again)
    await again.close()
    expect(await asked(sandbox)).toEqual(before)
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('ask the service again when a person syncs again, and give that to the others', async () => {
    const { sandbox, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    const listing = async (desk: typeof ann) => {
      const before = (await asked(sandbox)).length
      await syncSome(desk, ['outbox'])
      return (await asked(sandbox)).length - before
    }
    const once = await listing(ann)
    expect(once).toBeGreaterThan(0)
    expect(await listing(bobs)).toBe(0)
    expect(await listing(ann)).toBe(once)
    expect(await listing(bobs)).toBe(0)
  })

  test('share the work of a sync that they begin at the same time', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    const before = (await asked(sandbox)).length
    await Promise.all([syncAll(ann), syncAll(bobs)])
    const requests = (await asked(sandbox)).slice(before)
    expect(requests.length).toBeGreaterThan(2 * DAYS)
    expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([])
    await ann.close()
    await bobs.close()
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('ask only for the days of a longer history that nobody has', async () => {
    const { sandbox, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    await bobs.settings.set({ historyDays: DAYS + 5 })
    await syncAll(ann)
    const before = (await asked(sandbox)).length
    await syncAll(bobs)
    expect(await asked(sandbox)).toHaveLength(before + 2 * 5)
  })
})
