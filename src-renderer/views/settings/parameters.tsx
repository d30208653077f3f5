import { Box, Group, SimpleGrid, Text } from '@mantine/core'
import type { RequestParts } from '../../../src-shared/service/define.ts'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'
import { type ServiceProfile, wireNameOf } from '../../../src-shared/service/profile.ts'
import { change, namePatch } from './operation-changes.ts'
import { SavedText } from './saved-text.tsx'

const queryNames = (name: OperationName): readonly string[] => {
  const { query }: RequestParts = operations[name].request
  return query === undefined ? [] : Object.keys(query.shape)
}

type Props = { readonly name: OperationName; readonly profile: ServiceProfile }

/** What each query parameter of an operation is called on the wire. */
export const Parameters = ({ name, profile }: Props) => {
  const names = queryNames(name)
  if (names.length === 0) return <Text c="dimmed">This operation has no query parameters.</Text>
  return (
    <>
      <Text c="dimmed" mb={8}>
        Names of the query parameters in the service.
      </Text>
      <SimpleGrid minColWidth={230} autoFlow="auto-fill" spacing={20} verticalSpacing={8}>
        {names.map((ours) => (
          <Group key={ours} wrap="nowrap">
            <Box component="code" w={100} flex="none">
              {ours}
            </Box>
            <SavedText
              label={`Wire name of ${ours}`}
              placeholder={ours}
              value={wireNameOf(profile, name, ours)}
              save={(wire) => {
                const patch = namePatch(profile, name, { ours, wire })
                return change({ name, profile, patch, title: `Name of ${ours} in ${name} saved` })
              }}
            />
          </Group>
        ))}
      </SimpleGrid>
    </>
  )
}
