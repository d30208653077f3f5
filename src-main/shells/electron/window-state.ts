import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const BoundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(480).max(20_000),
})
const WindowStateSchema = BoundsSchema.extend({ isMaximized: z.boolean() })
export type WindowState = z.infer<typeof WindowStateSchema>
export type Bounds = z.infer<typeof BoundsSchema>

const fileOf = (home: string) => join(home, 'window.json')

/** How much of the window must be on a screen for a person to find it. */
const VISIBLE_PX = 100

const isVisibleOn = (state: Bounds, screen: Bounds): boolean =>
  state.x + state.width > screen.x + VISIBLE_PX &&
  state.x < screen.x + screen.width - VISIBLE_PX &&
  state.y >= screen.y &&
  state.y < screen.y + screen.height - VISIBLE_PX

/** Where the window was left; null at the first start, where the file is damaged, or where that screen is gone. */
export const loadWindowState = (home: string, screens: readonly Bounds[]): WindowState | null => {
  try {
    const state = WindowStateSchema.parse(JSON.parse(readFileSync(fileOf(home), 'utf8')))
    return screens.some((screen) => isVisibleOn(state, screen)) ? state : null
  } catch {
    return null
  }
}

/** Written beside the file and moved over it, so that a crash leaves the old one or the new one. */
export const saveWindowState = (home: string, state: WindowState): void => {
  const file = fileOf(home)
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
