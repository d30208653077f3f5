import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReportTemplate } from '../../../src-shared/desk/reports.ts'
import { useDesk } from '../../data/use-desk.ts'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useParams } from '../../state/location.ts'
import {
  editableOf,
  NEW_TEMPLATE,
  showTemplate,
  stageTemplate,
  templateOfParam,
  useStagedTemplate,
} from '../../state/report-forms.ts'
import { BuiltInTemplate } from './built-in-template.tsx'
import css from './reports.module.css'
import { TemplateForm } from './template-form.tsx'
import { TemplatePreview } from './template-preview.tsx'

type ItemProps = { readonly template: ReportTemplate; readonly isCurrent: boolean }

const Item = ({ template, isCurrent }: ItemProps) => {
  const isStaged = useStagedTemplate(template.id) !== undefined
  return (
    <li>
      <button
        type="button"
        className={css.item}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => showTemplate(template.id)}
      >
        <span className="truncate" title={template.name}>
          {template.name}
        </span>
        <Text span size="xs" c="dimmed">
          {isStaged ? 'not saved' : template.isBuiltIn ? 'built in' : ''}
        </Text>
      </button>
    </li>
  )
}

/** A copy of a template to edit. It has no id until it is saved. */
const copyOf = (template: ReportTemplate): void => {
  stageTemplate(NEW_TEMPLATE, { ...editableOf(template), name: `Copy of ${template.name}`.slice(0, 80) })
  showTemplate(NEW_TEMPLATE)
}

/** What reports are made of: the templates, and the one that is chosen. */
export const TemplatesSection = () => {
  const { value, error, reload } = useDesk('reports.templates', {})
  const wanted = templateOfParam(useParams().template)
  const added = useStagedTemplate(NEW_TEMPLATE)
  const templates = value?.templates ?? []
  const [first] = templates
  const isNew = wanted === NEW_TEMPLATE && added !== undefined
  const current = isNew ? undefined : (templates.find(({ id }) => id === wanted) ?? first)
  return (
    <Stack gap="md" maw={1280}>
      <ErrorNotice error={error} title="The templates could not be read" onRetry={reload} />
      <Columns side="left">
        <Stack gap="md">
          <Panel title="Templates">
            <ul className={css.list} aria-label="Templates">
              {templates.map((template) => (
                <Item key={template.id} template={template} isCurrent={template.id === current?.id} />
              ))}
              {added === undefined ? null : (
                <li>
                  <button
                    type="button"
                    className={css.item}
                    aria-current={isNew ? 'true' : undefined}
                    onClick={() => showTemplate(NEW_TEMPLATE)}
                  >
                    <span className="truncate">{added.name || 'New template'}</span>
                    <Text span size="xs" c="dimmed">
                      not saved
                    </Text>
                  </button>
                </li>
              )}
            </ul>
            {first === undefined || added !== undefined ? null : (
              <Button
                mt="sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => copyOf(current ?? first)}
              >
                New template
              </Button>
            )}
          </Panel>
          {current?.isBuiltIn === true ? <BuiltInTemplate template={current} onCopy={() => copyOf(current)} /> : null}
        </Stack>
        {isNew ? (
          <TemplateForm key={NEW_TEMPLATE} saved={null} />
        ) : current === undefined ? null : current.isBuiltIn ? (
          <TemplatePreview key={current.id} title="Preview: last month" template={current} brandId={null} />
        ) : (
          <TemplateForm key={current.id} saved={current} onCopy={() => copyOf(current)} />
        )}
      </Columns>
    </Stack>
  )
}
