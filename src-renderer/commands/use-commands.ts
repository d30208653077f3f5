import { useEffect, useRef } from 'react'
import { commands, type GroupCommand, inGroup } from './registry.ts'

/** Adds a view's commands while it is on the page. The list may be a new one at each render. */
export const useCommands = (group: string, list: readonly GroupCommand[]): void => {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  useEffect(() => commands.add(() => inGroup(group, latest.current)), [group])
}
