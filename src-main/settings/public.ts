// What other rooms may use of this room.
import { readOf } from '../store/ask.ts'

export const readSettingChanges = readOf('settings.changes')
