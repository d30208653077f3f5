import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { BRANDS_AT_ONCE, createApply } from '../../../src-main/connectors/apply.ts'
import { type ApplyBrandDeps, createApplyBrand, type Turn } from '../../../src-main/connectors/apply-brand.ts'
import { createReach } from '../../../src-main/connectors/reach.ts'
import { createSessionKeychain } from '../../../src-main/keychain/session-keychain.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { openBrandsDesk } from '../../support/brands-desk.ts'
import { newBrand } from '../../support/temp-store.ts'
import { testClock } from '../../support/test-clock.ts'

const PLAN = { id: 'plan_1', madeAtMs: 1, restOf: null, dropBeforeMs: 0 }

test('apply stops after a brand whose result cannot be stored, and leaves the rest to a person', async () => {
  const session = createSessionKeychain()
  const { store, book } = await openBrandsDesk({ baseUrl: 'http://127.0.0.1:9', session })
  const ids: string[] = []
  for (let no = 1; no <= BRANDS_AT_ONCE + 2; no += 1) ids.push((await book.insert(newBrand(`Brand ${no}`))).id)
  const changes = [{ tool: 'a', from: 'deny' as const, to: 'allow' as const }]
  const brands = ids.map((brandId) => ({ brandId, isOrganizationWide: false, changes }))
  await store.write('connectors.savePlan', { ...PLAN, brands })
  const weak: Store = {
    ...store,
    write: (name, args, transfer) =>
      name === 'connectors.endApplyOf' ? Promise.reject(new Error('disk full')) : store.write(name, args, transfer),
  }
  const sent: string[] = []
  const apply = createApply({
    ...{ store: weak, clock: testClock, log: silentLog, emit: () => undefined, closing: new AbortController().signal },
    ...{ brands: book, reach: createReach({ store, brands: book }) },
    catalogs: { read: () => Promise.reject(new Error('nothing is read')) },
    planning: {
      begin: async (planId) => {
        const plan = await store.write('connectors.beginApply', { planId, madeSinceMs: 0, atMs: 2 })
        if (plan === null) throw new Error('there is no such plan')
        return plan
      },
    },
    applyBrand: async ({ planned, noteSending }: Turn) => {
      await noteSending(planned.changes)
      sent.push(planned.brandId)
      return { brandId: planned.brandId, state: 'applied', applied: [], moved: [], error: null, isSynced: false }
    },
  })
  await expect(apply({ planId: PLAN.id, accept: [] })).rejects.toThrow('disk full')
  expect(sent).toEqual(ids.slice(0, BRANDS_AT_ONCE))
  const [left] = await store.read('connectors.applies', {})
  expect(left?.cutOffAtMs).not.toBeNull()
  const states = left?.brands.map(({ state }) => state) ?? []
  expect(Object.groupBy(states, (state) => state)).toMatchObject({
    waiting: { length: 2 },
    sending: { length: BRANDS_AT_ONCE },
  })
})

test('a brand whose permissions cannot be read failed with the reason, and is not taken for one that shares them', async () => {
  const never = () => Promise.reject(new Error('nothing is sent'))
  const refused = new DeskError('unauthorized', 'The service refused the key of Acme.')
  const catalogs = { read: () => Promise.reject(refused) } as unknown as ApplyBrandDeps['catalogs'] // nothing else is asked
  const brandOf = (id: string) => ({ id, name: 'Acme' })
  const applyBrand = createApplyBrand({
    client: { request: never },
    catalogs,
    brandOf,
    signal: new AbortController().signal,
  })
  const planned = { brandId: 'b', isOrganizationWide: false, changes: [] }
  expect(await applyBrand({ planned } as unknown as Turn)).toEqual({
    ...{ brandId: 'b', state: 'failed', applied: [], moved: [], isSynced: false },
    error: refused.toValue(),
  })
})
