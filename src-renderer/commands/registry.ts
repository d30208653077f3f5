// Everything that can be done by a key or from the palette, in one list. Palette, shortcut sheet and key handling
// all read it, so that none of them can promise what another does not do.
import type { ComponentType } from 'react'
import { isBare, normalKey } from './keys.ts'

export type Command = {
  /** Unique among all commands. */
  readonly id: string
  readonly title: string
  /** Heading it is listed under. */
  readonly group: string
  /** Keys, the one to show first; see keys.ts for how they are written. */
  readonly keys?: readonly string[]
  readonly icon?: ComponentType<{ size?: number | string }>
  readonly run: () => void
  /** Absent: always. */
  readonly isEnabled?: () => boolean
  /** Moves that make no sense from a palette (J, K, X …): shown in the shortcut sheet only. */
  readonly isKeyOnly?: boolean
}

/** A command without its heading: those of one heading are listed together. */
export type GroupCommand = Omit<Command, 'group'>

export const inGroup = (group: string, list: readonly GroupCommand[]): readonly Command[] =>
  list.map((command) => ({ ...command, group }))

export type CommandRegistry = ReturnType<typeof createCommandRegistry>

export const createCommandRegistry = () => {
  /** Each source hands out its commands when asked, so that they are never out of date; later sources win. */
  const sources = new Set<() => readonly Command[]>()

  const all = (): readonly Command[] => {
    const byId = new Map<string, Command>()
    for (const source of sources) for (const command of source()) byId.set(command.id, command)
    return [...byId.values()]
  }
  const usable = () => all().filter((command) => command.isEnabled?.() !== false)

  return {
    add: (source: () => readonly Command[]) => {
      sources.add(source)
      return () => void sources.delete(source)
    },
    all,
    usable,
    /** The command for a stroke, and whether one is waited for after it (`g`, then `r`). */
    match: (stroke: string, before: string | undefined): { command: Command | undefined; isPrefix: boolean } => {
      const wanted = before === undefined ? stroke : `${before} ${stroke}`
      const commands = usable()
      const has = (test: (key: string) => boolean) => (command: Command) =>
        command.keys?.some((key) => test(normalKey(key))) === true
      return {
        command: commands.findLast(has((key) => key === wanted)),
        isPrefix: before === undefined && isBare(stroke) && commands.some(has((key) => key.startsWith(`${stroke} `))),
      }
    },
  }
}

export const commands = createCommandRegistry()
