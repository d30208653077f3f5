import { IconArrowRight } from '@tabler/icons-react'
import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { StateWord } from '../../parts/state-word.tsx'
import type { Permission } from '../../state/connector-staging.ts'
import { VALUE_LABELS } from './cell-labels.ts'
import css from './connectors.module.css'
import { ValueGlyph } from './glyphs.tsx'
import { toolLabel } from './tool-names.ts'

export type Tools = ReadonlyMap<string, MatrixTool>

type Change = {
  readonly tool: string
  readonly from: Permission
  readonly to: Permission | null
  readonly clears?: boolean
}

export const ValueWord = ({ value }: { readonly value: Permission | null }) => (
  <span className={css.value} data-value={value ?? 'unknown'}>
    {value === null ? null : <ValueGlyph value={value} />}
    {value === null ? 'unknown' : VALUE_LABELS[value]}
  </span>
)

/** Each tool with its value before and after. */
export const ChangeList = ({ changes, tools }: { readonly changes: readonly Change[]; readonly tools: Tools }) => (
  <ul className={css.changes}>
    {changes.map(({ tool, from, to, clears }) => (
      <li key={tool}>
        <span>
          <bdi>{toolLabel(tools, tool)}</bdi>{' '}
          {to === 'allow' && tools.get(tool)?.sendsEmail ? <StateWord word="sends real e-mail" tone="warn" /> : null}
        </span>
        <span className={css.changeValues}>
          <ValueWord value={from} />
          <IconArrowRight size={12} aria-label="to" />
          <ValueWord value={to} />
          {clears ? '· back to the default' : ''}
        </span>
      </li>
    ))}
  </ul>
)
