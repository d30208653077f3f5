import type { Database } from 'better-sqlite3'
import { PROVIDERS } from '../../src-shared/service/providers.ts'
import { RESTORED_REASON } from '../journal/public.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import { CHANGES_OF_BRANDS } from './queries/article-changes.ts'
import {
  articleCalendar,
  articleEntry,
  articleSlugs,
  articlesOut,
  articlesPublished,
  calendarDays,
  deliveredSlugs,
  liveArticles,
} from './queries/article-list.ts'
import { articleOutings } from './queries/article-outings.ts'
import { settleArticles } from './queries/article-settle.ts'
import { ARTICLE_STATES } from './queries/article-track.ts'
import { articlesToCheck } from './queries/articles-to-check.ts'
import { firstArticles } from './queries/first-articles.ts'
import { articleSchedules, unsureSchedules } from './queries/schedules.ts'
import { publishingSchema } from './queries/schema.ts'

export const publishingTables = {
  reads: {
    'articles.calendar': articleCalendar,
    'articles.calendarDays': calendarDays,
    'articles.entry': articleEntry,
    'articles.first': firstArticles,
    'articles.deliveredSlugs': deliveredSlugs,
    'articles.live': liveArticles,
    'articles.out': articlesOut,
    'articles.outings': articleOutings,
    'articles.published': articlesPublished,
    'articles.schedules': articleSchedules,
    'articles.slugs': articleSlugs,
    'articles.toCheck': articlesToCheck,
    'articles.unsureSchedules': unsureSchedules,
  },
  writes: {
    core: {
      'articles.settle': settleArticles,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('article')], cache: [] },
  team: {
    waits: { 'articles.settle': 'This decision' },
    tables: {
      article: {
        place: 21,
        key: ['no'],
        brand: 'brand_id',
        columns: { provider: PROVIDERS, status: ['draft', 'publish'], state: ARTICLE_STATES },
        datasets: ['articles'],
      },
    },
  },
  schema: publishingSchema,
  afterTakeOver: (core: Database, from: number) => void (from < 57 && core.exec(CHANGES_OF_BRANDS)),
  // Their intents are unknown from then on.
  afterRestoreAlone: (core: Database, _nowMs: number, reason = RESTORED_REASON) =>
    void core
      .prepare("UPDATE article SET state = 'unknown', reason = ? WHERE state IN ('held', 'sending')")
      .run(reason),
} satisfies RoomTables
