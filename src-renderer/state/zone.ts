// The zone of times, per view. Brands have no zone; the user's own is the default.
import { isZone, myZone } from '../format/zones.ts'
import { setPreference, usePreference } from './preferences.ts'

const keyOf = (view: string): string => `zone.${view}`

export const useZone = (view: string): string => {
  const zone = usePreference(keyOf(view))
  return typeof zone === 'string' && isZone(zone) ? zone : myZone()
}

export const setZone = (view: string, zone: string): void => setPreference(keyOf(view), zone)
