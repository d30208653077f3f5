import type { Migration } from '../../migrate.ts'
import { brands } from './001-brands.ts'
import { freshness } from './002-freshness.ts'
import { rankings } from './003-rankings.ts'
import { clusters } from './004-clusters.ts'
import { prospects } from './005-prospects.ts'
import { trackedKeywords } from './006-tracked-keywords.ts'
import { outbox } from './007-outbox.ts'
import { sites } from './008-sites.ts'
import { aiVisibility } from './009-ai-visibility.ts'

/** Append only: the place in the list is the schema number. A landed migration is never edited. */
export const cacheMigrations: readonly Migration[] = [
  brands,
  freshness,
  rankings,
  clusters,
  prospects,
  trackedKeywords,
  outbox,
  sites,
  aiVisibility,
]
