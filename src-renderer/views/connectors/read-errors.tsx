import { Box, Button, Group, Text } from '@mantine/core'
import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import { errorText, nextStepOf } from '../../format/errors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Notice } from '../../parts/notice.tsx'
import { runSync } from '../../state/sync.ts'

/** Brands whose last read failed, so that older permissions or none are shown. */
export const ReadErrors = ({ brands }: { readonly brands: readonly MatrixBrand[] }) => {
  const failed = brands.flatMap(({ brandId, error }) => (error === null ? [] : [{ brandId, error }]))
  if (failed.length === 0) return null
  return (
    <Notice tone="bad">
      <details>
        <summary>
          The permissions of {plural(failed.length, 'brand')} could not be read; what is shown of{' '}
          {failed.length === 1 ? 'it' : 'them'} is from an earlier sync.
        </summary>
        <Box component="ul" mah={160} mt="xs" style={{ overflow: 'auto' }}>
          {failed.map(({ brandId, error }) => (
            <Group component="li" key={brandId} wrap="nowrap" gap="sm" align="flex-start" py={3}>
              <Box w={190} flex="none">
                <BrandBadge brandId={brandId} />
              </Box>
              <Text>
                {errorText(error)} <span className="soft">{nextStepOf(error)}</span>
              </Text>
            </Group>
          ))}
        </Box>
        <Button
          mt={8}
          variant="default"
          onClick={() => void runSync({ brandIds: failed.map(({ brandId }) => brandId), datasets: ['connectors'] })}
        >
          Try again
        </Button>
      </details>
    </Notice>
  )
}
