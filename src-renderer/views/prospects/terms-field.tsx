import { SegmentedControl, TagsInput, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { distinctTerms, splitTerms, termProblem } from './terms.ts'

export type Terms = { readonly isOwn: boolean; readonly list: readonly string[] }

type Props = {
  /** The service suggests titles by brand; those of the first are offered. */
  readonly brandId: string
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
}

/** Roles to search for: the service's default roles, or own titles, checked as they are typed. */
export const TermsField = ({ brandId, terms, onChange }: Props) => {
  const { value } = useDesk('outreach.searchTerms', { brandId })
  const problem = terms.isOwn ? termProblem(terms.list) : null
  const suggested = distinctTerms([...(value?.suggested ?? []), ...(value?.defaults ?? [])])
  return (
    <div>
      <SegmentedControl
        aria-label="Roles to search for"
        data={[
          { value: 'usual', label: 'Default roles' },
          { value: 'own', label: 'My own titles' },
        ]}
        value={terms.isOwn ? 'own' : 'usual'}
        onChange={(next) =>
          onChange({ isOwn: next === 'own', list: terms.list.length > 0 ? terms.list : (value?.suggested ?? []) })
        }
      />
      {terms.isOwn ? (
        <TagsInput
          mt={8}
          aria-label="Job titles"
          description="3 to 25 titles. A person matches when their job title contains one of them."
          placeholder="Type a title, then Enter"
          data={suggested}
          // Upwards: the button that costs credits is below.
          comboboxProps={{ position: 'top-start' }}
          maxDropdownHeight={160}
          clearable
          acceptValueOnBlur
          splitChars={[',', ';', '\n']}
          error={problem}
          value={[...terms.list]}
          onChange={(next) => onChange({ isOwn: true, list: splitTerms(next) })}
        />
      ) : (
        <Text c="dimmed" size="xs" mt="xs">
          {value === undefined || value.defaults.length === 0
            ? 'The service uses its default roles.'
            : `The service searches for: ${value.defaults.join(', ')}.`}
        </Text>
      )}
    </div>
  )
}
