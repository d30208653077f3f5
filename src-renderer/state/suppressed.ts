import type { Suppression } from '../../src-shared/desk/outreach-care.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { notify, orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export type Entry = { readonly value: string; readonly reason: string }

const saidOf = (values: readonly string[]): string =>
  values.length === 1 ? isolate(values[0] ?? '') : plural(values.length, 'entry', 'entries')

const putBack = (removed: readonly Suppression[]) =>
  orNotify(
    'The suppression was not restored',
    ask('outreach.suppress', { entries: removed.map(({ value, reason }) => ({ value, reason })) }),
  )

/** Adds entries, and offers to undo it. */
export const suppress = async (entries: readonly Entry[]) => {
  const reply = await ask('outreach.suppress', { entries: entries.map((entry) => ({ ...entry })) })
  if (!reply.ok) return reply
  const { added, already } = reply.value
  const values = entries.map(({ value }) => value)
  if (added === 0) notify({ title: `${saidOf(values)}: already suppressed` })
  // Entries that were there before must stay: undo is offered only where all are new.
  else if (already === 0)
    notifyWithUndo(`${saidOf(values)} suppressed for all brands`, () => void unsuppress(values, true))
  else
    notify({
      title: `${plural(added, 'entry', 'entries')} suppressed for all brands`,
      message: `${already} already on the list.`,
    })
  return reply
}

export const unsuppress = async (values: readonly string[], isQuiet = false): Promise<boolean> => {
  const reply = await orNotify('Nothing was removed from the list', ask('outreach.unsuppress', { values: [...values] }))
  if (!reply.ok) return false
  const { removed } = reply.value
  if (!isQuiet && removed.length > 0)
    notifyWithUndo(`${saidOf(removed.map(({ value }) => value))} can be contacted again`, () => void putBack(removed))
  return true
}
