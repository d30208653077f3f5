import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'

/** The service's label, or the tool's name where the catalog no longer has it. */
export const toolLabel = (tools: ReadonlyMap<string, MatrixTool>, tool: string): string =>
  tools.get(tool)?.label || tool

export const toolsByName = (tools: readonly MatrixTool[]): ReadonlyMap<string, MatrixTool> =>
  new Map(tools.map((tool) => [tool.name, tool]))
