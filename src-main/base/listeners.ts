/** Those who want to hear of something. One that is added or removed while the others are notified changes nothing. */
export const createListeners = <Value>() => {
  const listeners = new Set<(value: Value) => void>()
  return {
    /** Returns what removes the listener. */
    add: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (value: Value): void => {
      for (const listener of [...listeners]) listener(value)
    },
  }
}
