import { SegmentedControl } from '@mantine/core'
import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import type { Permission } from '../../state/connector-staging.ts'
import { stage } from '../../state/connectors.ts'

type Props = {
  readonly label: string
  readonly brandId: string
  readonly tool: string
  readonly value: Permission
  readonly brands: readonly MatrixBrand[]
}

/** Stages allow or deny for one tool of one brand. */
export const ValueChoice = ({ label, brandId, tool, value, brands }: Props) => (
  <SegmentedControl
    aria-label={label}
    data={[
      { value: 'allow', label: 'Allow' },
      { value: 'deny', label: 'Deny' },
    ]}
    value={value}
    // one of the two values above
    onChange={(next) => stage([{ brandId, tool, value: next as Permission }], brands)}
  />
)
