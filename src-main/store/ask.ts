// What a room answers others is a function in its public.ts, made here of a query's name: so each room shows what others use.
import type { ArgsOf, Reads, Store, Writes } from './store.ts'

/** A function that asks the store for one read. */
export const readOf =
  <Name extends keyof Reads>(name: Name) =>
  (store: Pick<Store, 'read'>, args: ArgsOf<Reads[Name]>): Promise<ReturnType<Reads[Name]>> =>
    store.read(name, args)

/** The same for a write; `transfer` as `Store.write` takes it. */
export const writeOf =
  <Name extends keyof Writes>(name: Name) =>
  (
    store: Pick<Store, 'write'>,
    args: ArgsOf<Writes[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<ReturnType<Writes[Name]>> =>
    store.write(name, args, transfer)
