// What other rooms' SQL uses of this room.
export type { NewAlert } from './queries/alerts.ts'
