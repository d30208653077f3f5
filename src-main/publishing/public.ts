// What other rooms may use of publishing's SQL.
import { readOf } from '../store/ask.ts'
import { rowsOfBrand } from '../store/tables.ts'

export { articleEvents } from './queries/article-events.ts'
export type { ArticleToCheck } from './queries/articles-to-check.ts'
export { ARTICLE_VIEWS } from './queries/views.ts'

export const readArticlesToCheck = readOf('articles.toCheck')
export const readPublishedArticles = readOf('articles.published')

/** SQL: what a removal of a brand deletes. */
export const ARTICLE_ROWS = rowsOfBrand('article')
