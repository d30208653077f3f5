// The suppression list holds for all brands: an address on it, or any address of a domain on it, gets no pitch.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError, type FieldIssue } from '../../src-shared/desk/errors.ts'
import type { CallsOf } from '../../src-shared/desk/served-by.ts'
import type { Clock } from '../base/clock.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { SuppressionEntry } from './queries/suppressions.ts'
import { toSuppressionValue } from './rules/values.ts'

/** As many as one call takes: who leaves the bad rows out must know all of them. */
const ISSUES_MAX = 10_000

const brokenRows = (issues: readonly FieldIssue[]): DeskError => {
  const rows = issues.length === 1 ? 'A row is' : `${issues.length} rows are`
  return new DeskError(
    'invalid',
    `${rows} neither an e-mail address nor a domain (the first: ${issues[0]?.path}). No rows were added.`,
    { issues: issues.slice(0, ISSUES_MAX) },
  )
}

/** Each value once, with its first non-empty reason. Throws `invalid` with the index of every broken row. */
const toEntries = (rows: readonly { readonly value: string; readonly reason: string }[]): SuppressionEntry[] => {
  const issues: FieldIssue[] = []
  const entries = new Map<string, SuppressionEntry>()
  rows.forEach(({ value, reason }, index) => {
    const parsed = toSuppressionValue(value)
    if (parsed === null)
      issues.push({ path: `entries.${index}.value`, message: 'is neither an e-mail address nor a domain' })
    else if ((entries.get(parsed.value)?.reason ?? '') === '') entries.set(parsed.value, { ...parsed, reason })
  })
  if (issues.length > 0) throw brokenRows(issues)
  return [...entries.values()]
}

export const createSuppressions = (deps: { readonly store: Store; readonly clock: Clock; readonly emit: Emit }) => {
  const { store, clock, emit } = deps
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['suppressions'] })
  const handlers: Pick<Handlers, CallsOf<'suppressions'>> = {
    'outreach.suppressions': (input) => store.read('suppressions.page', input),
    'outreach.suppress': async ({ entries }) => {
      const unique = toEntries(entries)
      const { added } = await store.write('suppressions.add', { entries: unique, atMs: clock.now() })
      if (added > 0) changed()
      return { added, already: entries.length - added }
    },
    'outreach.unsuppress': async ({ values }) => {
      const wanted = values.map((value) => toSuppressionValue(value)?.value ?? value.trim().toLowerCase())
      const result = await store.write('suppressions.remove', { values: wanted })
      if (result.removed.length > 0) changed()
      return result
    },
  }
  return { handlers }
}
