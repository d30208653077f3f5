import type { MatrixTool } from '../../src-shared/desk/connectors.ts'
import type { CatalogTool } from './rules/permissions.ts'

/** Named by the interface as sending real email. */
const EMAIL_TOOLS: ReadonlySet<string> = new Set(['outreach_queue_emails', 'outreach_reply'])

type Described = Pick<CatalogTool, 'name' | 'group' | 'description'>

/** Real email cannot be recalled: the interface's two tools, and any write tool that says so of itself. */
export const sendsEmail = ({ name, group, description }: Described): boolean =>
  EMAIL_TOOLS.has(name) || (group === 'write' && /real e-?mail/i.test(description))

/** It spends credits or changes what is published. */
const spends = ({ name, group, description }: Described): boolean =>
  group === 'write' && /credit|publish|cms/i.test(`${name} ${description}`)

/** Every tool of these catalogs once, in the order of the service, reads before writes. */
export const matrixTools = (catalogs: readonly { readonly tools: readonly CatalogTool[] }[]): MatrixTool[] => {
  const tools = new Map<string, CatalogTool>()
  for (const catalog of catalogs)
    for (const tool of catalog.tools) if (!tools.has(tool.name)) tools.set(tool.name, tool)
  const all = [...tools.values()].map(({ effective: _, ...tool }) => ({
    ...tool,
    sendsEmail: sendsEmail(tool),
    spends: spends(tool),
  }))
  return [...all.filter(({ group }) => group === 'read'), ...all.filter(({ group }) => group === 'write')]
}
