import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import type { NamedAddress } from '../prospects/public.ts'

export type PitchSet = {
  readonly brandId: string
  readonly items: readonly PitchItem[]
  /** Known contacts by their id. */
  readonly contacts: ReadonlyMap<string, NamedAddress>
}
