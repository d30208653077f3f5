import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { copyText } from '../../state/clipboard.ts'
import { canDownload, dismissExport, downloadExport, useExport } from '../../state/exporting.ts'
import css from '../../table/table-page.module.css'

/** What the last export wrote, and where. */
export const ExportNote = () => {
  const now = useExport((state) => state.now)
  if (now.state === 'idle') return null
  if (now.state === 'writing')
    return (
      <div className={css.note} role="status" data-export-note>
        Writing the export…
      </div>
    )
  if (now.state === 'failed')
    return (
      <div className={css.note} data-export-note="failed">
        <ErrorNotice
          error={now.error}
          title="The export was not written"
          action={
            <Button variant="default" onClick={dismissExport}>
              Close
            </Button>
          }
        />
      </div>
    )
  const { file } = now
  return (
    <div className={css.note} role="status" data-export-note>
      <strong>{plural(file.rowCount, 'row')} exported</strong>
      <code className="truncate">{file.path}</code>
      <FreshnessLabel asOf={file.asOf} />
      <Group component="span" ml="auto">
        {canDownload ? (
          <Button
            onClick={() => void downloadExport(file.fileName)}
            size="compact-xs"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download
          </Button>
        ) : null}
        <Button variant="default" size="compact-xs" onClick={() => copyText(file.path, 'Path copied')}>
          Copy path
        </Button>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={dismissExport}>
          Close
        </Button>
      </Group>
    </div>
  )
}
