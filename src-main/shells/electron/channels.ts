/** The two channels between a page and the desk; no other is listened to. */
export const CALL_CHANNEL = 'desk:call'
export const EVENT_CHANNEL = 'desk:event'
