// The suppression list holds for all brands: an address on it, or any address of a domain on it, gets no pitch.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError, type FieldIssue } from '../../src-shared/desk/errors.ts'
import type { Suppression } from '../../src-shared/desk/outreach-care.ts'
import type { Clock } from '../base/clock.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { SuppressionEntry } from './queries/suppressions.ts'
import { parseAddress, toSuppressionValue } from './rules/values.ts'

export type SuppressionBook = {
  /** The entry that keeps each of these addresses out, by the address as it was given; its own before its domain's. */
  readonly find: (emails: readonly string[]) => Promise<Map<string, Suppression>>
  /** Whether nothing is on it; read once for as long as nobody changes it. */
  readonly isEmpty: () => Promise<boolean>
  /** The list may be another one by now. */
  readonly forget: () => void
  /** All that changes the list passes here. */
  readonly change: <Result>(write: () => Promise<Result>) => Promise<Result>
}

/** What was read of the list holds until it is changed; while that is on its way, it is read each time. */
const createEmptiness = (store: Pick<Store, 'read'>): Pick<SuppressionBook, 'isEmpty' | 'forget' | 'change'> => {
  let version = 0
  let changing = 0
  let known: { readonly version: number; readonly isEmpty: boolean } | null = null
  return {
    isEmpty: async () => {
      if (changing === 0 && known?.version === version) return known.isEmpty
      const asked = version
      const { total } = await store.read('suppressions.page', { limit: 1 })
      known = { version: asked, isEmpty: total === 0 }
      return known.isEmpty
    },
    forget: () => {
      version += 1
    },
    change: async (write) => {
      changing += 1
      version += 1
      try {
        return await write()
      } finally {
        changing -= 1
        version += 1
      }
    },
  }
}

export const createSuppressionBook = ({ store }: { readonly store: Pick<Store, 'read'> }): SuppressionBook => ({
  ...createEmptiness(store),
  find: async (emails) => {
    const parsed = [...new Set(emails)].flatMap((email) => {
      const address = parseAddress(email)
      return address === null ? [] : [{ email, ...address }]
    })
    const values = [...new Set(parsed.flatMap(({ address, domain }) => [address, domain]))]
    if (values.length === 0) return new Map()
    const found = new Map((await store.read('suppressions.find', { values })).map((entry) => [entry.value, entry]))
    return new Map(
      parsed.flatMap(({ email, address, domain }) => {
        const entry = found.get(address) ?? found.get(domain)
        return entry === undefined ? [] : [[email, entry] as const]
      }),
    )
  },
})

const ISSUES_MAX = 100

const brokenRows = (issues: readonly FieldIssue[]): DeskError => {
  const rows = issues.length === 1 ? 'A row is' : `${issues.length} rows are`
  return new DeskError(
    'invalid',
    `${rows} neither an e-mail address nor a domain (the first: ${issues[0]?.path}). No rows were added.`,
    { issues: issues.slice(0, ISSUES_MAX) },
  )
}

/** Each value once, the first reason that says something. Throws `invalid` with the place of every broken row. */
const toEntries = (rows: readonly { readonly value: string; readonly reason: string }[]): SuppressionEntry[] => {
  const issues: FieldIssue[] = []
  const entries = new Map<string, SuppressionEntry>()
  rows.forEach(({ value, reason }, place) => {
    const parsed = toSuppressionValue(value)
    if (parsed === null)
      issues.push({ path: `entries.${place}.value`, message: 'is neither an e-mail address nor a domain' })
    else if ((entries.get(parsed.value)?.reason ?? '') === '') entries.set(parsed.value, { ...parsed, reason })
  })
  if (issues.length > 0) throw brokenRows(issues)
  return [...entries.values()]
}

type SuppressionCalls = 'outreach.suppressions' | 'outreach.suppress' | 'outreach.unsuppress'

export const createSuppressionHandlers = (deps: {
  readonly store: Store
  readonly book: Pick<SuppressionBook, 'change'>
  readonly clock: Clock
  readonly emit: Emit
}): Pick<Handlers, SuppressionCalls> => {
  const { store, book, clock, emit } = deps
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['suppressions'] })
  return {
    'outreach.suppressions': (input) => store.read('suppressions.page', input),
    'outreach.suppress': async ({ entries }) => {
      const unique = toEntries(entries)
      const add = () => store.write('suppressions.add', { entries: unique, atMs: clock.now() })
      const { added } = await book.change(add)
      if (added > 0) changed()
      return { added, already: entries.length - added }
    },
    'outreach.unsuppress': async ({ values }) => {
      const wanted = values.map((value) => toSuppressionValue(value)?.value ?? value.trim().toLowerCase())
      const result = await book.change(() => store.write('suppressions.remove', { values: wanted }))
      if (result.removed.length > 0) changed()
      return result
    },
  }
}
