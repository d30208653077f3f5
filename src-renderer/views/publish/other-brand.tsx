import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { brandName, useBrand } from '../../state/brands.ts'
import { setScope, useScope } from '../../state/location.ts'
import { setDraft, useDraft } from '../../state/publish-draft.ts'
import css from './publish.module.css'

/** The brand in view is none of those the draft is for: said before anything goes out for the wrong one. */
export const OtherBrand = () => {
  const scope = useScope()
  const brand = useBrand(scope)
  const { brandIds, step } = useDraft()
  const [first] = brandIds
  if (brand === undefined || first === undefined || step === 'sent' || brandIds.includes(scope)) return null
  const whose = brandIds.length === 1 ? brandName(first) : plural(brandIds.length, 'other brand')
  return (
    <div className={css.other} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <strong>This is for {whose},</strong> while {brand.name} is the brand in view.
      </span>
      <Button variant="default" onClick={() => setDraft({ brandIds: [scope], step: 'compose' })}>
        Compose for {brand.name}
      </Button>
      <Button variant="default" onClick={() => setScope(brandIds.length === 1 ? first : 'all')}>
        Go to {whose}
      </Button>
    </div>
  )
}
