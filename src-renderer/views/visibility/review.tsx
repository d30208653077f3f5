import { Button, Group, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { RemovablePill } from '../../parts/fields/removable-pill.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, ReviewFoot, ReviewPage } from '../../parts/review-page.tsx'
import { brandName } from '../../state/brands.ts'
import {
  applyChanges,
  backToMatrix,
  type Change,
  isModelChange,
  type Rows,
  unstage,
  useReview,
} from '../../state/visibility.ts'
import { changeLabel } from './change-labels.ts'
import type { ModelName } from './use-visibility.ts'

type Props = { readonly changes: readonly Change[]; readonly rows: Rows; readonly names: readonly ModelName[] }

const Changes = ({ changes, rows, names, isBusy }: Props & { readonly isBusy: boolean }) => (
  <BrandLines label="Changes">
    {[...Map.groupBy(changes, ({ brandId }) => brandId)].map(([brandId, own]) => (
      <BrandLine key={brandId} brandId={brandId}>
        <Group gap={6}>
          {own.map((change) => {
            const label = changeLabel(change, rows.get(brandId), names)
            const modelId = isModelChange(change) ? change.modelId : null
            return (
              <RemovablePill
                key={modelId ?? 'interval'}
                text={label}
                removeLabel={`Leave out: ${label} for ${isolate(brandName(brandId))}`}
                isDisabled={isBusy}
                onRemove={() => unstage(brandId, modelId)}
              />
            )
          })}
        </Group>
      </BrandLine>
    ))}
  </BrandLines>
)

/** Shows every staged change, brand by brand, before the person confirms. */
export const Review = (props: Props) => {
  const { changes } = props
  const { isBusy, error } = useReview((review) => review)
  const brandIds = [...new Set(changes.map(({ brandId }) => brandId))]
  const { isTyped, field } = useTypedNumber(brandIds.length)
  const isReady = changes.length > 0 && isTyped
  return (
    <ReviewPage
      onSubmit={() => {
        if (isReady) void applyChanges(changes)
      }}
    >
      <Panel isFlush title={`${plural(changes.length, 'change')} for ${plural(brandIds.length, 'brand')}`}>
        <Text c="dimmed" px="md" py="sm">
          Each change applies at the brand’s next AI tracking refresh. You can reverse it the same way. If one brand
          fails, the others continue.
        </Text>
        {changes.length === 0 ? (
          <Text c="dimmed" px="md" py="sm">
            No changes.
          </Text>
        ) : (
          <Changes {...props} isBusy={isBusy} />
        )}
      </Panel>
      <ErrorNotice error={error} title="Nothing was applied" />
      <ReviewFoot>
        {field}
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} disabled={isBusy} onClick={backToMatrix}>
          Back to the matrix
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          <ActionLabel what={`Apply ${plural(changes.length, 'change')} for`} brandIds={brandIds} />
        </Button>
        <Text c="dimmed" size="xs" role="status">
          {isBusy ? `Reading ${plural(brandIds.length, 'brand')} again, then applying …` : ''}
        </Text>
      </ReviewFoot>
    </ReviewPage>
  )
}
