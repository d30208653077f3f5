import type { Handlers } from '../src-shared/desk/contract.ts'

/** What a room gives to the desk that it is a part of. */
export type Room = {
  readonly handlers: Partial<Handlers>
  /** Begins what it does by itself; resolves once the next room may start. */
  readonly start?: () => unknown
  /** Nothing of it begins from then on; resolves once what is under way has ended. */
  readonly close?: () => unknown
}
