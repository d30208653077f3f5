// Whom no brand writes to. The whole list is small and is asked of every contact in view, so the page holds it, once
// a view has wanted it, and reads it anew when the desk tells of a change.
import { create } from 'zustand'
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { Suppression } from '../../src-shared/desk/outreach-care.ts'
import { ask } from '../data/desk.ts'
import { isCallStale } from '../data/stale.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { notify, notifyError } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export type Entry = { readonly value: string; readonly reason: string }
type Book = ReadonlyMap<string, Suppression>

export const useSuppressed = create<{ readonly book: Book | null }>()(() => ({ book: null }))

const PAGE = 500
let request = 0

export const loadSuppressed = async (): Promise<void> => {
  request += 1
  const own = request
  const rows: Suppression[] = []
  let offset = 0
  for (;;) {
    const reply = await ask('outreach.suppressions', { limit: PAGE, offset })
    if (own !== request || !reply.ok) return
    rows.push(...reply.value.rows)
    offset += PAGE
    if (reply.value.rows.length === 0 || offset >= reply.value.total) break
  }
  useSuppressed.setState({ book: new Map(rows.map((row) => [row.value, row])) })
}

export const followSuppressed = (event: DeskEvent): void => {
  if (!isCallStale('outreach.suppressions', 'all', event)) return
  if (useSuppressed.getState().book !== null) void loadSuppressed()
}

/** The host of an address and every domain above it: a suppressed domain is one of them. */
const domainsOf = (email: string): readonly string[] => {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** What keeps this address from being written to; null: nothing. */
export const suppressionOf = (book: Book | null, email: string | null): Suppression | null => {
  if (book === null || book.size === 0 || email === null || !email.includes('@')) return null
  const address = email.trim().toLowerCase()
  return (
    book.get(address) ??
    domainsOf(address)
      .map((domain) => book.get(domain))
      .find((found) => found?.kind === 'domain') ??
    null
  )
}

const saidOf = (values: readonly string[]): string =>
  values.length === 1 ? isolate(values[0] ?? '') : plural(values.length, 'entry', 'entries')

const putBack = async (removed: readonly Suppression[]): Promise<void> => {
  const reply = await ask('outreach.suppress', { entries: removed.map(({ value, reason }) => ({ value, reason })) })
  if (!reply.ok) notifyError('The suppression was not restored', reply.error)
}

/** Undone by one press, and never asked about twice. Null: done; else why not. */
export const suppress = async (entries: readonly Entry[]): Promise<DeskErrorValue | null> => {
  const reply = await ask('outreach.suppress', { entries: entries.map((entry) => ({ ...entry })) })
  if (!reply.ok) return reply.error
  const { added, already } = reply.value
  const values = entries.map(({ value }) => value)
  if (added === 0) notify({ title: `${saidOf(values)}: already suppressed` })
  // What stood there before must not go with the undo: it is taken back only where all of it is new.
  else if (already === 0)
    notifyWithUndo(`${saidOf(values)} suppressed for all brands`, () => void unsuppress(values, true))
  else
    notify({
      title: `${plural(added, 'entry', 'entries')} suppressed for all brands`,
      message: `${already} already on the list.`,
    })
  return null
}

export const unsuppress = async (values: readonly string[], isQuiet = false): Promise<boolean> => {
  const reply = await ask('outreach.unsuppress', { values: [...values] })
  if (!reply.ok) {
    notifyError('Nothing was removed from the list', reply.error)
    return false
  }
  const { removed } = reply.value
  if (!isQuiet && removed.length > 0)
    notifyWithUndo(`${saidOf(removed.map(({ value }) => value))} can be contacted again`, () => void putBack(removed))
  return true
}
