// The only previewer of the page. It follows what is composed.
import { onInvalidate } from '../data/invalidate.ts'
import { brandsOfPeople, type Compose, useCompose } from './compose.ts'
import { previewPitches, repeatedPeople } from './compose-calls.ts'
import { createPreviewer } from './compose-preview.ts'

const previewer = createPreviewer({ ask: previewPitches, askRepeated: repeatedPeople })
export const usePreviewed = previewer.store
export const retryPreview = previewer.retry

const feed = ({ subject, body, people, at }: Compose): void =>
  previewer.update({ template: { subject, body }, people, at })

/** Returns the function that stops it. */
export const followCompose = (): (() => void) => {
  feed(useCompose.getState())
  return useCompose.subscribe(feed)
}

/** Previews again when data changes that pitches are checked against. */
export const followChanges = (): (() => void) =>
  onInvalidate(({ isStale }) => {
    if (isStale('outreach.preview', brandsOfPeople(useCompose.getState().people))) previewer.outdate()
  })
