import { ask } from '../data/desk.ts'

export const confirmClock = () => ask('desk.confirmClock', {})
