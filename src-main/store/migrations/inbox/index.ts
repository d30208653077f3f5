import type { Migration } from '../../migrate.ts'
import { arrivals } from './001-arrivals.ts'

/** Append only: the place in the list is the schema number. A landed migration is never edited. */
export const inboxMigrations: readonly Migration[] = [arrivals]
