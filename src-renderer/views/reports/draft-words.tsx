import { Button, Text } from '@mantine/core'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import { fillWords, type PlaceholderValues } from '../../../src-shared/desk/values/report-words.ts'
import { useDesk } from '../../data/use-desk.ts'
import { KEPT_LABELS, useKeptText } from '../../parts/fields/use-kept-text.ts'
import { type PackRow, type PackWords, savePackWords } from '../../state/reports.ts'
import css from './reports.module.css'
import { WordsField } from './words-field.tsx'

const LABELS: Readonly<Record<PackWords, string>> = { summary: 'Summary', nextSteps: 'Next steps' }

type Props = { readonly pack: PackRow; readonly preview: CallInput<'reports.html'> }

/** The words with the numbers of the report, where they ask for any. */
export const Reads = ({ text, values }: { readonly text: string; readonly values: PlaceholderValues }) => {
  const paragraphs = fillWords(text, values)
  if (paragraphs.join('\n\n') === text.trim()) return null
  return (
    <Text component="div" size="xs" c="dimmed" mt={4} className={css.reads}>
      {paragraphs.length === 0 ? (
        'Left out: no data for its numbers.'
      ) : (
        <>
          Reads: {paragraphs[0]}
          {paragraphs.slice(1).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </>
      )}
    </Text>
  )
}

type FieldProps = Props & { readonly which: PackWords }

const Field = ({ pack, preview, which }: FieldProps) => {
  const own = pack[which]
  const usual = pack.usual[which]
  const { state, field, type } = useKeptText(own ?? usual, (text) => savePackWords(pack.id, which, text))
  // The preview beside it asks the same.
  const values = useDesk('reports.html', preview).value?.placeholders
  return (
    <WordsField
      label={LABELS[which]}
      minRows={5}
      value={field.value}
      onText={type}
      onFocus={field.onFocus}
      onBlur={field.onBlur}
      below={values === undefined ? null : <Reads text={field.value} values={values} />}
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
export const DraftWords = (props: Props) => (
  <>
    <Field {...props} which="summary" />
    <Field {...props} which="nextSteps" />
  </>
)
