import { describe, expect, it } from 'vitest'
import type { Catalog, Permission, Permissions } from '../../../src-main/connectors/rules/permissions.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const catalogOf = (permissions: Record<string, Permission>, more: Partial<Catalog> = {}): Catalog => ({
  brandId: 'team',
  canManage: true,
  syncEnabled: false,
  tools: Object.entries(permissions).map(([name, effective]) => {
    return { name, label: name, description: '', group: 'read', default: 'allow', effective }
  }),
  ...more,
})

const setup = async () => {
  const { store } = await tempStore()
  const { id } = await store.write('brands.insert', newBrand('Acme', { teamId: 'team' }))
  const save = (catalog: Catalog, atMs: number, ownTools: Permissions | 'all' | null = null) =>
    store.write('connectors.save', { brandId: id, catalog, askedAtMs: atMs, fetchedAtMs: atMs, ownTools })
  const versions = () => store.read('connectors.versions', { brandId: id, limit: 1000 })
  const catalog = async () => (await store.read('connectors.catalogs', { brandIds: [id] }))[0]
  return { store, id, save, versions, catalog }
}

describe('a read of the catalog', () => {
  it('becomes a version only if it differs, with its time and author', async () => {
    const { save, versions, catalog } = await setup()
    await save(catalogOf({ a: 'allow', b: 'allow' }), 1000)
    await save(catalogOf({ b: 'allow', a: 'allow' }), 2000)
    await save(catalogOf({ a: 'deny', b: 'allow' }), 3000, new Map([['a', 'deny']]))
    await save(catalogOf({ a: 'deny', b: 'deny' }, { syncEnabled: true }), 4000)
    const kept = (await versions()).map(({ at, by, syncEnabled, changes }) => [
      Date.parse(at),
      by,
      syncEnabled,
      changes,
    ])
    expect(kept).toEqual([
      [4000, 'elsewhere', true, [{ tool: 'b', from: 'allow', to: 'deny' }]],
      [3000, 'desk', false, [{ tool: 'a', from: 'allow', to: 'deny' }]],
      [1000, 'elsewhere', false, []],
    ])
    expect(await catalog()).toMatchObject({ fetchedAtMs: 4000, drift: [{ tool: 'b', from: 'allow', to: 'deny' }] })
  })

  it('separates the desk’s changes from those of others in the same read', async () => {
    const { save, versions, catalog } = await setup()
    await save(catalogOf({ a: 'allow', b: 'allow', c: 'allow' }), 1000)
    const own = new Map<string, Permission>([
      ['a', 'deny'],
      ['c', 'allow'],
    ])
    await save(catalogOf({ a: 'deny', b: 'deny', c: 'deny' }), 2000, own)
    expect((await versions()).map(({ by, changes }) => [by, changes.map(({ tool }) => tool)])).toEqual([
      ['desk', ['a']],
      ['elsewhere', ['b', 'c']],
      ['elsewhere', []],
    ])
    expect((await catalog())?.drift.map(({ tool }) => tool)).toEqual(['b', 'c'])
  })

  it('is dropped after a newer one, but not after the clock was set back', async () => {
    const { store, id, save, catalog } = await setup()
    await save(catalogOf({ a: 'deny' }), 2000)
    const late = { brandId: id, catalog: catalogOf({ a: 'allow' }), ownTools: null }
    const overtaken = await store.write('connectors.save', { ...late, askedAtMs: 1500, fetchedAtMs: 2500 })
    expect(overtaken).toMatchObject({ isKept: false, changes: [] })
    expect((await catalog())?.tools[0]?.effective).toBe('deny')
    expect(await store.write('connectors.save', { ...late, askedAtMs: 100, fetchedAtMs: 200 })).toMatchObject({
      isKept: true,
    })
    expect((await catalog())?.tools[0]?.effective).toBe('allow')
  })

  it('is newer by the time of its request, not of its reply', async () => {
    const { store, id, save, catalog } = await setup()
    const answer = (value: Permission, askedAtMs: number, fetchedAtMs: number, own: Permissions | null = null) => {
      const args = { brandId: id, catalog: catalogOf({ a: value }), askedAtMs, fetchedAtMs }
      return store.write('connectors.save', { ...args, ownTools: own })
    }
    await save(catalogOf({ a: 'deny' }), 1)
    // A sync asks at 99; the desk's own change is answered at 100, its read requested at 101. The sync's reply arrives first.
    expect(await answer('deny', 99, 103)).toMatchObject({ isKept: true })
    expect(await answer('allow', 101, 104, new Map([['a', 'allow']]))).toMatchObject({ isKept: true })
    expect(await answer('deny', 100, 105)).toMatchObject({ isKept: false })
    await answer('allow', 200, 201)
    expect(await catalog()).toMatchObject({ tools: [{ effective: 'allow' }], drift: [] })
  })

  it('of another team is refused, and not stored', async () => {
    const { save, catalog } = await setup()
    await save(catalogOf({ a: 'deny' }), 1000)
    const other = save(catalogOf({ a: 'allow' }, { brandId: 'other' }), 2000)
    await expect(other).rejects.toMatchObject({ kind: 'bad-response' })
    expect((await catalog())?.tools[0]?.effective).toBe('deny')
  })

  it('is removed with its brand, like its plans', async () => {
    const { store, id, save, versions } = await setup()
    await save(catalogOf({ a: 'allow' }), 1000)
    await store.write('connectors.savePlan', {
      id: 'plan',
      madeAtMs: 1000,
      dropBeforeMs: 0,
      restOf: null,
      brands: [{ brandId: id, isOrganizationWide: false, changes: [{ tool: 'a', from: 'allow', to: 'deny' }] }],
    })
    await store.write('brands.delete', { id })
    expect(await versions()).toEqual([])
    const begun = await store.write('connectors.beginApply', { planId: 'plan', madeSinceMs: 0, atMs: 2000 })
    expect(begun).toMatchObject({ brands: [] })
    await expect(save(catalogOf({ a: 'allow' }), 2000)).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('shows drift from what was set here, regardless of how many reads followed', async () => {
    const { store, id, save, catalog, versions } = await setup()
    await save(catalogOf({ a: 'allow', b: 'allow' }), 1)
    await save(catalogOf({ a: 'deny', b: 'allow' }), 2, new Map([['a', 'deny']]))
    for (let atMs = 3; atMs < 520; atMs += 1)
      await save(catalogOf({ a: 'deny', b: atMs % 2 === 0 ? 'allow' : 'deny', c: 'allow' }), atMs)
    expect(await versions()).toHaveLength(501)
    expect((await catalog())?.drift).toEqual([{ tool: 'b', from: 'allow', to: 'deny' }])
    await store.write('connectors.seen', { brandIds: [id] })
    expect((await catalog())?.drift).toEqual([])
    await save(catalogOf({ a: 'deny', b: 'deny', c: 'deny' }), 600)
    expect((await catalog())?.drift).toEqual([{ tool: 'c', from: 'allow', to: 'deny' }])
  })

  it('keeps 500 versions, the last viewed one and the newest with its own settings', async () => {
    const { store, id, save, versions } = await setup()
    await save(catalogOf({ a: 'allow' }), 1)
    await save(catalogOf({ a: 'deny' }, { syncEnabled: true }), 2)
    for (let atMs = 3; atMs < 520; atMs += 1)
      await save(catalogOf({ a: atMs % 2 === 0 ? 'deny' : 'allow' }, { syncEnabled: true }), atMs)
    expect(await versions()).toHaveLength(501)
    expect((await store.read('connectors.own', { brandIds: [id] })).get(id)).toEqual(new Map([['a', 'allow']]))
  })
})

describe('a plan on disk', () => {
  it('is used once, in the order it was made, and not when it is too old', async () => {
    const { store } = await setup()
    const ids: string[] = []
    for (const name of ['Z', 'A', 'M']) ids.push((await store.write('brands.insert', newBrand(name))).id)
    const begin = (planId: string, madeSinceMs: number) =>
      store.write('connectors.beginApply', { planId, madeSinceMs, atMs: 10_000 })
    const brands = ids.map((brandId) => ({ brandId, isOrganizationWide: true, changes: [] }))
    await store.write('connectors.savePlan', { id: 'one', madeAtMs: 1000, dropBeforeMs: 0, restOf: null, brands })
    await store.write('connectors.savePlan', { id: 'two', madeAtMs: 2000, dropBeforeMs: 0, restOf: null, brands })
    expect(await begin('one', 1001)).toBeNull()
    const plan = await begin('one', 1000)
    expect(plan?.brands.map(({ brandId }) => brandId)).toEqual(ids)
    expect(await begin('one', 0)).toBeNull()
    const three = { id: 'three', madeAtMs: 9000, restOf: null, brands: [] }
    await store.write('connectors.savePlan', { ...three, dropBeforeMs: 2001 })
    expect(await begin('two', 0)).toBeNull()
  })
})
