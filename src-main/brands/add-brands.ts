// A brand is stored only with a key that the service has accepted: first the key, then the row; the key is deleted again
// where the row is refused. A crash in between leaves a key under an id that no row has, which does no harm; no row is
// ever stored without its key.
import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { type CallOutput, calls, type ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError, invalidInput } from '../../src-shared/desk/errors.ts'
import { waitAtMost } from '../base/background.ts'
import type { Clock } from '../base/clock.ts'
import { asDeskError } from '../desk.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import { assertSecretCanBeKept } from '../keychain/keychain.ts'
import type { BrandBook } from './brand-book.ts'
import { proofOf } from './key-proof.ts'
import { brandOfTeam, type ProveKey } from './prove-key.ts'
import type { ReplaceKey } from './replace-key.ts'
import { newBrandId } from './rules/brand-id.ts'

export type AddBrandsDeps = {
  readonly book: BrandBook
  readonly ring: KeyRing
  readonly proveKey: ProveKey
  readonly replaceKey: ReplaceKey
  readonly clock: Clock
  /** The address of the service, from the profile. */
  readonly baseUrl: () => string
}

type NewInput = ParsedInput<'brands.add'>
type ManyInput = ParsedInput<'brands.addMany'>
type RowResult = CallOutput<'brands.addMany'>['results'][number]

const SIDE_BY_SIDE = 6
/** A row waits for the rows above it, so that brands keep the order of the list; no longer than this for a slow one. */
const TURN_MS = 5_000
type RowsAbove = Promise<unknown>
/** When it may be stored, and what happens where its brand is on the desk already. */
type Slot = { readonly rowsAbove: RowsAbove; readonly onTaken: OnTaken }
const digest = (key: string): string => createHash('sha256').update(key).digest('base64')

const parseRow = (row: ManyInput['rows'][number], sessionOnly: boolean): NewInput => {
  const parsed = calls['brands.add'].input.safeParse({ ...row, sessionOnly })
  if (parsed.success) return parsed.data
  throw invalidInput('This row is invalid', parsed.error)
}

/** Called for a key whose brand is on the desk already: throws where it must not replace that brand's key. */
type OnTaken = (taken: Brand) => void

const refuseTaken: OnTaken = ({ id, name }) => {
  const message = `This key belongs to a brand on this desk: "${name}". Replace that brand's key instead.`
  throw new DeskError('conflict', message, { brandId: id })
}

const isNamed = ({ name }: Pick<Brand, 'name'>, text: string): boolean => name.toLowerCase() === text.toLowerCase()

export const createAddBrands = ({ book, ring, proveKey, replaceKey, clock, baseUrl }: AddBrandsDeps) => {
  const underWay = new Set<string>()

  const waitForRowsAbove = async (rowsAbove: RowsAbove): Promise<void> => {
    await waitAtMost(clock, TURN_MS, rowsAbove)
  }

  const proveAndStore = async (input: NewInput, { rowsAbove, onTaken }: Slot): Promise<Brand> => {
    const { name, key, colour, tags, sessionOnly } = input
    const address = baseUrl()
    const { teamId } = await proveKey(key, { brand: null, baseUrl: address })
    await waitForRowsAbove(rowsAbove)
    const taken = brandOfTeam(book.list(), teamId)
    if (taken !== undefined) {
      onTaken(taken)
      return replaceKey(taken.id, { key, teamId, baseUrl: address, sessionOnly })
    }
    const id = newBrandId()
    const keyIn = await ring.put(id, key, { sessionOnly })
    try {
      const row = { id, name, colour, tags: tags ?? [], teamId, keyState: 'ok', keyIn, demo: false } as const
      const nowMs = clock.now()
      return await book.insert({ ...row, ...proofOf(id, key, address), keySinceMs: nowMs, createdAtMs: nowMs })
    } catch (error) {
      await ring.drop({ id, keyIn }).catch(() => undefined) // the refusal of the row is what the person must know
      throw error
    }
  }

  const store = async (input: NewInput, slot: Slot): Promise<Brand> => {
    await assertSecretCanBeKept(ring, input.sessionOnly)
    const name = digest(input.key)
    if (underWay.has(name)) throw new DeskError('conflict', 'A brand with this key is already being added.')
    underWay.add(name)
    try {
      return await proveAndStore(input, slot)
    } finally {
      underWay.delete(name)
    }
  }

  const addMany = async ({ rows, sessionOnly }: ManyInput): Promise<RowResult[]> => {
    const firstRowOf = new Map<string, number>()
    rows.forEach(({ key }, row) => {
      if (!firstRowOf.has(key.trim())) firstRowOf.set(key.trim(), row)
    })
    const rowOfBrand = new Map<string, number>()
    /** Throws where a row above has the brand's key, or where this one names another brand. */
    const assertMayReplace = (taken: Brand, rowName: string): void => {
      const above = rowOfBrand.get(taken.id)
      const named = book.list().find((brand) => !brand.demo && isNamed(brand, rowName))
      const refuse = (message: string) => new DeskError('conflict', message, { brandId: taken.id })
      if (above !== undefined) throw refuse(`Row ${above + 1} also has a key of ${taken.name}. Keep one of the two.`)
      if (named !== undefined && !isNamed(taken, rowName))
        throw refuse(`This row names ${named.name}, but its key belongs to ${taken.name}. No key was replaced.`)
    }
    const addRow = async (index: number, row: ManyInput['rows'][number], rowsAbove: RowsAbove): Promise<RowResult> => {
      let state: 'added' | 'replaced' = 'added'
      const onTaken: OnTaken = (taken) => {
        assertMayReplace(taken, row.name.trim())
        rowOfBrand.set(taken.id, index)
        state = 'replaced'
      }
      try {
        const input = parseRow(row, sessionOnly)
        const first = firstRowOf.get(input.key)
        if (first !== undefined && first !== index)
          throw new DeskError('conflict', `Row ${first + 1} has the same key. Each brand has its own key.`)
        const brand = await store(input, { rowsAbove, onTaken })
        rowOfBrand.set(brand.id, index)
        const isOther = !isNamed(brand, input.name)
        const note = isOther ? { note: `The key belongs to ${brand.name}, not to "${input.name}".` } : {}
        return { row: index, name: row.name, ok: true, state, brand, ...note }
      } catch (error) {
        return { row: index, name: row.name, ok: false, state: 'refused', error: asDeskError(error).toValue() }
      }
    }
    const queue = new PQueue({ concurrency: SIDE_BY_SIDE })
    let rowsAbove: RowsAbove = Promise.resolve()
    const added = rows.map((row, index) => {
      const above = rowsAbove
      const result = queue.add(() => addRow(index, row, above))
      rowsAbove = result
      return result
    })
    return Promise.all(added)
  }

  const addOne = (input: NewInput): Promise<Brand> =>
    store(input, { rowsAbove: Promise.resolve(), onTaken: refuseTaken })

  return { addOne, addMany }
}
