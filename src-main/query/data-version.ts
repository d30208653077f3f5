// Tells the query process whether the rows that it has loaded are still those of the files.
import type { Store, Writes } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'

/** Notes of what was asked are in no view: without them, one question would have all rows loaded again for the next. */
const IN_NO_VIEW: ReadonlySet<keyof Writes> = new Set<keyof Writes>(['query.save', 'query.clear', 'mcp.saveRequest'])

export const createDataVersion = () => {
  let version = 0
  const bump = (): void => {
    version += 1
  }
  return {
    version: () => version,
    /** The files themselves are others now. */
    bump,
    /** The store, counting what it writes and what colleagues wrote. */
    counting: (store: Store): Store => {
      colleaguesOf(store).onChange(bump)
      const write: Store['write'] = async (name, ...rest) => {
        try {
          return await store.write(name, ...rest)
        } finally {
          // Only now is it in the files; a write that failed may have stored a part.
          if (!IN_NO_VIEW.has(name)) bump()
        }
      }
      return { ...store, write }
    },
  }
}
