// The zone that times are chosen and shown in. Brands have none of their own, so the person chooses one a view, and
// their own comes first.
import { create } from 'zustand'
import { isZone, myZone } from '../format/zones.ts'

const slotOf = (view: string): string => `agency-desk.zone.${view}`

const kept = (view: string): string => {
  const zone = localStorage.getItem(slotOf(view))
  return zone !== null && isZone(zone) ? zone : myZone()
}

const useZones = create<Readonly<Record<string, string>>>()(() => ({}))

export const useZone = (view: string): string => useZones((zones) => zones[view]) ?? kept(view)

export const setZone = (view: string, zone: string): void => {
  localStorage.setItem(slotOf(view), zone)
  useZones.setState({ [view]: zone })
}
