import { byBrandId, type RoomTables } from '../store/tables.ts'
import { articleCalendar, articleSlugs, articlesOut, deliveredSlugs, liveArticles } from './queries/article-list.ts'
import { settleArticle } from './queries/article-settle.ts'

export const publishingTables = {
  reads: {
    'articles.calendar': articleCalendar,
    'articles.deliveredSlugs': deliveredSlugs,
    'articles.live': liveArticles,
    'articles.out': articlesOut,
    'articles.slugs': articleSlugs,
  },
  writes: {
    core: {
      'articles.settle': settleArticle,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('article')], cache: [] },
} satisfies RoomTables
