import { newDraft } from '../../state/compose-docs.ts'
import { setParams } from '../../state/location.ts'

/** An empty draft; the address does not name the one before any more. */
export const startNewDraft = async (): Promise<void> => {
  await newDraft()
  setParams({ doc: '' })
}
