import { useEffect } from 'react'
import { globalCommands } from './global-commands.ts'
import { listenForKeys } from './key-handler.ts'
import { commands } from './registry.ts'

commands.add(() => globalCommands)

/** The keys of every command that is there, for as long as the page is. */
export const useGlobalKeys = (): void => useEffect(() => listenForKeys(commands), [])
