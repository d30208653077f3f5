// The same for what reads and writes rows: rules by the desk's number, which a desk alone answers too.
import type { ReadableDb } from '../db.ts'
import { ALONE } from '../desk-numbers.ts'

export type DeskRules = {
  /** Others pitch too: a contact has one open pitch of a brand, and this desk's outbox may be older than what they sent. */
  readonly othersPitch: boolean
  /** A sender may have to release what another person queued. */
  readonly isReleaseNeeded: boolean
  /** Old rows that desks share are for this desk to delete: PostgreSQL does it where there are others. */
  readonly prunesShared: boolean
  /** Who wrote a row; null where all is one person's. */
  readonly writer: (login: string | null) => string | null
  /** What is shown of a row only where others may have changed it. */
  readonly shared: <Fields extends object>(fields: () => Fields) => Fields | Record<never, never>
}

const OF_ONE: DeskRules = {
  othersPitch: false,
  isReleaseNeeded: false,
  prunesShared: true,
  writer: () => null,
  shared: () => ({}),
}

const OF_MANY: DeskRules = {
  othersPitch: true,
  isReleaseNeeded: true,
  prunesShared: false,
  writer: (login) => login,
  shared: (fields) => fields(),
}

export const rulesOf = ({ deskNo }: Pick<ReadableDb, 'deskNo'>): DeskRules => (deskNo === ALONE ? OF_ONE : OF_MANY)
