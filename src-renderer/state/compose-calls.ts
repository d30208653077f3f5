// What is asked of composing besides keeping drafts. Nothing of it is sent before the journal's hold is over.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'

export const previewPitches = (input: CallInput<'outreach.preview'>) => ask('outreach.preview', input)
/** Who is listed twice, over all of them. */
export const repeatedPeople = (recipients: CallInput<'outreach.repeated'>['recipients']) =>
  ask('outreach.repeated', { recipients })
/** People out of a CSV text; all of them or, with the cells that are wrong, none. */
export const matchPeople = (brandId: string, csv: string) => ask('outreach.matchContacts', { brandId, csv })
export const frozenPage = (input: CallInput<'outreach.frozen'>) => ask('outreach.frozen', input)
export const queuePitches = (input: CallInput<'outreach.queue'>) => ask('outreach.queue', input)
