// What the main thread knows of the team: told by the thread that holds the connection.

import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { Change } from '../../../src-shared/desk/values/changes.ts'

/** How a desk reaches its team. The password is never in a file of the data folder. */
export type TeamAccess = {
  readonly url: string
  readonly password: string
  readonly deskId: string
  readonly deskName: string
  readonly deskNo: number
  readonly teamId: string
}

export type TeamRole = 'reader' | 'writer' | 'sender' | 'admin'

export type TeamState = {
  readonly connection: 'connecting' | 'connected' | 'offline' | 'refused'
  readonly sinceMs: number
  readonly error: DeskErrorValue | null
  readonly serverVersion: string | null
  /** The newest commit in the mirror. */
  readonly position: number
  /** The newest commit of the team, as far as this desk heard. */
  readonly head: number | null
  /** The server's time minus this machine's, held by monotonic time. */
  readonly clockOffsetMs: number | null
  readonly role: TeamRole | null
  readonly login: string
  readonly deskNo: number
}

/** What others changed, once it is in the mirror. */
export type Mirrored = {
  readonly position: number
  /** Ids of the brands by table; null: rows of no brand, or too many to list. */
  readonly tables: Readonly<Record<string, readonly string[] | null>>
  /** What a person sees of them. */
  readonly changes: readonly Change[]
  /** By table that a room follows. */
  readonly numbers: Readonly<Record<string, readonly number[]>>
  /** The whole copy was replaced. */
  readonly isFresh: boolean
  /** Brands that this person does not see any more: nothing of them is in core.db, and all else of them has to go. */
  readonly lostBrandIds: readonly string[]
}
