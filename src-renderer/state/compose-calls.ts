// Calls of composing, except for drafts. Nothing is sent before the journal's hold ends.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'

export const previewPitches = (input: CallInput<'outreach.preview'>) => ask('outreach.preview', input)
/** People who are listed twice among all recipients. */
export const repeatedPeople = (recipients: CallInput<'outreach.repeated'>['recipients']) =>
  ask('outreach.repeated', { recipients })
/** People in a CSV text: all of them, or none and the cells that are wrong. */
export const matchPeople = (brandId: string, csv: string) => ask('outreach.matchContacts', { brandId, csv })
export const frozenPage = (input: CallInput<'outreach.frozen'>) => ask('outreach.frozen', input)
export const queuePitches = (input: CallInput<'outreach.queue'>) => ask('outreach.queue', input)
