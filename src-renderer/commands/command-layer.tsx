import { useEffect } from 'react'
import { globalCommands } from './global-commands.ts'
import { listenForKeys } from './key-handler.ts'
import { Palette } from './palette.tsx'
import { commands } from './registry.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'

/** Keys, palette and shortcut sheet. */
export const CommandLayer = () => {
  useEffect(() => listenForKeys(commands), [])
  return (
    <>
      <Palette />
      <ShortcutSheet />
    </>
  )
}

commands.add(() => globalCommands)
