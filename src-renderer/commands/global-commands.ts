// What can be done from anywhere. Views add their own while they are on the page (use-commands.ts).
import { go } from '../state/location.ts'
import { views } from '../views/registry.tsx'
import { brandCommands } from './brand-commands.ts'
import { deskCommands } from './desk-commands.ts'
import { outreachCommands } from './outreach-commands.ts'
import { actCommands } from './publish-commands.ts'
import type { Command } from './registry.ts'

const viewCommands: readonly Command[] = views.map(({ id, title, icon, shortcut }) => ({
  id: `view.${id}`,
  title: `Go to ${title}`,
  group: 'Go to',
  icon,
  keys: [shortcut],
  run: () => go({ view: id, ...(id === 'portfolio' ? { scope: 'all' } : {}) }),
}))

export const globalCommands: readonly Command[] = [
  ...viewCommands,
  ...brandCommands,
  ...actCommands,
  ...outreachCommands,
  ...deskCommands,
]
