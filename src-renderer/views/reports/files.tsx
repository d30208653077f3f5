import { Button } from '@mantine/core'
import { IconClipboard, IconDownload } from '@tabler/icons-react'
import type { ReportFile } from '../../../src-shared/desk/reports.ts'
import { formatBytes } from '../../format/numbers.ts'
import { fileLabel } from '../../format/report-labels.ts'
import { canDownload, downloadFile } from '../../state/exporting.tsx'
import { copyText } from '../../state/notices.ts'
import css from './reports.module.css'

type FileProps = {
  /** `PDF`. */
  readonly name: string
  readonly whose: string
  readonly file: Pick<ReportFile, 'path' | 'fileName' | 'bytes'>
}

/** Downloads a file in a browser tab; the app's window is on the machine that has it, and copies its path. */
export const FileButton = ({ name, whose, file }: FileProps) => {
  const Icon = canDownload ? IconDownload : IconClipboard
  const what = canDownload ? `Download the ${name} of ${whose}` : `Copy the path of the ${name} of ${whose}`
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<Icon size={13} aria-hidden />}
      title={`${file.path} · ${formatBytes(file.bytes)}`}
      aria-label={what}
      onClick={() => (canDownload ? void downloadFile(file.fileName) : copyText(file.path, 'Path copied'))}
    >
      {name}
    </Button>
  )
}

/** The files of one pack. */
export const PackFiles = ({ files, whose }: { readonly files: readonly ReportFile[]; readonly whose: string }) =>
  files.length === 0 ? null : (
    <div className={css.files}>
      {files.map((file) => (
        <FileButton key={file.fileName} name={fileLabel(file)} whose={whose} file={file} />
      ))}
    </div>
  )
