// Brands as core.db keeps them: never a key.
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { given } from '../../base/given.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { newBrandId } from '../rules/brand-id.ts'
import { nextColour } from '../rules/colours.ts'
import { slugOf } from '../rules/slug.ts'

export type StoredBrand = Omit<Brand, 'createdAt'> & {
  readonly createdAtMs: number
  /** Ties the key to `keyOrigin` (brands/key-proof.ts). */
  readonly keySeal: string | null
}

/**
 * A brand before it is stored; the store gives it its slug, and an id and a colour if it has none. A brand whose key was
 * stored in the keychain first comes with its id.
 */
export type NewBrand = Pick<StoredBrand, 'name' | 'teamId' | 'keyState' | 'keyIn' | 'demo' | 'createdAtMs'> &
  Partial<Pick<StoredBrand, 'tags' | 'pinned' | 'keyOrigin' | 'keySeal'>> & {
    readonly id?: string | undefined
    readonly colour?: string | undefined
  }

/** A field left undefined stays as it is. */
export type BrandPatch = {
  readonly [Field in Exclude<keyof StoredBrand, 'id' | 'slug' | 'demo' | 'createdAtMs'>]?:
    | StoredBrand[Field]
    | undefined
}

type BrandRecord = Omit<StoredBrand, 'tags' | 'pinned' | 'demo'> & {
  readonly tags: string
  readonly pinned: number
  readonly demo: number
}

const COLUMNS = `id, name, slug, colour, tags, pinned, team_id AS teamId, key_state AS keyState, key_in AS keyIn,
  key_origin AS keyOrigin, key_seal AS keySeal, demo, created_at_ms AS createdAtMs`

const toBrand = (row: BrandRecord): StoredBrand => ({
  ...row,
  tags: JSON.parse(row.tags) as string[], // as toRecord wrote it
  pinned: row.pinned === 1,
  demo: row.demo === 1,
})

const toRecord = (brand: StoredBrand): BrandRecord => ({
  ...brand,
  tags: JSON.stringify(brand.tags),
  pinned: brand.pinned ? 1 : 0,
  demo: brand.demo ? 1 : 0,
})

/** Every brand, the oldest first. */
export const listBrands = ({ core }: ReadableDb, _args: Record<string, never>): StoredBrand[] =>
  prepared<BrandRecord>(core, `SELECT ${COLUMNS} FROM brand ORDER BY no`).all().map(toBrand)

const getBrand = ({ core }: ReadableDb, id: string): StoredBrand => {
  const row = prepared<BrandRecord>(core, `SELECT ${COLUMNS} FROM brand WHERE id = ?`).get(id)
  if (row === undefined) throw new DeskError('not-found', `There is no brand ${id} on this desk.`, { brandId: id })
  return toBrand(row)
}

/** Demo brands are of another service, whose teams may have the same ids. */
const assertTeamIsFree = ({ core }: ReadableDb, { id, teamId, demo }: Pick<StoredBrand, 'id' | 'teamId' | 'demo'>) => {
  if (teamId === null) return
  const sql = 'SELECT id, name FROM brand WHERE team_id = ? AND demo = ? AND id <> ?'
  const taken = prepared<{ id: string; name: string }>(core, sql).get(teamId, demo ? 1 : 0, id)
  if (taken === undefined) return
  throw new DeskError(
    'conflict',
    `This key belongs to a brand on this desk: "${taken.name}". Replace that brand's key instead.`,
    { brandId: taken.id },
  )
}

const freeSlug = ({ core }: ReadableDb, name: string): string => {
  const base = slugOf(name)
  const isTaken = (slug: string) => prepared(core, 'SELECT 1 FROM brand WHERE slug = ?').get(slug) !== undefined
  let slug = base
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`
  return slug
}

const SAVE = `
  INSERT INTO brand (id, name, slug, colour, tags, pinned, team_id, key_state, key_in, key_origin, key_seal, demo,
    created_at_ms)
  VALUES (@id, @name, @slug, @colour, @tags, @pinned, @teamId, @keyState, @keyIn, @keyOrigin, @keySeal, @demo,
    @createdAtMs)
  ON CONFLICT (id) DO UPDATE SET name = @name, colour = @colour, tags = @tags, pinned = @pinned, team_id = @teamId,
    key_state = @keyState, key_in = @keyIn, key_origin = @keyOrigin, key_seal = @keySeal
`

/** Throws `conflict` where another brand has this teamId. */
export const insertBrand = (db: WritableDb, brand: NewBrand): StoredBrand =>
  db.core.transaction(() => {
    const id = brand.id ?? newBrandId()
    assertTeamIsFree(db, { ...brand, id })
    const others = prepared<{ name: string; colour: string }>(db.core, 'SELECT name, colour FROM brand').all()
    const colour = brand.colour ?? nextColour(brand.name, others)
    const slug = freeSlug(db, brand.name)
    const { tags = [], pinned = false, keyOrigin = null, keySeal = null } = brand
    const stored = { ...brand, id, colour, slug, tags, pinned, keyOrigin, keySeal }
    prepared(db.core, SAVE).run(toRecord(stored))
    return stored
  })()

/** The slug stays as it was: addresses for webhooks hold it. */
export const updateBrand = (db: WritableDb, { id, patch }: { id: string; patch: BrandPatch }): StoredBrand =>
  db.core.transaction(() => {
    const changed: StoredBrand = { ...getBrand(db, id), ...given(patch) }
    assertTeamIsFree(db, changed)
    prepared(db.core, SAVE).run(toRecord(changed))
    return changed
  })()

/** A restored file may know an origin for another key than the keychain holds now: without a seal it does not count. */
export const forgetUnsealedOrigins = (core: WritableDb['core']): void => {
  core.prepare('UPDATE brand SET key_origin = NULL WHERE key_seal IS NULL').run()
}
