import type { Brand } from '../../src-shared/desk/brands.ts'
import { type DeskProcess, startDeskProcess } from './desk-process.ts'

const POLL_MS = 200
const TRIES = 300

/** The built desk with its demo agency, synced and with its past. The last step of that past is a changed permission. */
export const startDemoDesk = async (): Promise<{ readonly desk: DeskProcess; readonly brands: readonly Brand[] }> => {
  const desk = await startDeskProcess({ isBuilt: true, env: { AGENCY_DESK_DEMO: '1' } })
  const { brands } = await desk.value('brands.list', {})
  const isComplete = async () => {
    const all = await Promise.all(brands.map(({ id }) => desk.value('connectors.versions', { brandId: id })))
    return all.some(({ versions }) => versions.length > 1)
  }
  for (let tries = 0; !(await isComplete()); tries += 1) {
    if (tries === TRIES) throw new Error('The demo agency is not complete after a minute.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { desk, brands }
}
