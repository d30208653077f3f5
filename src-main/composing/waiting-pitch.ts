// What composing has to know of pitches that wait; pitches/ finds them.

/** How far a pitch of the desk's own journal got. */
export type StateHere = 'held' | 'ready' | 'going' | 'unknown' | 'queued'

export type WaitingPitch = {
  readonly subject: string | null
  /** Of one that no outbox shows yet. */
  readonly here?: { readonly sinceMs: number; readonly state: StateHere }
}

export type OutboxState = {
  /** The unsent pitch of each of these contacts (prospectEmailId) that has one; one that is still here before others. */
  readonly waitingContacts: (
    brandId: string,
    contactIds: readonly string[],
  ) => Promise<ReadonlyMap<string, WaitingPitch>>
}
