// The labels of cells, rows and columns: for screen readers and tooltips.

import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { joinParts } from '../../format/join-parts.ts'
import type { Permission } from '../../state/connector-staging.ts'
import type { Cell, Column } from './matrix-model.ts'

export const VALUE_LABELS: Record<Permission, string> = { allow: 'allowed', deny: 'denied' }

/** `allowed, set; staged: denied; read-only`. */
export const cellLabel = ({ now, staged, isSet, driftFrom, isLocked }: Cell): string => {
  if (now === null) return 'Not available to this brand'
  const word = VALUE_LABELS[now]
  return joinParts(
    [
      `${word}, ${isSet ? 'set' : 'default'}`,
      staged === null ? '' : `not applied yet: ${VALUE_LABELS[staged]}`,
      driftFrom === null ? '' : `${VALUE_LABELS[driftFrom]} when last checked`,
      isLocked ? 'read-only' : '',
    ],
    '; ',
  )
}

type Described = Pick<MatrixTool, 'name' | 'description' | 'sendsEmail' | 'spends'>

/** Why a tool needs care before it is allowed. */
export const riskLabels = ({ name, description, sendsEmail, spends }: Described): readonly string[] => {
  const text = `${name} ${description}`
  return [
    ...(sendsEmail ? ['sends real e-mail'] : []),
    ...(spends && /credit/i.test(text) ? ['spends credits'] : []),
    ...(spends && /publish|cms/i.test(text) ? ['changes what is published'] : []),
  ]
}

/** What a column's head says besides the brand's name. */
export const columnNotes = ({ brand }: Pick<Column, 'brand'>): string =>
  joinParts(
    [
      brand.readOnlyReason === null ? '' : 'read-only',
      brand.syncEnabled ? 'follows the organisation' : '',
      brand.drift.length === 0 ? '' : `${brand.drift.length} changed elsewhere`,
      brand.error === null ? '' : 'last read failed',
    ],
    '; ',
  )

export const GROUP_TITLES: Record<MatrixTool['group'], string> = { read: 'Reading', write: 'Writing' }
export const GROUP_NOTES: Record<MatrixTool['group'], string> = {
  read: 'reads only',
  write: 'changes, spends or sends',
}
