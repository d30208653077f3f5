// Markup is sent as it is written, so the preview shows it as text; without this step it would be missing there.

type Node = { type: string; children?: Node[] }

const turn = (node: Node): void => {
  if (node.type === 'raw') node.type = 'text'
  for (const child of node.children ?? []) turn(child)
}

/** A step of rehype: markup becomes the text that it is written with. */
export const rawAsText =
  () =>
  (tree: Node): void =>
    turn(tree)
