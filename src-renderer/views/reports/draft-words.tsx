import { Button, Text } from '@mantine/core'
import { KEPT_LABELS, useKeptText } from '../../parts/fields/use-kept-text.ts'
import { type PackRow, type PackWords, savePackWords } from '../../state/reports.ts'
import { WordsField } from './words-field.tsx'

const LABELS: Readonly<Record<PackWords, string>> = { summary: 'Summary', nextSteps: 'Next steps' }

type FieldProps = { readonly pack: PackRow; readonly which: PackWords }

const Field = ({ pack, which }: FieldProps) => {
  const own = pack[which]
  const usual = pack.usual[which]
  const { state, field, type } = useKeptText(own ?? usual, (text) => savePackWords(pack.id, which, text))
  return (
    <WordsField
      label={LABELS[which]}
      minRows={5}
      value={field.value}
      onText={type}
      onFocus={field.onFocus}
      onBlur={field.onBlur}
    >
      <Text size="xs" c={state === 'failed' ? 'var(--bad)' : 'dimmed'} role="status">
        {KEPT_LABELS[state]}
      </Text>
      {own === null || own === usual ? null : (
        <Button
          ml="auto"
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => void savePackWords(pack.id, which, null)}
        >
          Use the template’s text
        </Button>
      )}
    </WordsField>
  )
}

/** What the agency says in this report; saved as it is typed. */
export const DraftWords = ({ pack }: { readonly pack: PackRow }) => (
  <>
    <Field pack={pack} which="summary" />
    <Field pack={pack} which="nextSteps" />
  </>
)
