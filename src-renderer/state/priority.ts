import { ask } from '../data/desk.ts'
import { useBrands } from './brands.ts'
import { useLocation } from './location.ts'

/** A brand counts as opened when the person stays on it this long. */
const STAY_MS = 400

/** Notifies the desk which brand is in view, so that it is synced first. A refusal changes nothing for the person. */
export const notifyPriority = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return useLocation.subscribe(({ scope }, { scope: before }) => {
    if (scope === before) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (useBrands.getState().byId.has(scope)) void ask('sync.prioritise', { brandIds: [scope] })
    }, STAY_MS)
  })
}
