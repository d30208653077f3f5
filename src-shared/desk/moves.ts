// A move in the calendar. Without schemas: the page's first script reads it.

/**
 * In the `details` of the two intents of a move: the unschedule that takes the article off its old time, and the schedule
 * that sets the new one. To a person they are one action.
 */
export type Move = {
  readonly id: string
  /** The calendar entry that is moved. */
  readonly entryId: string
  readonly articleSlug: string
  /** Instants. */
  readonly from: string
  readonly to: string
}

const FIELDS = ['id', 'entryId', 'articleSlug', 'from', 'to'] as const

/** The move that an intent is part of; null: none. */
export const moveOf = ({ details }: { readonly details: Readonly<Record<string, unknown>> }): Move | null => {
  const { move } = details
  if (typeof move !== 'object' || move === null) return null
  const fields: Readonly<Record<string, unknown>> = { ...move }
  return FIELDS.every((name) => typeof fields[name] === 'string') ? (move as Move) : null // each field was checked
}
