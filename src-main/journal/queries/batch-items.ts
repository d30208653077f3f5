// SQL that other rooms read the journal by, within its transactions.

/** As a table: the items of a batch. Bind @intentNo and @call. */
export const ITEMS_OF_BATCH =
  '(SELECT item, subject, state, result FROM intent_item WHERE intent_no = @intentNo AND call_no = @call)'

/** As a table: the batches of an intent, each with the payloads of its items from `first_item` on. Bind @intentNo. */
export const BATCHES = '(SELECT call_no, first_item, payloads FROM intent_call WHERE intent_no = @intentNo)'

/** As a table: intents, for joins by `no`. */
export const INTENTS = '(SELECT no, id, sent_at_ms, ended_at_ms, made_by FROM intent)'

/** As a table: the items of intents, for joins by `intent_no` and `item`. */
export const ITEMS = '(SELECT intent_no, item, state FROM intent_item)'

/** True if one of the intents of a JSON list of ids was not cancelled. */
export const isAnyKept = (ids: string): string =>
  `EXISTS (SELECT 1 FROM json_each(${ids}) AS one JOIN intent ON intent.id = one.value WHERE intent.state <> 'cancelled')`
