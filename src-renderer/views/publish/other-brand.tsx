import { Button } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { Notice } from '../../parts/notice.tsx'
import { brandName, useBrand } from '../../state/brands.ts'
import { setScope, useScope } from '../../state/location.ts'
import { setDraft, useDraft } from '../../state/publish-draft.ts'

/** Warns that the draft is for other brands than the one in view, before anything is sent for the wrong one. */
export const OtherBrand = () => {
  const scope = useScope()
  const brand = useBrand(scope)
  const { brandIds, step } = useDraft()
  const [first] = brandIds
  if (brand === undefined || first === undefined || step === 'sent' || brandIds.includes(scope)) return null
  const whose = brandIds.length === 1 ? brandName(first) : plural(brandIds.length, 'other brand')
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          <Button variant="default" onClick={() => setDraft({ brandIds: [scope], step: 'compose' })}>
            Compose for {brand.name}
          </Button>
          <Button variant="default" onClick={() => setScope(brandIds.length === 1 ? first : 'all')}>
            Go to {whose}
          </Button>
        </>
      }
    >
      <strong>This is for {whose},</strong> while {brand.name} is the brand in view.
    </Notice>
  )
}
