// What the desk's copy of the outbox says of people: who has a pitch waiting.
import type { Store } from '../store/store.ts'

export type WaitingPitch = { readonly conversationId: string; readonly subject: string | null }

export type OutboxState = {
  /** The unsent pitch of each contact (prospectEmailId) of the brand that has one. */
  readonly waitingContacts: (brandId: string) => Promise<ReadonlyMap<string, WaitingPitch>>
}

export const createOutboxState = ({ store }: { readonly store: Pick<Store, 'read'> }): OutboxState => ({
  waitingContacts: async (brandId) => {
    const rows = await store.read('outbox.waiting', { brandId })
    return new Map(rows.map(({ prospectEmailId, ...pitch }) => [prospectEmailId, pitch]))
  },
})
