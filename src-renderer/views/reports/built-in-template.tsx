import { Button, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReportTemplate } from '../../../src-shared/desk/reports.ts'
import {
  REPORT_LANGUAGE_NAMES,
  REPORT_SECTION_LABELS,
  type ReportPlaceholder,
} from '../../../src-shared/desk/values/report-names.ts'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import css from './reports.module.css'
import { PLACEHOLDER_NAMES } from './words-field.tsx'

/** The sections that the report has, in their order. */
const sectionsOf = ({ sections }: ReportTemplate): string =>
  sections
    .filter(({ isOn }) => isOn)
    .map(({ kind, title }) => title ?? REPORT_SECTION_LABELS[kind])
    .join(', ')

/** Numbers that are filled in stand by their names. */
const Words = ({ children }: { readonly children: string }) => (
  <span className={css.words}>
    {children.split(/\{\{ (\w+) \}\}/).map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      index % 2 === 0 ? part : <mark key={index}>{PLACEHOLDER_NAMES[part as ReportPlaceholder] ?? part}</mark>,
    )}
  </span>
)

type Props = { readonly template: ReportTemplate; readonly onCopy: () => void }

/** A template that comes with the program: to read and to copy. */
export const BuiltInTemplate = ({ template, onCopy }: Props) => {
  const { name, title, language, compare, summary, nextSteps } = template
  return (
    <Panel
      title={name}
      aside={
        <Button variant="default" leftSection={<IconCopy size={14} aria-hidden />} onClick={onCopy}>
          Copy to edit
        </Button>
      }
    >
      <Stack gap="md">
        <Text size="xs" c="dimmed">
          Part of the program: copy it, then edit the copy.
        </Text>
        <Facts
          rows={[
            ['Title', title],
            ['Language', REPORT_LANGUAGE_NAMES[language]],
            ['Compared with', compare === 'lastYear' ? 'the same days a year ago' : 'the period before'],
            ['Sections', sectionsOf(template)],
            ['Summary', summary === '' ? 'none' : <Words key="summary">{summary}</Words>],
            ['Next steps', nextSteps === '' ? 'written for each draft' : <Words key="next">{nextSteps}</Words>],
          ]}
        />
      </Stack>
    </Panel>
  )
}
