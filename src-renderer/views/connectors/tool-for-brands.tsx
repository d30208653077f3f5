import { Button, Group } from '@mantine/core'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { NOTHING_STAGED, nowIn, type Permission, wishesOf, withWishes } from '../../state/connector-staging.ts'
import { reviewWishes, useReview } from '../../state/connectors.ts'
import { wishesFor } from './matrix-actions.ts'
import type { Column } from './matrix-model.ts'

const VERBS: Record<Permission, string> = { allow: 'Allow', deny: 'Deny' }
const VALUES: readonly Permission[] = ['deny', 'allow']

type Props = {
  readonly tool: MatrixTool
  /** The selected brands, else all shown. */
  readonly targets: readonly Column[]
  readonly brands: readonly MatrixBrand[]
}

/** One tool for many brands: each button leads to the review of just that change. */
export const ToolForBrands = ({ tool, targets, brands }: Props) => {
  const isBusy = useReview((review) => review.isBusy)
  const now = nowIn(brands)
  return (
    <Group gap={8}>
      {VALUES.map((value) => {
        const wanted = wishesFor({ columns: targets, tools: [tool] }, value)
        const wishes = wishesOf(withWishes(NOTHING_STAGED, wanted, now), now)
        const brandIds = wishes.map(({ brandId }) => brandId)
        const title = `${VERBS[value]} “${tool.label}” for ${plural(brandIds.length, 'brand')}`
        return (
          <Button
            key={value}
            variant="default"
            color={value === 'deny' ? 'red' : 'gray'}
            disabled={wishes.length === 0}
            loading={isBusy}
            onClick={() => void reviewWishes(wishes, title)}
          >
            <ActionLabel what={`${VERBS[value]} for`} brandIds={brandIds} />
          </Button>
        )
      })}
    </Group>
  )
}
