import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'

/** The service's own label; the tool's name where no catalog tells of it any more. */
export const toolLabel = (tools: ReadonlyMap<string, MatrixTool>, tool: string): string =>
  tools.get(tool)?.label || tool

export const toolsByName = (tools: readonly MatrixTool[]): ReadonlyMap<string, MatrixTool> =>
  new Map(tools.map((tool) => [tool.name, tool]))
