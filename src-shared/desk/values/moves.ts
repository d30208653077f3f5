// A move in the calendar, and what an unschedule sets again. Without schemas: the page's first script reads it.

/** A schedule of the article on another provider: the service ends it with the unschedule, and it is set again at its time. */
export type KeptSchedule = {
  /** The calendar entry. */
  readonly entryId: string
  readonly articleSlug: string
  readonly provider: string
  /** Instant. */
  readonly at: string
}

/**
 * In the `details` of the intents of a move: the unschedule that takes the article off its old time, and the schedule that
 * sets the new one. To a person they are one action, with the schedules that are set again.
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

type Details = { readonly details: Readonly<Record<string, unknown>> }

const MOVE = ['id', 'entryId', 'articleSlug', 'from', 'to'] as const
const KEPT = ['entryId', 'articleSlug', 'provider', 'at'] as const

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const hasTexts = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => typeof fields[name] === 'string')

/** The move that an intent is part of; null: none. */
export const moveOf = ({ details }: Details): Move | null => {
  const fields = fieldsOf(details.move)
  return hasTexts(fields, MOVE) ? (fields as Move) : null // each field was checked
}

/** The id that the intents of one action have in common; null: it is one alone, or was sent again. */
export const actionOf = ({ details }: Details): string | null => {
  const { id, isAgain } = fieldsOf(details.move)
  return typeof id === 'string' && isAgain !== true ? id : null
}

/** The unschedule that an intent came after, also where it was sent again since. */
export const originOf = ({ details }: Details): string | null => {
  const { id } = fieldsOf(details.move)
  return typeof id === 'string' ? id : null
}

/** What an action sets again; on each intent of it but those that do so. */
export const keptOf = ({ details }: Details): readonly KeptSchedule[] => {
  const { kept } = fieldsOf(details.move)
  if (!Array.isArray(kept)) return []
  return kept.filter((one): one is KeptSchedule => hasTexts(fieldsOf(one), KEPT))
}

/** The article that an intent sets again; null: that is not what it does. */
export const setAgainOf = ({ details }: Details): string | null => {
  const { isKept, articleSlug } = fieldsOf(details.move)
  return isKept === true && typeof articleSlug === 'string' ? articleSlug : null
}

/** The details of an intent that is sent again: a row of its own, and no part of the action any more. */
export const asAgain = <Value extends Details['details']>(details: Value): Value =>
  details.move === undefined ? details : { ...details, move: { ...fieldsOf(details.move), isAgain: true } }
