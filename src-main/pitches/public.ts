// What other rooms may use of the pitches' SQL.
import { readOf } from '../store/ask.ts'

export { replyEvents } from './queries/reply-events.ts'

export const readLastOutboxBatch = readOf('outbox.lastBatch')
