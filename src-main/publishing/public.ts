// What other rooms may use of publishing's SQL.
export { articleEvents } from './queries/article-events.ts'
