// What other rooms' SQL uses of this room.
import { readOf, writeOf } from '../store/ask.ts'

export type { NewAlert } from './queries/alerts.ts'
export { ALERT_VIEWS } from './queries/views.ts'

export const readNewAlerts = readOf('alerts.new')
export const saveAlertRule = writeOf('alerts.saveRule')
