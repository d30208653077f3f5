import { ask } from '../data/desk.ts'

export const backUp = () => ask('desk.backup', {})

/** The desk reopens; its event then reloads the page. */
export const restoreBackup = (id: string) => ask('desk.restore', { id })
