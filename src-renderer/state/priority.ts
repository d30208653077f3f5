import { ask } from '../data/desk.ts'
import { useBrands } from './brands.ts'
import { useLocation } from './location.ts'

/** Someone who steps through brands looks at the one they stay on. */
const STAY_MS = 400

/** Tells the desk which brand is looked at, so that it is synced first. A refusal changes nothing for the person. */
export const tellPriority = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return useLocation.subscribe(({ scope }, { scope: before }) => {
    if (scope === before) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (useBrands.getState().byId.has(scope)) void ask('sync.prioritise', { brandIds: [scope] })
    }, STAY_MS)
  })
}
