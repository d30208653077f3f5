// What composing needs to know of waiting pitches; src-main/pitches finds them.

/** How far a pitch in the journal is. */
export type StateHere = 'held' | 'ready' | 'going' | 'unknown' | 'queued'

export type WaitingPitch = {
  readonly subject: string | null
  /** Set if it is not in the outbox yet. `by`: who of the team queued it; null on a desk alone. */
  readonly here?: { readonly sinceMs: number; readonly state: StateHere; readonly by: string | null }
}

export type OutboxState = {
  /** The unsent pitch of each of these contacts (prospectEmailId); one that is still in the journal comes first. */
  readonly waitingContacts: (
    brandId: string,
    contactIds: readonly string[],
  ) => Promise<ReadonlyMap<string, WaitingPitch>>
}
