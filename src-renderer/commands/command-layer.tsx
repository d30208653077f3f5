import { useEffect } from 'react'
import { listenForKeys } from './key-handler.ts'
import { commands } from './registry.ts'

/** Keys, palette and shortcut sheet. */
export const CommandLayer = () => {
  useEffect(() => listenForKeys(commands), [])
  return null
}
