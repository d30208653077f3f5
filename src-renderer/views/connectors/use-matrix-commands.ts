// The keys of the matrix as commands, so that the shortcut sheet lists them; the matrix itself handles them.
import type { GroupCommand } from '../../commands/registry.ts'

const KEYS: readonly { readonly id: string; readonly title: string; readonly keys: readonly string[] }[] = [
  { id: 'matrix.toggle', title: 'Stage the other value', keys: ['space'] },
  { id: 'matrix.allow', title: 'Stage: allow', keys: ['a'] },
  { id: 'matrix.deny', title: 'Stage: deny', keys: ['d'] },
  { id: 'matrix.unstage', title: 'Remove the staged change', keys: ['delete'] },
  { id: 'matrix.extend', title: 'Extend the range', keys: ['shift+arrowdown', 'shift+arrowright'] },
  { id: 'matrix.pick', title: 'Select the brand', keys: ['x'] },
  { id: 'matrix.open', title: 'Open the cell, the tool or the brand', keys: ['enter'] },
]

export const matrixKeyCommands = (focus: () => void): readonly GroupCommand[] => [
  { id: 'matrix.focus', title: 'Go to the matrix of permissions', keys: ['m'], run: focus },
  ...KEYS.map((entry): GroupCommand => ({ ...entry, isKeyOnly: true, isEnabled: () => false, run: () => {} })),
]
