// The one previewer of the page, fed by what is composed.
import { type Compose, useCompose } from '../../state/compose.ts'
import { previewPitches, repeatedPeople } from '../../state/compose-calls.ts'
import { createPreviewer } from '../../state/compose-preview.ts'

const previewer = createPreviewer({ ask: previewPitches, askRepeated: repeatedPeople })
export const usePreviewed = previewer.store
export const previewAgain = previewer.again
export const previewOutdated = previewer.outdate

const feed = ({ subject, body, people, at }: Compose): void =>
  previewer.update({ template: { subject, body }, people, at })

/** Follows what is composed until it is stopped. */
export const followCompose = (): (() => void) => {
  feed(useCompose.getState())
  return useCompose.subscribe(feed)
}
