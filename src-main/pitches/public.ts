// What other rooms may use of the pitches' SQL.
export { replyEvents } from './queries/reply-events.ts'
