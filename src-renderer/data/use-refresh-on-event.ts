import { useEffect, useRef } from 'react'
import type { DeskEvent, EventName } from '../../src-shared/desk/contract.ts'
import { bridge } from '../bridge.ts'
import type { BlockCache } from './block-cache.ts'

const GAP_MS = 250

type Options = {
  readonly events: readonly EventName[]
  /** Rows must not move, as while some are selected: changes wait until it is let go. */
  readonly isHeld: boolean
}

/** Asks for the rows again after these events, a few times a second at most while they pour in. */
export const useRefreshOnEvent = <Row>(cache: BlockCache<Row>, { events, isHeld }: Options): void => {
  const isMissed = useRef(false)
  const names = events.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        cache.refresh()
      }, GAP_MS)
    }
    if (!isHeld && isMissed.current) refreshSoon()
    isMissed.current = false
    const stop = bridge.subscribe((event: DeskEvent) => {
      if (!names.split(' ').includes(event.name)) return
      if (isHeld) isMissed.current = true
      else refreshSoon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, names, isHeld])
}
