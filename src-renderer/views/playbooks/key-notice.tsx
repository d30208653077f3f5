import { Button } from '@mantine/core'
import { keyStateLabel, needsKey } from '../../format/brand-sign.ts'
import { Notice } from '../../parts/notice.tsx'
import { useBrand } from '../../state/brands.ts'
import { editBrand } from '../../state/ui.ts'

/** While the brand of a run has no usable key; one that was kept for the session is gone after a restart. */
export const KeyNotice = ({ brandId }: { readonly brandId: string }) => {
  const brand = useBrand(brandId)
  if (brand === undefined || !needsKey(brand.keyState)) return null
  return (
    <Notice
      tone="warn"
      role="status"
      actions={
        <Button variant="default" size="compact-xs" onClick={() => editBrand(brandId, 'key')}>
          Enter key
        </Button>
      }
    >
      {keyStateLabel(brand.keyState)}: steps that ask the service fail. Enter the key, then retry the step.
      {brand.keyState === 'missing' ? ' A key that was kept for the session ended with the desk.' : ''}
    </Notice>
  )
}
