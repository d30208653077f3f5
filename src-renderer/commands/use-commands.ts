import { useEffect, useRef } from 'react'
import { type Command, commands } from './registry.ts'

/** Adds a view's commands while it is on the page. The list may be a new one at each render. */
export const useCommands = (list: readonly Command[]): void => {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  useEffect(() => commands.add(() => latest.current), [])
}
