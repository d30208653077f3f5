// The one previewer of the page, fed by what is composed.

import { bridge } from '../bridge.ts'
import { type Compose, useCompose } from './compose.ts'
import { previewPitches, repeatedPeople } from './compose-calls.ts'
import { createPreviewer } from './compose-preview.ts'

const previewer = createPreviewer({ ask: previewPitches, askRepeated: repeatedPeople })
export const usePreviewed = previewer.store
export const previewAgain = previewer.again

const feed = ({ subject, body, people, at }: Compose): void =>
  previewer.update({ template: { subject, body }, people, at })

/** Follows what is composed until it is stopped. */
export const followCompose = (): (() => void) => {
  feed(useCompose.getState())
  return useCompose.subscribe(feed)
}

const RECHECKED: ReadonlySet<string> = new Set(['contacts', 'outbox', 'prospects', 'all'])

/** Previews again when what pitches are checked against changes. */
export const followChanges = (): (() => void) =>
  bridge.subscribe((event) => {
    const isOurs =
      (event.name === 'outreach.changed' && event.payload.what === 'suppressions') ||
      (event.name === 'cache.changed' && event.payload.tables.some((table) => RECHECKED.has(table)))
    if (isOurs) previewer.outdate()
  })
