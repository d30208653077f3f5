// Parts of the page whose code the first paint does without: each comes when it is drawn, and all of them soon after the
// start, so that none is missing when the desk is out of reach. Not React's own `lazy`: that waits even for code that is
// there already, and then keeps its placeholder for a third of a second.
import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from './idle.ts'
import { notify } from './state/notices.ts'

const loads: (() => Promise<unknown>)[] = []

const always = (): boolean => true
/** Nobody asks for the part: its code comes first when nothing else is to be done after the start. */
export const byItself = (): boolean => false

/** For a part that a person asked for: without a word, a button would seem to do nothing. */
const AskedFailed = () => {
  useEffect(() => {
    const title = 'This part of the page could not be loaded'
    notify({ title, message: 'Check that the desk is running, then reload the page.', tone: 'warning' })
  }, [])
  return null
}

type Options = {
  readonly load: () => Promise<ComponentType>
  /** In its place where the code cannot be had; nothing, or a notice where `useIsWanted` says when it is asked for. */
  readonly Failed?: ComponentType
  /** Whether to load it at once. */
  readonly useIsWanted?: () => boolean
}

/** Draws nothing until the code is there. */
export const deferred = ({ load, useIsWanted = always, ...options }: Options): ComponentType => {
  const Failed = options.Failed ?? (useIsWanted === always ? () => null : AskedFailed)
  const listeners = new Set<() => void>()
  let state: 'waiting' | 'there' | 'failed' = 'waiting'
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  const setState = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component
        setState('there')
      },
      () => setState('failed'),
    )
    return loading
  }
  if (useIsWanted === byItself) loads.unshift(loadOnce)
  else loads.push(loadOnce)
  return () => {
    const isWanted = useIsWanted()
    const now = useSyncExternalStore(watch, () => state)
    useEffect(() => {
      if (isWanted) void loadOnce()
    }, [isWanted])
    if (Loaded !== undefined) return <Loaded />
    return now === 'failed' && isWanted ? <Failed /> : null
  }
}

/** One after the other, when nothing else is to be done. */
export const loadDeferred = (): void => {
  const loadNext = (at: number): void => {
    const load = loads[at]
    if (load !== undefined) whenIdle(() => void load().then(() => loadNext(at + 1)))
  }
  loadNext(0)
}
