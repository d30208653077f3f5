// Brands as core.db keeps them: never a key. What belongs to this machine (the state of its key, the pin) has a table of its
// own (brand-here.ts).
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { given } from '../../base/given.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { saveOwnBrand } from '../../team/public.ts'
import { newBrandId } from '../rules/brand-id.ts'
import { nextColour } from '../rules/colours.ts'

const MARKS = /\p{M}+/gu
const NOT_SLUG = /[^a-z0-9]+/g

/** A name as lower case letters, digits and hyphens; `brand` where no such letter is left. */
export const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase()
  const slug = plain
    .replace(NOT_SLUG, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'brand' : slug
}

export type StoredBrand = Omit<Brand, 'createdAt' | 'keyAge'> & {
  readonly createdAtMs: number
  /** Null: there was no key yet. */
  readonly keySinceMs: number | null
  readonly isKeyAgeExact: boolean
  /** Ties the key to `keyOrigin` (brands/key-proof.ts). */
  readonly keySeal: string | null
}

/**
 * A brand before it is stored; the store gives it its slug, and an id and a colour if it has none. A brand whose key was
 * stored in the keychain first comes with its id.
 */
export type NewBrand = Pick<StoredBrand, 'name' | 'teamId' | 'keyState' | 'keyIn' | 'demo' | 'createdAtMs'> &
  Partial<Pick<StoredBrand, 'tags' | 'pinned' | 'keyOrigin' | 'keySeal' | 'keySinceMs'>> & {
    readonly id?: string | undefined
    readonly colour?: string | undefined
    /** In a team: who adds it. */
    readonly by?: string | undefined
  }

/** A field left undefined stays as it is. */
export type BrandPatch = {
  readonly [Field in Exclude<keyof StoredBrand, 'id' | 'slug' | 'demo' | 'createdAtMs'>]?:
    | StoredBrand[Field]
    | undefined
}

type BrandRecord = Omit<StoredBrand, 'tags' | 'pinned' | 'demo' | 'isKeyAgeExact'> & {
  readonly tags: string
  readonly isKeyAgeExact: number
  readonly pinned: number
  readonly demo: number
}

/** A brand that another desk added has no key and no pin here. */
const BRANDS = `SELECT id, name, slug, colour, tags, coalesce(pinned, 0) AS pinned, team_id AS teamId,
    coalesce(key_state, 'missing') AS keyState, key_in AS keyIn, key_origin AS keyOrigin, key_seal AS keySeal,
    key_since_ms AS keySinceMs, coalesce(is_key_age_exact, 0) AS isKeyAgeExact, demo,
    created_at_ms AS createdAtMs
  FROM brand LEFT JOIN brand_here ON brand_here.brand_id = brand.id`

const toBrand = (row: BrandRecord): StoredBrand => ({
  ...row,
  tags: JSON.parse(row.tags) as string[], // as toRecord wrote it
  pinned: row.pinned === 1,
  isKeyAgeExact: row.isKeyAgeExact === 1,
  demo: row.demo === 1,
})

const toRecord = (brand: StoredBrand): BrandRecord => ({
  ...brand,
  tags: JSON.stringify(brand.tags),
  pinned: brand.pinned ? 1 : 0,
  isKeyAgeExact: brand.isKeyAgeExact ? 1 : 0,
  demo: brand.demo ? 1 : 0,
})

/** Every brand, the oldest first. */
export const listBrands = ({ core }: ReadableDb, _args: Record<string, never>): StoredBrand[] =>
  prepared<BrandRecord>(core, `${BRANDS} ORDER BY no`).all().map(toBrand)

const getBrand = ({ core }: ReadableDb, id: string): StoredBrand => {
  const row = prepared<BrandRecord>(core, `${BRANDS} WHERE id = ?`).get(id)
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
  INSERT INTO brand (id, name, slug, colour, tags, team_id, demo, created_at_ms)
  VALUES (@id, @name, @slug, @colour, @tags, @teamId, @demo, @createdAtMs)
  ON CONFLICT (id) DO UPDATE SET name = @name, colour = @colour, tags = @tags, team_id = @teamId
`
const SAVE_HERE = `
  INSERT INTO brand_here (brand_id, key_state, key_in, key_origin, key_seal, pinned, key_since_ms, is_key_age_exact)
  VALUES (@id, @keyState, @keyIn, @keyOrigin, @keySeal, @pinned, @keySinceMs, @isKeyAgeExact)
  ON CONFLICT (brand_id) DO UPDATE SET key_state = @keyState, key_in = @keyIn, key_origin = @keyOrigin,
    key_seal = @keySeal, pinned = @pinned, key_since_ms = @keySinceMs, is_key_age_exact = @isKeyAgeExact
`
/** The fields of SAVE_HERE. */
const HERE: ReadonlySet<string> = new Set<keyof StoredBrand>([
  'keyState',
  'keyIn',
  'keyOrigin',
  'keySeal',
  'keySinceMs',
  'isKeyAgeExact',
  'pinned',
])

/** Writes the tables that these fields are in. Use it inside a transaction. */
const save = ({ core }: WritableDb, brand: StoredBrand, fields: readonly string[]): StoredBrand => {
  const record = toRecord(brand)
  if (fields.some((field) => !HERE.has(field))) prepared(core, SAVE).run(record)
  prepared(core, SAVE_HERE).run(record)
  return brand
}

/** Throws `conflict` where another brand has this teamId. */
export const insertBrand = (db: WritableDb, { by, ...brand }: NewBrand): StoredBrand =>
  db.core.transaction(() => {
    const id = brand.id ?? newBrandId()
    assertTeamIsFree(db, { ...brand, id })
    const others = prepared<{ name: string; colour: string }>(db.core, 'SELECT name, colour FROM brand').all()
    const colour = brand.colour ?? nextColour(brand.name, others)
    const slug = freeSlug(db, brand.name)
    const { tags = [], pinned = false, keyOrigin = null, keySeal = null, keySinceMs = null } = brand
    const key = { keyOrigin, keySeal, keySinceMs, isKeyAgeExact: keySinceMs !== null }
    const saved = save(db, { ...brand, ...key, id, colour, slug, tags, pinned }, ['id'])
    if (by !== undefined) saveOwnBrand(db, { brandId: id, by })
    return saved
  })()

/** The slug stays as it was: addresses for webhooks hold it. */
export const updateBrand = (db: WritableDb, { id, patch }: { id: string; patch: BrandPatch }): StoredBrand =>
  db.core.transaction(() => {
    const change = given(patch)
    const changed: StoredBrand = { ...getBrand(db, id), ...change }
    assertTeamIsFree(db, changed)
    return save(db, changed, Object.keys(change))
  })()

/** A restored file may know an origin for another key than the keychain holds now: without a seal it does not count. */
export const forgetUnsealedOrigins = (core: WritableDb['core']): void => {
  core.prepare('UPDATE brand_here SET key_origin = NULL WHERE key_seal IS NULL').run()
}
