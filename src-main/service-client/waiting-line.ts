// Requests of one bucket that wait for a slot. The most urgent one goes first, whenever it came, so that a brand that is opened
// does not wait behind a sync of all others; of equal ones, the one that waited longest.

export type TakeOptions = {
  readonly limit: number
  readonly signal?: AbortSignal | undefined
  /** Called when this request has to wait, with the end (wall clock); its result is called when the wait is over. */
  readonly onWait?: ((untilMs: number) => (() => void) | undefined) | undefined
  /** The larger one goes first, as it is when a slot is free. Without it: before those that have one. */
  readonly urgency?: (() => number) | undefined
}

type Waiter<Slot> = {
  readonly options: TakeOptions
  readonly noteWait: (untilMs: () => number, nowMs: number) => void
  readonly grant: (slot: Slot) => void
  readonly refuse: (error: unknown) => void
}

/** `onLeft` is called when one has given up. */
export const createWaitingLine = <Slot>(onLeft: () => void = () => undefined) => {
  const waiting = new Set<Waiter<Slot>>()

  const urgencyOf = ({ options }: Waiter<Slot>): number => options.urgency?.() ?? Number.POSITIVE_INFINITY
  const placeOf = (waiter: Waiter<Slot>): number => {
    const urgency = urgencyOf(waiter)
    let [place, isEarlier] = [0, true]
    for (const other of waiting) {
      const others = urgencyOf(other)
      if (other === waiter) isEarlier = false
      else if (others > urgency || (isEarlier && others === urgency)) place += 1
    }
    return place
  }
  const first = (): Waiter<Slot> | undefined => {
    let [found] = waiting
    let most = found === undefined ? 0 : urgencyOf(found)
    for (const waiter of waiting) {
      const urgency = urgencyOf(waiter)
      if (urgency > most) [found, most] = [waiter, urgency]
    }
    return found
  }

  return {
    size: (): number => waiting.size,
    /** The lowest limit in the line. */
    limit: (): number => {
      let lowest = Number.POSITIVE_INFINITY
      for (const { options } of waiting) lowest = Math.min(lowest, options.limit)
      return lowest
    },
    /**
     * Resolves with a slot; rejects with the signal's reason, or with why all were refused. `untilMs` says until when a place
     * in the line (from 0) waits; without it, nobody knows yet.
     */
    join: (options: TakeOptions, untilMs?: (place: number) => number): Promise<Slot> =>
      new Promise((resolve, reject) => {
        const { signal, onWait } = options
        let onWaited: (() => void) | undefined
        let notedMs = Number.NEGATIVE_INFINITY
        const end = () => {
          waiting.delete(waiter)
          signal?.removeEventListener('abort', leave)
          onWaited?.()
        }
        const leave = () => {
          end()
          reject(signal?.reason)
          onLeft()
        }
        const waiter: Waiter<Slot> = {
          options,
          noteWait: (untilMs, nowMs) => {
            if (notedMs > nowMs) return
            notedMs = untilMs()
            onWaited?.()
            onWaited = onWait?.(notedMs)
          },
          grant: (slot) => {
            end()
            resolve(slot)
          },
          refuse: (error) => {
            end()
            reject(error)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        if (untilMs !== undefined) waiter.noteWait(() => untilMs(placeOf(waiter)), Number.NEGATIVE_INFINITY)
        waiting.add(waiter)
      }),
    /** False where nobody waits. */
    grant: (slot: Slot): boolean => {
      const waiter = first()
      waiter?.grant(slot)
      return waiter !== undefined
    },
    /** Tells those whose time has passed until when they wait; the others know. */
    noteWaits: (untilMs: (place: number) => number, nowMs: number): void => {
      for (const waiter of waiting) waiter.noteWait(() => untilMs(placeOf(waiter)), nowMs)
    },
    refuseAll: (error: unknown): void => {
      for (const waiter of [...waiting]) waiter.refuse(error)
    },
  }
}
export type WaitingLine<Slot> = ReturnType<typeof createWaitingLine<Slot>>
