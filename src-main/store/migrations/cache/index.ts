import type { Migration } from '../../migrate.ts'
import { brands } from './001-brands.ts'
import { freshness } from './002-freshness.ts'

/** Append only once released: the place in the list is the schema number. */
export const cacheMigrations: readonly Migration[] = [brands, freshness]
