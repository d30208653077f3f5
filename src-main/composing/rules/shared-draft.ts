// A shared draft belongs to one brand, and so do all its people: a colleague who sees some brands only must not read contacts
// of others in it. PostgreSQL refuses any other one too.
import type { Recipient } from '../../../src-shared/desk/composing.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

export const ofSeveralBrands = (): DeskError =>
  new DeskError(
    'conflict',
    'A draft that is shared with the team belongs to one brand, with people of that brand only. Remove the others, or make a draft for each brand.',
  )

type Draft = { readonly brandId: string | null; readonly recipients: readonly Pick<Recipient, 'brandId'>[] }

/** The one brand of a draft. Throws `conflict` where there are others, or none. */
export const brandOfDraft = ({ brandId, recipients }: Draft): string => {
  const [only, ...others] = new Set([...(brandId === null ? [] : [brandId]), ...recipients.map((one) => one.brandId)])
  if (only === undefined || others.length > 0) throw ofSeveralBrands()
  return only
}
