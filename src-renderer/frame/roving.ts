// The rail is one stop of the Tab key: the arrows, Home and End move in it.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isFocusFree } from '../commands/focus.ts'

/** Options of the brand list are moved through from its filter. */
const STOPS = ':is(button, input):not([role="option"], [aria-hidden])'
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const stopsOf = (rail: Element): HTMLElement[] =>
  [...rail.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility())

const makeStop = (rail: Element, stop: Element): void => {
  for (const other of rail.querySelectorAll<HTMLElement>(STOPS)) other.tabIndex = other === stop ? 0 : -1
}

export const useRoving = () => {
  const rail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = rail.current?.querySelector('[aria-current="page"]') ?? rail.current?.querySelector(STOPS)
    if (rail.current !== null && first != null) makeStop(rail.current, first)
  }, [])
  return {
    ref: rail,
    onFocus: ({ currentTarget, target }: { readonly currentTarget: Element; readonly target: Element }) => {
      if (target.matches(STOPS)) makeStop(currentTarget, target)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      // After a click the arrows are for the list in view.
      if (step === undefined || event.defaultPrevented || isFocusFree()) return
      const stops = stopsOf(event.currentTarget)
      const at = stops.findIndex((stop) => stop.matches(':focus'))
      if (at < 0) return
      event.preventDefault()
      event.stopPropagation()
      stops[step(at, stops.length - 1)]?.focus()
    },
  }
}
