import type { Settings } from '../../src-shared/desk/desk.ts'
import type { ServiceProfile } from '../../src-shared/service/profile.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'

export type SyncDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'fetchBody' | 'proveKey'>
  readonly book: BrandBook
  readonly settings: {
    readonly get: () => Settings
    readonly profile: () => ServiceProfile
    readonly onChange: (listener: () => void) => () => void
  }
  readonly clock: Clock
  /** Whether the clock may be trusted with what is deleted by its age. */
  readonly mayDelete: () => Promise<boolean>
  /** Numbers of outbox listings, which other rooms read as well. */
  readonly nextOutboxBatch: () => number
  readonly random: () => number
  readonly emit: Emit
  readonly log: Log
  /** A number that grows whenever the key of a brand changes. */
  readonly keyChangesOf: (brandId: string) => number
  /** Whether the sandbox of the demo brands runs. */
  readonly isDemoRunning: () => boolean
}
