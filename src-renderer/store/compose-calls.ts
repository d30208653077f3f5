// What is asked of composing besides keeping drafts. Nothing of it is sent before the journal's hold is over.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { type Addressee, recipientsOf } from './compose.ts'
import { ask } from './desk.ts'

type Words = { readonly subject: string; readonly body: string }

export const previewPitches = (input: CallInput<'outreach.preview'>) => ask('outreach.preview', input)
/** People out of a CSV text; all of them or, with the cells that are wrong, none. */
export const matchPeople = (brandId: string, csv: string) => ask('outreach.matchContacts', { brandId, csv })
/** Writes all of them out and keeps what came of it: exactly that is queued. */
export const freezePitches = ({ subject, body }: Words, people: readonly Addressee[]) =>
  ask('outreach.freeze', { template: { subject, body }, recipients: recipientsOf(people) })
export const frozenPage = (input: CallInput<'outreach.frozen'>) => ask('outreach.frozen', input)
export const queuePitches = (input: CallInput<'outreach.queue'>) => ask('outreach.queue', input)
