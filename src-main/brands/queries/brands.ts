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

type BrandRecord = {
  id: string
  name: string
  slug: string
  colour: string
  tags: string
  pinned: number
  team_id: string | null
  key_state: Brand['keyState']
  key_in: Brand['keyIn']
  key_origin: string | null
  key_seal: string | null
  demo: number
  created_at_ms: number
}

const toBrand = (row: BrandRecord): StoredBrand => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  colour: row.colour,
  tags: JSON.parse(row.tags) as string[], // as toRecord wrote it
  pinned: row.pinned === 1,
  teamId: row.team_id,
  keyState: row.key_state,
  keyIn: row.key_in,
  keyOrigin: row.key_origin,
  keySeal: row.key_seal,
  demo: row.demo === 1,
  createdAtMs: row.created_at_ms,
})

const toRecord = (brand: StoredBrand): BrandRecord => ({
  id: brand.id,
  name: brand.name,
  slug: brand.slug,
  colour: brand.colour,
  tags: JSON.stringify(brand.tags),
  pinned: brand.pinned ? 1 : 0,
  team_id: brand.teamId,
  key_state: brand.keyState,
  key_in: brand.keyIn,
  key_origin: brand.keyOrigin,
  key_seal: brand.keySeal,
  demo: brand.demo ? 1 : 0,
  created_at_ms: brand.createdAtMs,
})

/** Every brand, the oldest first. */
export const listBrands = ({ core }: ReadableDb, _args: Record<string, never>): StoredBrand[] =>
  prepared<BrandRecord>(core, 'SELECT * FROM brand ORDER BY no').all().map(toBrand)

const getBrand = ({ core }: ReadableDb, id: string): StoredBrand => {
  const row = prepared<BrandRecord>(core, 'SELECT * FROM brand WHERE id = ?').get(id)
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
  VALUES (@id, @name, @slug, @colour, @tags, @pinned, @team_id, @key_state, @key_in, @key_origin, @key_seal, @demo,
    @created_at_ms)
  ON CONFLICT (id) DO UPDATE SET name = @name, colour = @colour, tags = @tags, pinned = @pinned,
    team_id = @team_id, key_state = @key_state, key_in = @key_in, key_origin = @key_origin, key_seal = @key_seal
`

/** Throws `conflict` where another brand has this teamId. */
export const insertBrand = (db: WritableDb, brand: NewBrand): StoredBrand =>
  db.core.transaction(() => {
    const id = brand.id ?? newBrandId()
    assertTeamIsFree(db, { ...brand, id })
    const taken = prepared<{ colour: string }>(db.core, 'SELECT colour FROM brand').all()
    const colour = brand.colour ?? nextColour(taken.map((other) => other.colour))
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
