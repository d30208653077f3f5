import type { Settings } from '../../src-shared/desk/desk.ts'
import type { ServiceProfile } from '../../src-shared/service/profile.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'

export type SyncDeps = RoomParts & {
  readonly client: Pick<ServiceClient, 'fetchBody' | 'proveKey'>
  readonly book: BrandBook
  readonly settings: {
    readonly get: () => Settings
    readonly profile: () => ServiceProfile
    readonly onChange: (listener: () => void) => () => void
  }
  /** Whether the clock may be trusted with what is deleted by its age. */
  readonly mayDelete: () => Promise<boolean>
  /** Numbers of outbox listings, which other rooms read as well. */
  readonly nextOutboxBatch: () => number
  readonly random: () => number
  /** A number that grows whenever the key of a brand changes. */
  readonly keyChangesOf: (brandId: string) => number
  /** Whether the sandbox of the demo brands runs. */
  readonly isDemoRunning: () => boolean
}
