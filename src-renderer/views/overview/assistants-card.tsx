import { IconBan, IconCheck } from '@tabler/icons-react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

type Matrix = CallOutput<'connectors.matrix'>
type Right = { readonly label: string; readonly allowed: number; readonly all: number }

const GROUPS = [
  { label: 'Read data', has: (tool: Matrix['tools'][number]) => tool.group === 'read' },
  { label: 'Change data', has: (tool: Matrix['tools'][number]) => tool.group === 'write' },
  { label: 'Send e-mail', has: (tool: Matrix['tools'][number]) => tool.sendsEmail },
  { label: 'Spend or publish', has: (tool: Matrix['tools'][number]) => tool.spends },
]

/** What assistants may do with this brand, as far as its catalog names the tools. */
export const rightsOf = ({ tools, brands: [brand] }: Matrix): readonly Right[] =>
  GROUPS.map(({ label, has }) => {
    const values = tools.flatMap((tool) => (has(tool) ? (brand?.effective[tool.name] ?? []) : []))
    return { label, allowed: values.filter((value) => value === 'allow').length, all: values.length }
  }).filter(({ all }) => all > 0)

const RightState = ({ allowed, all }: Omit<Right, 'label'>) =>
  allowed === 0 ? (
    <span className={classes.right}>
      <IconBan size={13} aria-hidden /> Not allowed
    </span>
  ) : (
    <span className={`${classes.right} good`}>
      <IconCheck size={13} aria-hidden /> {allowed === all ? 'Allowed' : `${formatWhole(allowed)} of ${all} allowed`}
    </span>
  )

export const AssistantsCard = ({ brandId }: { readonly brandId: string }) => {
  const { value } = useDesk('connectors.matrix', { brandIds: [brandId] })
  const rights = value === undefined ? [] : rightsOf(value)
  const drift = value?.brands[0]?.drift.length ?? 0
  return (
    <Card title="Assistants may" link={{ view: 'permissions', text: 'Permissions' }}>
      {value === undefined ? null : rights.length === 0 ? (
        <Nothing>No permissions are synced.</Nothing>
      ) : (
        <>
          <table className={classes.list} aria-label="Assistants may">
            <tbody>
              {rights.map(({ label, ...right }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="numbers">
                    <RightState {...right} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.hint}>
            {drift === 0 ? 'No changes from elsewhere' : `${plural(drift, 'change')} from elsewhere, not reviewed yet`}
          </p>
        </>
      )}
    </Card>
  )
}
