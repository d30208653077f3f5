import { IconArrowRight } from '@tabler/icons-react'
import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
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

/** Tool by tool: what it was and what it will be. */
export const ChangeList = ({ changes, tools }: { readonly changes: readonly Change[]; readonly tools: Tools }) => (
  <ul className={css.changes}>
    {changes.map(({ tool, from, to, clears }) => (
      <li key={tool}>
        <span className={css.changeTool}>
          <bdi>{toolLabel(tools, tool)}</bdi>
          {to === 'allow' && tools.get(tool)?.sendsEmail ? <em className={css.email}>sends real email</em> : null}
        </span>
        <span className={css.changeValues}>
          <ValueWord value={from} />
          <IconArrowRight size={12} aria-label="to" />
          <ValueWord value={to} />
          <span className={css.default}>{clears ? '· back to the default' : ''}</span>
        </span>
      </li>
    ))}
  </ul>
)
