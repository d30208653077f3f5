import { DeskError } from '../../src-shared/desk/errors.ts'

/** The team could not be asked for a slot of the limit that its desks share, so nothing was sent. */
export class NoSlot extends DeskError {
  constructor(cause: unknown) {
    const why = cause instanceof DeskError ? ` ${cause.message}` : ''
    super('network', `Requests wait for the database of the team, which counts those of all desks.${why}`)
    this.cause = cause
  }
}
