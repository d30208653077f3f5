import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { LOGO_TYPES, readLogo } from '../../state/report-forms.ts'
import css from './reports.module.css'

type Props = {
  readonly logo: string | null
  /** Shown where there is none: the agency's. */
  readonly fallback?: string | null
  readonly onChange: (logo: string | null) => void
}

/** A picture of at most 512 KB, shown on white as on paper. */
export const LogoField = ({ logo, fallback = null, onChange }: Props) => {
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (file === null) return
    const read = await readLogo(file)
    setProblem('problem' in read ? read.problem : null)
    if ('logo' in read) onChange(read.logo)
  }
  const shown = logo ?? fallback
  return (
    <div>
      <Input.Label labelElement="div" display="block" size="xs" mb={4}>
        Logo
      </Input.Label>
      <Group gap="sm" align="center">
        <div className={css.logo}>{shown === null ? 'No logo' : <img src={shown} alt="Logo" />}</div>
        <div>
          <Group gap={6}>
            <FileButton accept={LOGO_TYPES} onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconPhoto size={14} aria-hidden />}>
                  {logo === null ? 'Choose a logo' : 'Replace logo'}
                </Button>
              )}
            </FileButton>
            {logo === null ? null : (
              <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
                {fallback === null ? 'Remove logo' : 'Use the agency’s logo'}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {logo === null && fallback !== null ? 'As the agency. ' : ''}PNG, JPEG or SVG, at most 512 KB
          </Text>
        </div>
      </Group>
      {problem === null ? null : (
        <Text size="xs" c="var(--bad)" mt={4} role="alert">
          {problem}
        </Text>
      )}
    </div>
  )
}
