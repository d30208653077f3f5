import type { Handlers } from '../src-shared/desk/contract.ts'
import type { Clock } from './base/clock.ts'
import type { Log } from './base/log.ts'
import type { Emit } from './desk.ts'
import type { Store } from './store/store.ts'

/** What nearly every room is given; the log names the room. */
export type RoomParts = { readonly store: Store; readonly clock: Clock; readonly emit: Emit; readonly log: Log }

/** What a room gives to the desk that it is a part of. */
export type Room = {
  readonly handlers: Partial<Handlers>
  /** Begins what it does by itself; resolves once the next room may start. */
  readonly start?: () => unknown
  /** Nothing of it begins from then on; resolves once what is under way has ended. */
  readonly close?: () => unknown
}
